// What every command gets: its process, the settings, and the exit code.

import type { LoadedSettings, ReviewedSettings } from '../config/load.ts';
import type { Option } from '../config/option-table.ts';
import type { ReviewedRunning } from '../config/running.ts';
import type { PlatformSettings } from '../config/settings.ts';
import type { SettingsSources } from '../config/source-precedence.ts';
import type { Actor } from '../lib/actor.ts';
import { Failure } from '../lib/failure.ts';
import { configureLog, wantsColor } from '../ops/log.ts';
import { readAreaLevel } from '../ops/log-areas.ts';
import { isJournal } from '../ops/service-manager.ts';
import type { Io } from './io.ts';

const STDERR = 2;

/** `Admin` is the part of the data folder's administration that a command needs, `Settings` its settings. */
export interface CommandContext<Admin = unknown, Settings = PlatformSettings> {
  readonly io: Io;
  /** 0, unless a command has reported a failure. */
  exitCode: number;
  /** All settings of the program. */
  readonly options: readonly Option[];
  sources(): SettingsSources;
  /** Loads the settings. Throws `SettingsError` with every problem. */
  loadSettings(): LoadedSettings<Settings>;
  /** Like `loadSettings`, and also applies the flags and variables of the service that runs on the data folder. */
  loadRunning(): LoadedSettings<Settings>;
  /** Never throws. Uses the program's own sources by default. */
  reviewSettings(sources?: SettingsSources): ReviewedSettings<Settings>;
  reviewRunning(): ReviewedRunning<Settings>;
  /** Runs `work` with the administration of the data folder, and always closes it. */
  withDataFolder<Result>(work: (admin: Admin) => Promise<Result>): Promise<Result>;
}

/** Throws `invalid` if the data is not in the data folder; `instead` tells the operator what to do. */
export function requireSqlite(
  { databaseUrl }: Pick<PlatformSettings, 'databaseUrl'>,
  instead: string,
): void {
  if (databaseUrl === undefined) return;
  throw new Failure(
    'invalid',
    `The data is in PostgreSQL (database_url), not in the data folder. ${instead}`,
  );
}

/** The actor of every command in the audit log. */
export const commandLine: Actor = { kind: 'command line' };

type LogSettings = Pick<PlatformSettings, 'logLevel' | 'logAreas' | 'logAddresses' | 'logFormat'>;

export function startLog(io: Io, settings: LogSettings): void {
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

export function requireThere(isThere: boolean, otherwise: string): void {
  if (!isThere) throw new Failure('not_found', otherwise);
}
