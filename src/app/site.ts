// The site's name and looks: its settings, and the files that they name.

import type { Settings } from '../config/settings.ts';
import type { Reloadable } from '../net/settled-files.ts';
import { openSiteFiles } from '../net/site-files.ts';
import { siteFileEvents } from '../ops/net-events.ts';
import { openSite, readDocument, readLogo, type SiteModule } from '../site/site.ts';
import { siteSettingsOf } from './live-settings.ts';

/** Each file with the setting that names it. */
export function siteFilesOf(settings: Settings) {
  return {
    logo: { setting: 'site_logo', path: () => settings.siteLogo, read: readLogo },
    rules: { setting: 'rules_file', path: () => settings.rulesFile, read: readDocument },
    privacy: { setting: 'privacy_file', path: () => settings.privacyFile, read: readDocument },
  };
}

/** Opens the module; `host` is what a site without a name is called. Throws `invalid` when a file cannot be used. */
export async function openSiteModule(
  settings: Settings,
  { host, lifetimes }: { host: string; lifetimes: AsyncDisposableStack },
): Promise<SiteModule & { files: Reloadable }> {
  const files = await openSiteFiles(siteFilesOf(settings), {
    onRead(named) {
      siteFileEvents.onRead(named);
      site.reload();
    },
    onFailure: siteFileEvents.onFailure,
  });
  lifetimes.use(files);
  const site = openSite({ host, settings: siteSettingsOf(settings), files: files.contents });
  return { ...site, files };
}
