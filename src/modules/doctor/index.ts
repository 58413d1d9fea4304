// The face of the module: what other modules may use of it.

export { requestService, requirePort } from './service-request.ts';
export type { DoctorSettings } from './settings.ts';

export type Checks = Awaited<ReturnType<typeof loadChecks>>;

/** Single checks, loaded when somebody tries settings. */
export async function loadChecks() {
  const [baseUrl, files, network] = await Promise.all([
    import('./base-url.ts'),
    import('./files.ts'),
    import('./network.ts'),
  ]);
  return { ...baseUrl, ...files, ...network };
}
