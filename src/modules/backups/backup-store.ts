// Makes one backup as the settings say: its name, the free space, older copies, and the program that runs afterwards.

import { mkdir } from 'node:fs/promises';
import { type Clock, HOUR_MS } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { findFreeSpace, MIB } from '../../platform/lib/free-space.ts';
import { runProgram } from '../../platform/lib/run-program.ts';
import {
  findBackupPath,
  findBirth,
  findLatestBackup,
  findSize,
  requireBackupFolder,
} from '../../platform/store/sqlite/backup-files.ts';
import { pruneCopies } from '../../platform/store/sqlite/backup-retention.ts';
import { backupFolder as ownFolder } from '../../platform/store/sqlite/folder.ts';
import type { BackupCopy, BackupStore } from './backups.ts';
import type { BackupSettings } from './settings.ts';

const MAX_COMMAND_MS = HOUR_MS;

/** Creates the store. `settings` may change later. `make` copies a data folder's database into a checked file. */
export function createBackupStore(
  settings: BackupSettings,
  clock: Clock,
  make: (dataFolder: string, target: string) => Promise<BackupCopy>,
): BackupStore {
  /** Removes the copies of one kind that the settings do not keep. */
  const prune = (folder: string, kind: 'backup' | 'before') => {
    const { backupKeep: count, backupKeepDays, dataFolder } = settings;
    const rule = { count, maxAgeMs: backupKeepDays * 24 * HOUR_MS };
    return pruneCopies(folder, kind, rule, clock.now(), dataFolder);
  };
  return {
    async backUp(signal) {
      await requireSpace(settings);
      const target = await findBackupPath(settings.backupFolder, clock.now());
      const copy = await make(settings.dataFolder, target);
      const removed = await prune(settings.backupFolder, 'backup');
      return { copy, removed, commandFailure: await runCommand(settings, target, signal) };
    },
    findLatest: () => findLatestBackup(settings.backupFolder, clock.now()),
    findBirth: () => findBirth(settings.dataFolder),
    requireFolder: () => requireBackupFolder(settings.backupFolder, settings.dataFolder),
    async removeSafetyCopies() {
      await prune(ownFolder(settings.dataFolder), 'before');
    },
  };
}

/** Backups must not fill the disk of a healthy service. */
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

async function runCommand(
  { backupCommand, backupFolder: cwd, backupEveryMs }: BackupSettings,
  target: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (backupCommand === undefined) return undefined;
  // The settings may hold secrets, which the program must not get.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('MUSTER_')),
  );
  const timeoutMs = Math.min(MAX_COMMAND_MS, backupEveryMs || MAX_COMMAND_MS);
  return await runProgram({
    program: backupCommand,
    args: [target],
    cwd,
    env,
    timeoutMs,
    ...(signal === undefined ? {} : { signal }),
  });
}
