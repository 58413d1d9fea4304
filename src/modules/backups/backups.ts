// The backup schedule of the running service: it decides when one is due, and tells /readyz and /metrics.

import type { Clock } from '../../platform/lib/clock.ts';
import { type Found, WELL, warning } from '../../platform/lib/finding.ts';
import { createJob, type Job } from '../../platform/lib/timers.ts';
import { doctorFindings } from '../../platform/messages/findings.ts';
import type { Report } from './events.ts';
import type { BackupSettings } from './settings.ts';

/** How soon a due backup begins. */
const LOOK_MS = 1_000;
/** How soon the service notices copies that others made or removed. */
const LIST_EVERY_MS = 60_000;
/** How soon a failed backup is tried again, unless backups are made more often. */
const RETRY_MS = 10 * 60_000;

export interface BackupCopy {
  path: string;
  bytes: number;
  rows: number;
  tookMs: number;
}

export interface BackupOutcome {
  copy: BackupCopy;
  /** The paths of the older backups. */
  removed: readonly string[];
  /** The failure of `backup_command`, as the rest of a sentence. */
  commandFailure: string | undefined;
}

/** The backups of one database. Times are milliseconds since the Unix epoch. */
export interface BackupStore {
  /**
   * Makes a backup with the usual name in `backup_folder`, removes older ones as the settings say, and runs
   * `backup_command`. Throws `unavailable` if too little space would be left.
   */
  backUp(signal?: AbortSignal): Promise<BackupOutcome>;
  /** When the latest backup was made. Throws `unavailable` if the folder cannot be read. */
  findLatest(): Promise<number | undefined>;
  /** When the database was created, as far as the file system knows. */
  findBirth(): Promise<number | undefined>;
  /** Throws `unavailable` unless the backup folder is writable. */
  requireFolder(): void;
  /** Removes the copies from before upgrades and restores that the settings do not keep. */
  removeSafetyCopies(): Promise<void>;
}

export interface BackupParts {
  clock: Clock;
  store: BackupStore;
  /** Reads the whole database before each backup and reports damage by itself. */
  checkDamage(): Promise<void>;
  report: Report;
}

/** The schedule of a running service. Disposing it ends a running `backup_command`. */
export interface Backups extends Disposable {
  jobs: readonly Job[];
  check(): Found;
  /** Seconds since the latest backup or, without one, since the database was created. */
  ageSeconds(): number;
}

export function createBackups(
  settings: Pick<BackupSettings, 'backupEveryMs'>,
  parts: BackupParts,
): Backups {
  const { clock, store } = parts;
  const stopping = new AbortController();
  /** `undefined` until the folder has been read. */
  let times: BackupTimes | undefined;
  let listedAt = Number.NEGATIVE_INFINITY;
  let failedAt: number | undefined;
  let commandFailed = false;
  let isFolderUsable = true;
  let isRunning = false;

  function reportMade({ copy, removed, commandFailure }: BackupOutcome): void {
    parts.report('backup_made', { ...copy, tookMs: Math.round(copy.tookMs), removed });
    if (commandFailure === undefined) return;
    const reason = `It ${commandFailure}.`;
    parts.report('backup_command_failed', { path: copy.path, reason });
  }

  async function list(): Promise<void> {
    listedAt = clock.now();
    // If the folder cannot be read, a backup seems due, and its failure is reported.
    const newestAt = await store.findLatest().catch(() => undefined);
    times = { newestAt, bornAt: await store.findBirth() };
  }

  const findAge = () => times && ageOf(times, settings.backupEveryMs, clock.now());

  /** Checks the folder long before the first backup is due, which may be a day after the start. */
  function checkFolder(): void {
    const wasUsable = isFolderUsable;
    try {
      if (settings.backupEveryMs > 0) store.requireFolder();
      isFolderUsable = true;
    } catch (error) {
      isFolderUsable = false;
      if (wasUsable) parts.report('backup_failed', { error });
    }
  }

  function isDue(): boolean {
    const { backupEveryMs } = settings;
    const ageMs = findAge();
    if (backupEveryMs === 0 || isRunning || ageMs === undefined) return false;
    const retryMs = Math.min(RETRY_MS, backupEveryMs);
    if (failedAt !== undefined && distance(clock.now(), failedAt) < retryMs) return false;
    return ageMs >= backupEveryMs;
  }

  async function run(): Promise<void> {
    isRunning = true;
    try {
      await parts.checkDamage();
      const outcome = await store.backUp(stopping.signal);
      failedAt = undefined;
      isFolderUsable = true;
      if (stopping.signal.aborted) return;
      commandFailed = outcome.commandFailure !== undefined;
      await list();
      reportMade(outcome);
    } catch (error) {
      if (stopping.signal.aborted) return;
      failedAt = clock.now();
      parts.report('backup_failed', { error });
    } finally {
      isRunning = false;
    }
  }

  async function look(): Promise<void> {
    const isListOld = distance(clock.now(), listedAt) >= LIST_EVERY_MS;
    // `muster backup` may have made one in the meantime.
    if (isListOld || isDue()) await list();
    // Not awaited: a job that takes long would count as hanging.
    if (isDue()) void run();
    if (!isListOld) return;
    checkFolder();
    await store.removeSafetyCopies();
  }

  return {
    jobs: [createJob('make backups', LOOK_MS, look)],
    check() {
      const { backupEveryMs: everyMs } = settings;
      if (times === undefined || everyMs === 0) return WELL;
      const old = checkBackupAge(times, everyMs, clock.now());
      if (old !== WELL) return old;
      if (!isFolderUsable) return warning('No backup can be made. The log shows why.');
      if (failedAt !== undefined) return warning('The backup failed. The log shows why.');
      if (!commandFailed) return WELL;
      return warning('The backup was made, but backup_command failed. The log shows why.');
    },
    ageSeconds: () => Math.max(0, Math.round((findAge() ?? 0) / 1_000)),
    [Symbol.dispose]: () => stopping.abort(),
  };
}

/** When the latest backup and the database were made. */
interface BackupTimes {
  newestAt: number | undefined;
  bornAt: number | undefined;
}

/** Age of the latest backup, or else of the database, at `now`. */
function ageOf({ newestAt, bornAt }: BackupTimes, everyMs: number, now: number): number {
  const madeAt = newestAt ?? bornAt ?? now;
  // A database from the future was created while the clock was wrong, so its age is unknown.
  return newestAt === undefined && madeAt > now ? everyMs : now - madeAt;
}

/** Finds whether more than one backup is missing, if one is due every `everyMs`. */
export function checkBackupAge(times: BackupTimes, everyMs: number, now: number): Found {
  const ageMs = ageOf(times, everyMs, now);
  if (ageMs <= 2 * everyMs) return WELL;
  const sentence = times.newestAt === undefined ? 'backupMissing' : 'backupOld';
  return warning(() => doctorFindings[sentence](ageMs, everyMs));
}

/** The distance between two times, even if the clock was set back in between. */
function distance(one: number, other: number): number {
  return Math.abs(one - other);
}
