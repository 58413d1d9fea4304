// The face of the module: what other modules may use of it.

import type { SiteFileSettings } from './settings.ts';

export type { SiteModule } from './site.ts';

/** The settings whose files can be used. Throws `invalid` for one that cannot. Loaded when it is called. */
export const listSiteFiles = async (settings: SiteFileSettings): Promise<string[]> =>
  (await import('./open-site.ts')).listSiteFiles(settings);
