// The site's name and looks: its settings, the files that they name, and what administrators set.

import type { Settings } from '../config/settings.ts';
import type { Clock } from '../lib/clock.ts';
import type { Timers } from '../lib/timers.ts';
import type { Reloadable } from '../net/settled-files.ts';
import { openSiteFiles } from '../net/site-files.ts';
import { siteFileEvents } from '../ops/net-events.ts';
import { openSite, readDocument, readLogo, type SiteModule } from '../site/site.ts';
import type { ServiceStore } from '../store/store.ts';
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
  ports: {
    host: string;
    store: Pick<ServiceStore, 'site'>;
    clock: Clock;
    timers: Timers;
    lifetimes: AsyncDisposableStack;
  },
): Promise<SiteModule & { files: Reloadable }> {
  const { host, store, clock, timers, lifetimes } = ports;
  let refresh = (): void => {};
  const files = await openSiteFiles(siteFilesOf(settings), {
    onRead(named) {
      siteFileEvents.onRead(named);
      refresh();
    },
    onFailure: siteFileEvents.onFailure,
  });
  lifetimes.use(files);
  const site = await openSite({
    ...{ host, clock, timers, store: store.site, files: files.contents },
    settings: siteSettingsOf(settings),
  });
  lifetimes.defer(site.stop);
  refresh = site.refresh;
  return { ...site, files };
}
