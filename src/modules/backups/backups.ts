// Backups of the running service: when one is due, what follows it, and what /readyz and /metrics say about it.

import { mkdir } from 'node:fs/promises';
import type { Clock } from '../../platform/lib/clock.ts';
import { describeWait } from '../../platform/lib/duration.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { type Found, WELL, warning } from '../../platform/lib/finding.ts';
import { findFreeSpace, MIB } from '../../platform/lib/free-space.ts';
import { runProgram } from '../../platform/lib/run-program.ts';
import type { Job } from '../../platform/lib/timers.ts';
import {
  findBackupPath,
  findBirth,
  findSize,
  type KeepRule,
  listPastCopies,
  pruneCopies,
  requireBackupFolder,
} from '../../platform/store/sqlite/backups.ts';
import { backupFolder } from '../../platform/store/sqlite/folder.ts';
import type { VerifiedCopy } from '../../platform/store/sqlite/verified-copy.ts';
import type { Report } from './events.ts';
import type { BackupSettings } from './settings.ts';

const HOUR_MS = 3_600_000;
/** How soon a backup that is due is begun. */
const LOOK_MS = 1_000;
/** How soon copies that others made or removed are noticed. */
const LIST_EVERY_MS = 60_000;
/** How soon a backup that failed is tried again, unless backups are made more often. */
const RETRY_MS = 10 * 60_000;
const LONGEST_COMMAND_MS = HOUR_MS;

export interface BackupOutcome {
  copy: VerifiedCopy;
  removed: readonly string[];
  /** What went wrong with `backup_command`, as the rest of a sentence. */
  commandFailure: string | undefined;
}

export interface BackupParts {
  clock: Clock;
  make(dataFolder: string, target: string): Promise<VerifiedCopy>;
  /** Reads the whole database before each backup; what it finds is reported elsewhere. */
  checkDamage(): Promise<void>;
  report: Report;
}

/** The schedule of a running service. Disposing it ends a `backup_command` that runs. */
export interface Backups extends Disposable {
  jobs: readonly Job[];
  check(): Found;
  /** Since the latest backup; since the database was made where there is none. */
  ageSeconds(): number;
}

/**
 * Makes one backup under its usual name in `backup_folder`, removes older ones as the settings say, and runs
 * `backup_command`. Throws what `make` throws, and `unavailable` where too little space would be left.
 */
export async function backUpByRule(
  settings: BackupSettings,
  { clock, make }: Pick<BackupParts, 'clock' | 'make'>,
  signal?: AbortSignal,
): Promise<BackupOutcome> {
  await requireSpace(settings);
  const target = await findBackupPath(settings.backupFolder, clock.now());
  const copy = await make(settings.dataFolder, target);
  const rule = keepRuleOf(settings);
  const { backupFolder: folder, dataFolder } = settings;
  const removed = await pruneCopies(folder, 'backup', rule, clock.now(), dataFolder);
  return { copy, removed, commandFailure: await runCommand(settings, target, signal) };
}

/** Backups must not fill the disk of a service that runs well. */
async function requireSpace(settings: BackupSettings): Promise<void> {
  const { dataFolder, backupFolder: folder, leastFreeDiskMib } = settings;
  const bytes = await findSize(dataFolder);
  if (bytes === undefined) return;
  requireBackupFolder(folder, dataFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const free = await findFreeSpace(folder);
  const left = Math.floor((free.bytes - bytes) / MIB);
  if (left >= leastFreeDiskMib) return;
  throw new Failure(
    'unavailable',
    `A backup would leave ${Math.max(0, left)} MiB free in ${folder}, less than least_free_disk (${leastFreeDiskMib} MiB), so none was made. Free some space, or set another folder (backup_folder).`,
  );
}

function keepRuleOf({ backupKeep, backupKeepDays }: BackupSettings): KeepRule {
  return { count: backupKeep, maxAgeMs: backupKeepDays * 24 * HOUR_MS };
}

async function runCommand(
  { backupCommand, backupFolder: cwd, backupEveryMs }: BackupSettings,
  target: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (backupCommand === undefined) return undefined;
  // The settings may hold secrets that are none of the program's business.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('MUSTER_')),
  );
  const timeoutMs = Math.min(LONGEST_COMMAND_MS, backupEveryMs || LONGEST_COMMAND_MS);
  return await runProgram({
    program: backupCommand,
    args: [target],
    cwd,
    env,
    timeoutMs,
    ...(signal === undefined ? {} : { signal }),
  });
}

