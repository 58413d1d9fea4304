// What a running service does at SIGHUP: it reads its settings and files anew, and says what came of it.

import type { Service } from '../app.ts';
import { type LoadedSettings, reloadSettings } from '../config/load.ts';
import { SettingsError } from '../config/problems.ts';
import type { Settings } from '../config/settings.ts';
import * as events from '../ops/process-events.ts';
import type { CommandContext } from './context.ts';

/**
 * Makes the reload of a service that was started with `loaded`. Calls while one is under way are
 * answered by one more after it. `startLog` takes over how the log is written. Never throws.
 */
export function createReload(
  service: Pick<Service, 'reload'>,
  loaded: LoadedSettings,
  context: Pick<CommandContext, 'loadSettings'>,
  startLog: (settings: Settings) => void,
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
    events.reloaded({ changed, needRestart, ...files });
    for (const warning of newWarnings) events.configurationWarning(warning);
  }

  function takeSettings(): ReturnType<typeof reloadSettings> | undefined {
    try {
      return reloadSettings(current, context.loadSettings());
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      events.reloadRefused(error.problems);
      return undefined;
    }
  }

  async function run(): Promise<void> {
    isUnderWay = true;
    do {
      isRequestedAgain = false;
      await reload().catch((error: unknown) => events.taskFailed('reload', error));
    } while (isRequestedAgain);
    isUnderWay = false;
  }

  return () => {
    if (isUnderWay) isRequestedAgain = true;
    else void run();
  };
}
