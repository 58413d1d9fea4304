// The face of the module: the parts that other modules may use.

import type { SiteFileSettings } from './settings.ts';

export type { SiteModule } from './site.ts';

/** Lists the settings with usable files. Throws `invalid` for an unusable file. The first call loads the code. */
export const listSiteFiles = async (settings: SiteFileSettings): Promise<string[]> =>
  (await import('./open-site.ts')).listSiteFiles(settings);