export function createBackups(settings: BackupSettings, parts: BackupParts): Backups {
  const { clock } = parts;
  const stopping = new AbortController();
  /** When the latest backup, or else the database, was made; `undefined` until the folder was read. */
  let latestAt: number | undefined;
  let hasBackup = false;
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
    const now = clock.now();
    listedAt = now;
    // Where the folder cannot be read, a backup seems due, and its failure is reported.
    const [newest] = await listPastCopies(settings.backupFolder, 'backup', now).catch(() => []);
    hasBackup = newest !== undefined;
    const birth = (await findBirth(settings.dataFolder)) ?? now;
    // A database from the future was made while the clock was wrong: nobody knows how old it is.
    latestAt = newest?.at ?? (birth > now ? now - settings.backupEveryMs : birth);
  }

  /** Long before the first backup is due, which may be a day after the start. */
  function checkFolder(): void {
    const wasUsable = isFolderUsable;
    try {
      if (settings.backupEveryMs > 0) {
        requireBackupFolder(settings.backupFolder, settings.dataFolder);
      }
      isFolderUsable = true;
    } catch (error) {
      isFolderUsable = false;
      if (wasUsable) parts.report('backup_failed', { error });
    }
  }

  function isDue(): boolean {
    const { backupEveryMs } = settings;
    if (backupEveryMs === 0 || isRunning || latestAt === undefined) return false;
    const retryMs = Math.min(RETRY_MS, backupEveryMs);
    if (failedAt !== undefined && distance(clock.now(), failedAt) < retryMs) return false;
    return clock.now() - latestAt >= backupEveryMs;
  }

  async function run(): Promise<void> {
    isRunning = true;
    try {
      await parts.checkDamage();
      const outcome = await backUpByRule(settings, parts, stopping.signal);
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
    // `muster backup` may have made one meanwhile.
    if (isListOld || isDue()) await list();
    // Not awaited: a job that takes long would count as one that hangs.
    if (isDue()) void run();
    if (!isListOld) return;
    checkFolder();
    const { dataFolder } = settings;
    const rule = keepRuleOf(settings);
    await pruneCopies(backupFolder(dataFolder), 'before', rule, clock.now(), dataFolder);
  }

  return {
    jobs: [{ name: 'make backups', intervalMs: LOOK_MS, run: look }],
    check() {
      const { backupEveryMs } = settings;
      if (backupEveryMs === 0 || latestAt === undefined) return WELL;
      const ageMs = clock.now() - latestAt;
      if (ageMs > 2 * backupEveryMs) {
        const due = `and one is due every ${describeWait(backupEveryMs)}`;
        return warning(
          hasBackup
            ? `The latest backup is ${describeWait(ageMs)} old, ${due}.`
            : `The database is ${describeWait(ageMs)} old and has no backup, ${due}.`,
        );
      }
      if (!isFolderUsable) return warning('No backup can be made. The log shows why.');
      if (failedAt !== undefined) return warning('The backup failed. The log shows why.');
      if (commandFailed) {
        return warning('The backup was made, but backup_command failed. The log shows why.');
      }
      return WELL;
    },
    ageSeconds: () =>
      latestAt === undefined ? 0 : Math.max(0, Math.round((clock.now() - latestAt) / 1_000)),
    [Symbol.dispose]: () => stopping.abort(),
  };
}

/** Of two moments, also where the clock was set back in between. */
function distance(one: number, other: number): number {
  return Math.abs(one - other);
}
