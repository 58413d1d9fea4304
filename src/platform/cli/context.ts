// What every command gets: the process that it runs in, the settings, and the exit code.

import type { LoadedSettings, ReviewedSettings, SettingsSources } from '../config/load.ts';
import type { Option } from '../config/option-table.ts';
import type { ReviewedRunning } from '../config/running.ts';
import type { PlatformSettings } from '../config/settings.ts';
import type { Actor } from '../lib/actor.ts';
import { Failure } from '../lib/failure.ts';
import { configureLog, wantsColor } from '../ops/log.ts';
import { readAreaLevel } from '../ops/log-areas.ts';
import { isJournal } from '../ops/service-manager.ts';
import type { Io } from './io.ts';

const STDERR = 2;

/** `Admin` is what a command needs of the administration of the data folder, `Settings` of the settings. */
export interface CommandContext<Admin = unknown, Settings = PlatformSettings> {
  readonly io: Io;
  /** 0, unless a command failed and reported why. */
  exitCode: number;
  /** All settings that there are. */
  readonly options: readonly Option[];
  sources(): SettingsSources;
  /** Throws `SettingsError` with everything that is wrong. */
  loadSettings(): LoadedSettings<Settings>;
  /** The same, with what the service that runs on the data folder was started with. */
  loadRunning(): LoadedSettings<Settings>;
  /** Never throws; from its own sources unless others are given. */
  reviewSettings(sources?: SettingsSources): ReviewedSettings<Settings>;
  reviewRunning(): ReviewedRunning<Settings>;
  /** Runs `work` with the administration of the data folder, and closes it whatever happens. */
  withDataFolder<Result>(work: (admin: Admin) => Promise<Result>): Promise<Result>;
}

/** Throws `invalid`, with what to do `instead`, where the data is not in the data folder. */
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

/** The actor of every command, as the audit log names it. */
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
