// Opens the site's identity: its settings, the files that they name, and the values that administrators set.

import type { Clock } from '../../platform/lib/clock.ts';
import { createReloadJob } from '../../platform/lib/reloaded.ts';
import type { Reloadable } from '../../platform/lib/settled-files.ts';
import type { Job } from '../../platform/lib/timers.ts';
import type { Report } from './events.ts';
import type { SiteFileSettings, SiteSettings } from './settings.ts';
import { openSite, type SiteModule } from './site.ts';
import { readDocument, readLogo } from './site-files.ts';
import { openSiteFiles, readSiteFile } from './site-files-watch.ts';
import type { SiteStore } from './site-ports.ts';

function siteFilesOf(settings: SiteFileSettings) {
  return {
    logo: { setting: 'site_logo', path: () => settings.siteLogo, read: readLogo },
    rules: { setting: 'rules_file', path: () => settings.rulesFile, read: readDocument },
    privacy: { setting: 'privacy_file', path: () => settings.privacyFile, read: readDocument },
  };
}

export async function listSiteFiles(settings: SiteFileSettings): Promise<string[]> {
  const named: string[] = [];
  for (const file of Object.values(siteFilesOf(settings))) {
    // Each reader returns another type.
    if ((await readSiteFile<unknown>(file)) !== undefined) named.push(file.setting);
  }
  return named;
}

interface Changes {
  /** Changes whenever another process commits. */
  version(): number;
}

/** Opens the module. `host` names a site without a name. Throws `invalid` if a file is unusable. */
export async function openSiteModule(
  settings: SiteFileSettings & SiteSettings,
  ports: {
    host: string;
    store: { site: SiteStore; changes: Changes };
    clock: Clock;
    lifetimes: AsyncDisposableStack;
    report: Report;
  },
): Promise<SiteModule & { files: Reloadable; jobs: readonly Job[] }> {
  const { host, store, clock, lifetimes, report } = ports;
  let refresh = (): void => {};
  const files = await openSiteFiles(siteFilesOf(settings), {
    onRead(named) {
      report('site_files_read', { settings: named });
      refresh();
    },
    onFailure: (reason) => report('site_files_failed', { reason }),
  });
  lifetimes.use(files);
  const site = await openSite({
    host,
    settings,
    clock,
    store: store.site,
    files: files.contents,
  });
  refresh = site.refresh;
  return { ...site, files, jobs: [createReloadJob('reload the site', store.changes, site.reload)] };
}
