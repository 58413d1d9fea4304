// The site's name and looks: its settings, the files that they name, and what administrators set.

import type { Clock } from '../../platform/lib/clock.ts';
import type { Job } from '../../platform/lib/timers.ts';
import type { Reloadable } from '../../platform/net/settled-files.ts';
import { report } from '../../platform/ops/report-event.ts';
import type { ChangeSignal } from '../../platform/store/change-signal.ts';
import type { ServiceStore } from '../../platform/store/sqlite/open-service-store.ts';
import type { SiteFileSettings } from './settings.ts';
import { openSite, type SiteModule } from './site.ts';
import { readDocument, readLogo } from './site-files.ts';
import { openSiteFiles } from './site-files-watch.ts';
import type { SiteSettings } from './site-settings.ts';

export function siteFilesOf(settings: SiteFileSettings) {
  return {
    logo: { setting: 'site_logo', path: () => settings.siteLogo, read: readLogo },
    rules: { setting: 'rules_file', path: () => settings.rulesFile, read: readDocument },
    privacy: { setting: 'privacy_file', path: () => settings.privacyFile, read: readDocument },
  };
}

/** How soon what the command line set is shown. */
const RELOAD_EVERY_MS = 250;

function createReloadJob(site: Pick<SiteModule, 'reload'>, changes: ChangeSignal): Job {
  let seenVersion = changes.version();
  return {
    name: 'reload the site',
    intervalMs: RELOAD_EVERY_MS,
    async run() {
      const version = changes.version();
      if (version === seenVersion) return;
      await site.reload();
      seenVersion = version;
    },
  };
}

/** Opens the module; `host` is what a site without a name is called. Throws `invalid` when a file cannot be used. */
export async function openSiteModule(
  settings: SiteFileSettings & SiteSettings,
  ports: {
    host: string;
    store: Pick<ServiceStore, 'site' | 'changes'>;
    clock: Clock;
    lifetimes: AsyncDisposableStack;
  },
): Promise<SiteModule & { files: Reloadable; jobs: readonly Job[] }> {
  const { host, store, clock, lifetimes } = ports;
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
  return { ...site, files, jobs: [createReloadJob(site, store.changes)] };
}
