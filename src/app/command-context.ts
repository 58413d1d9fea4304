// What every command gets: the process that it runs in, the settings, the data folder, and the exit code.

import type { Command } from 'commander';
import type { Actor } from '../modules/audit/audit-log.ts';
import type { Io } from '../platform/cli/io.ts';
import {
  type LoadedSettings,
  loadSettings,
  type SettingsSources,
} from '../platform/config/load.ts';
import { loadRunning } from '../platform/config/running.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { Flags } from '../platform/config/sources.ts';
import { Failure } from '../platform/lib/failure.ts';
import { configureLog, wantsColor } from '../platform/ops/log.ts';
import { readAreaLevel } from '../platform/ops/log-areas.ts';
import { isJournal } from '../platform/ops/service-manager.ts';
import type { AdminServices } from './data-folder.ts';
import { camelCase, OPTIONS } from './options.ts';

const STDERR = 2;

export interface CommandContext {
  readonly io: Io;
  /** 0, unless a command failed and reported why. */
  exitCode: number;
  sources(): SettingsSources;
  /** Throws `SettingsError` with everything that is wrong. */
  loadSettings(): LoadedSettings;
  /** The same, with what the service that runs on the data folder was started with. */
  loadRunning(): LoadedSettings;
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

export function createContext(io: Io, program: Command): CommandContext {
  const context: CommandContext = {
    io,
    exitCode: 0,
    sources: () => ({ flags: readFlags(program), env: io.env, cwd: io.cwd }),
    loadSettings: () => loadSettings(context.sources()),
    loadRunning: () => loadRunning(context.sources()),
  };
  return context;
}

/** Throws `invalid`, with what to do `instead`, where the data is not in the data folder. */
export function requireSqlite(
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
  instead: string,
): void {
  if (databaseUrl === undefined) return;
  throw new Failure(
    'invalid',
    `The data is in PostgreSQL (database_url), not in the data folder. ${instead}`,
  );
}

/** The actor of every command, as the audit log names it. */
export const commandLine: Actor = { kind: 'command line' };

export function startLog(io: Io, settings: Settings): void {
  const { logLevel, logAreas, logAddresses, logFormat } = settings;
  configureLog({
    level: logLevel,
    areas: logAreas.map(readAreaLevel),
    addresses: logAddresses,
    format: logFormat,
    write: io.err,
    isTerminal: io.isTerminal.stderr,
    hasColor: wantsColor(io.env),
    hasPriorities: isJournal(io.env.JOURNAL_STREAM, STDERR),
  });
}

/** Runs `work` with the administration of the data folder, and closes it whatever happens. */
export async function withDataFolder<Result>(
  context: CommandContext,
  work: (admin: AdminServices) => Promise<Result>,
): Promise<Result> {
  const { io } = context;
  const { settings } = context.loadRunning();
  startLog(io, { ...settings, logLevel: settings.logLevel === 'debug' ? 'debug' : 'warning' });
  // Loaded here, so that commands without a data folder start at once.
  const { openDataFolder } = await import('./service.ts');
  await using admin = await openDataFolder(settings);
  return await work(admin);
}

export function requireThere(isThere: boolean, otherwise: string): void {
  if (!isThere) throw new Failure('not_found', otherwise);
}
