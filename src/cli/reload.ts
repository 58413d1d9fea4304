// Reloads the settings and files of a running service at SIGHUP, and logs the result.

import type { Service } from '../app.ts';
import { type LoadedSettings, reloadSettings, SettingsError } from '../config/load.ts';
import type { Settings } from '../config/settings.ts';
import { countEvent, report, taskFailed, writeLine } from '../ops/events.ts';
import type { ServiceManager } from '../ops/service-manager.ts';
import type { CommandContext } from './context.ts';

const NEED_RESTART = 'Changed settings that need a restart';

/** Creates the reload of a running service, which never throws; calls during a reload cause one more after it. */
export function createReload(
  service: Pick<Service, 'reload'>,
  loaded: LoadedSettings,
  context: Pick<CommandContext, 'loadSettings'>,
  {
    startLog,
    manager,
  }: {
    startLog: (settings: Settings) => void;
    manager: Pick<ServiceManager, 'reloading' | 'ready'>;
  },
): () => void {
  let current = loaded;
  let isUnderWay = false;
  let isRequestedAgain = false;

  async function reload(): Promise<void> {
    const taken = takeSettings();
    if (taken !== undefined) {
      current = taken.loaded;
      startLog(current.settings);
    }
    const files = await service.reload(current.settings);
    const { changed = [], needRestart = [], newWarnings = [] } = taken ?? {};
    report('reloaded', { changed, needRestart, ...files });
    if (needRestart.length > 0) {
      writeLine('configuration_warning', { settings: needRestart }, NEED_RESTART);
    }
    for (const warning of newWarnings) report('configuration_warning', { warning });
  }

  function takeSettings(): ReturnType<typeof reloadSettings> | undefined {
    try {
      return reloadSettings(current, context.loadSettings());
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      for (const problem of error.problems) writeLine('reload_refused', { problem });
      countEvent('reload_refused');
      return undefined;
    }
  }

  async function run(): Promise<void> {
    isUnderWay = true;
    manager.reloading();
    do {
      isRequestedAgain = false;
      await reload().catch((error: unknown) => taskFailed('reload', error));
    } while (isRequestedAgain);
    manager.ready();
    isUnderWay = false;
  }

  return () => {
    if (isUnderWay) isRequestedAgain = true;
    else void run();
  };
}
