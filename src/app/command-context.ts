// Creates the context of every command: its process, the settings, the data folder, and the exit code.

import type { Command } from 'commander';
import type { BackupOutcome } from '../modules/backups/backups.ts';
import type { BackupSettings } from '../modules/backups/settings.ts';
import { type CommandContext, startLog } from '../platform/cli/context.ts';
import type { Io } from '../platform/cli/io.ts';
import { type LoadedSettings, loadSettings, reviewSettings } from '../platform/config/load.ts';
import { camelCase } from '../platform/config/option-names.ts';
import { loadRunning, reviewRunning } from '../platform/config/running.ts';
import type { Flags } from '../platform/config/sources.ts';
import { systemClock } from '../platform/lib/clock.ts';
import type { InstallationCheck, OptionalCommandLine } from '../platform/module/description.ts';
import { configuration } from './configuration.ts';
import type { AdminServices } from './data-folder.ts';
import * as optional from './optional-command-line.ts';
import { OPTIONS, type OptionValues, type Settings } from './options.ts';

const optionalModules: readonly OptionalCommandLine<never, never, Settings>[] =
  Object.values(optional);

export interface Context extends CommandContext<AdminServices, Settings> {
  loadSettings(): LoadedSettings<Settings, OptionValues>;
  /** Counts the servers that another site lists. Throws `unavailable`. */
  countMirrored(url: string): Promise<number>;
  /** Lists the checks of optional modules. */
  listChecks(settings: Settings): readonly InstallationCheck[];
  /** Makes a backup, as the schedule does. */
  backUp(settings: BackupSettings): Promise<BackupOutcome>;
  loadMoved(): Promise<typeof import('./open-stores.ts')>;
}

function readFlags(program: Command): Flags {
  const parsed: Record<string, unknown> = program.opts();
  const flags: Record<string, string> = {};
  for (const { key } of OPTIONS) {
    const text = parsed[camelCase(key)];
    if (typeof text === 'string') flags[key] = text;
  }
  return flags;
}

export function createContext(io: Io, program: Command): Context {
  const context: Context = {
    io,
    exitCode: 0,
    options: OPTIONS,
    sources: () => ({ flags: readFlags(program), env: io.env, cwd: io.cwd }),
    loadSettings: () => loadSettings(configuration, context.sources()),
    loadRunning: () => loadRunning(configuration, context.sources()),
    reviewSettings: (sources = context.sources()) => reviewSettings(configuration, sources),
    reviewRunning: () => reviewRunning(configuration, context.sources()),
    // The modules below load when they are called, so that other commands start at once.
    countMirrored: async (url) =>
      (await import('../modules/mirrors/mirror-list.ts')).countMirrored(url),
    listChecks: (settings) =>
      optionalModules.flatMap(({ listChecks }) => listChecks?.(settings) ?? []),
    async backUp(settings) {
      const { createBackupStore } = await import('../modules/backups/backup-store.ts');
      const { backUpDatabase } = await import('../platform/store/store.ts');
      const copy = async (folder: string, target: string) => backUpDatabase(folder, target);
      return await createBackupStore(settings, systemClock, copy).backUp();
    },
    loadMoved: () => import('./open-stores.ts'),
    async withDataFolder(work) {
      const { settings } = context.loadRunning();
      startLog(io, { ...settings, logLevel: settings.logLevel === 'debug' ? 'debug' : 'warning' });
      const { openDataFolder } = await import('./service.ts');
      await using admin = await openDataFolder(settings);
      return await work(admin);
    },
  };
  return context;
}
