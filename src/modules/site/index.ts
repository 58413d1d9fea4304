// The face of the module: what other modules may use of it.

export type { SiteIdentity, SiteModule } from './site.ts';
export { parsePageUrl } from './site-values.ts';
