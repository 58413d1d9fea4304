// The face of the module: the exports that other modules may use.

export type { DoctorSettings } from './settings.ts';

export type Checks = Awaited<ReturnType<typeof loadChecks>>;

/** Loads single checks when somebody tries settings. */
export async function loadChecks() {
  const [baseUrl, files, network] = await Promise.all([
    import('./base-url-checks.ts'),
    import('./file-checks.ts'),
    import('./network-checks.ts'),
  ]);
  return { ...baseUrl, ...files, ...network };
}
