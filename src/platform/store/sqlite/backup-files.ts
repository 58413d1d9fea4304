// Backups of a data folder's database: makes one, lists them, and removes old copies.

import { Database } from 'bun:sqlite';
import { existsSync, type Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { CLOCK_PLAY_MS } from '../../lib/clock.ts';
import { codeOf, Failure } from '../../lib/failure.ts';
import { refuseForeignFile } from './applied.ts';
import {
  databasePath,
  fileFailure,
  isNewDatabase,
  refuseLostDatabase,
  requireWritableFolder,
} from './folder.ts';
import { migrations } from './migrations.ts';
import { refuseBesideService } from './other-process.ts';
import { copyNames, stampOf } from './safety-copy.ts';
import { copyVerified, type VerifiedCopy } from './verified-copy.ts';

/** How long the copy waits for another program that recovers or closes the database. */
const PATIENCE_MS = 5_000;

const NAMES = {
  /** Copies by `muster backup` and by the schedule. */
  backup: /^muster-(\d{8}T\d{6}Z)(?:-\d+)?\.db$/,
  /** Copies from before a change or replacement of the database. */
  before: /^muster-before-(?:\d+-to-\d+|restore)-(\d{8}T\d{6}Z)(?:-\d+)?\.db$/,
};
export type CopyKind = keyof typeof NAMES;

/** A free path for a new backup, since two backups may be made within one second. */
export async function findBackupPath(folder: string, now: number): Promise<string> {
  const taken = new Set((await listCopies(folder, 'backup')).map(({ path }) => path));
  const names = copyNames(folder, `muster-${stampOf(now)}`);
  return names.find((path) => !taken.has(path)) as string;
}

/** Copies the database to `target`, even while a service runs. Throws like `copyVerified`, and `not_found`. */
export function backUpDatabase(dataFolder: string, target: string): VerifiedCopy {
  const source = databasePath(dataFolder);
  refuseBesideService(source);
  if (isNewDatabase(source)) {
    refuseLostDatabase(dataFolder);
    throw new Failure('not_found', `There is no database in ${dataFolder} yet.`);
  }
  refuseForeignFile(source, migrations);
  return copyVerified({ source, open: openSource, target });
}

/**
 * Throws `unavailable` unless the folder is writable. A folder outside the data folder must exist already, because its
 * disk may not be mounted.
 */
export function requireBackupFolder(folder: string, dataFolder: string): void {
  if (folder.startsWith(join(dataFolder, sep)) && !existsSync(folder)) return;
  requireWritableFolder(folder);
}

/** Opens for writing, although nothing is written: otherwise the last reader could not remove its side files. */
function openSource(path: string): Database {
  const client = new Database(path, { readwrite: true });
  client.run(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
  return client;
}

/** The copies of a kind with the times in their names, newest first. Throws `unavailable`. */
export async function listCopies(folder: string, kind: CopyKind) {
  const names = await readdir(folder).catch((error: unknown): string[] => {
    if (codeOf(error) === 'ENOENT') return [];
    throw fileFailure(`The folder of backups ${folder} cannot be read`, error);
  });
  return names
    .flatMap((name) => {
      const stamp = NAMES[kind].exec(name)?.[1];
      return stamp === undefined ? [] : [{ path: join(folder, name), at: readStamp(stamp) }];
    })
    .toSorted((one, other) => other.at - one.at || (one.path < other.path ? 1 : -1));
}

function readStamp(stamp: string): number {
  return Date.parse(
    stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
}

/** Copies from before `now`. A name from the future means that the clock was wrong. */
export async function listPastCopies(folder: string, kind: CopyKind, now: number) {
  const copies = await listCopies(folder, kind);
  return copies.filter(({ at }) => at <= now + CLOCK_PLAY_MS);
}

/** When the latest backup in the folder was made; `undefined` without one. Throws `unavailable`. */
export async function findLatestBackup(folder: string, now: number): Promise<number | undefined> {
  return (await listPastCopies(folder, 'backup', now))[0]?.at;
}

/** When the database file was made, according to the file system; `undefined` without a file. */
export async function findBirth(dataFolder: string): Promise<number | undefined> {
  const stats = await statDatabase(dataFolder);
  return stats && Math.floor(stats.birthtimeMs);
}

/** Largest possible size of a backup in bytes; `undefined` without a database. */
export async function findSize(dataFolder: string): Promise<number | undefined> {
  const stats = await statDatabase(dataFolder);
  if (stats === undefined) return undefined;
  const log = await stat(`${databasePath(dataFolder)}-wal`).catch(() => undefined);
  return stats.size + (log?.size ?? 0);
}

/** `undefined` also when the file is unreadable, which is reported where the file is used. */
function statDatabase(dataFolder: string): Promise<Stats | undefined> {
  return stat(databasePath(dataFolder)).catch(() => undefined);
}
