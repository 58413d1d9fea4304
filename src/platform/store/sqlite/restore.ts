// Replaces the database by a backup: makes a checked copy beside it, then renames the copy.

import { constants, Database } from 'bun:sqlite';
import {
  accessSync,
  constants as fileConstants,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf, Failure, reasonOf } from '../../lib/failure.ts';
import { openForLooking, readAppliedTags } from './applied.ts';
import { findDamage, listTables, readNumber } from './damage.ts';
import { findSqliteError, isBusy } from './errors.ts';
import { backupFolder, databasePath, identify, prepareFolder, SIDES } from './folder.ts';
import { migrations } from './migrations.ts';
import { copyOrLink, keepFile, stampOf, syncToDisk } from './safety-copy.ts';
import { copyVerified, type VerifiedCopy } from './verified-copy.ts';

export interface DatabaseSummary {
  counts: Readonly<Record<string, number>>;
  latestAt: number | undefined;
  migrations: number;
  bytes: number;
}

const COUNTED = ['accounts', 'claims', 'servers', 'bans', 'reports', 'audit_entries'];
const TIMES: readonly (readonly [table: string, column: string, unitMs: number])[] = [
  ['accounts', 'registered_at', 1],
  ['sessions', 'last_used_at', 1],
  ['account_log', 'at', 1],
  ['audit_entries', 'at', 1],
  ['servers', 'last_beat_at', 1],
  ['history_minutes', 'at', 60_000],
];

const PATIENCE_MS = 5_000;

/** Summarizes a backup. Throws `invalid` for a damaged or foreign file, `unavailable` for a newer version's. */
export function summarizeBackup(dataFolder: string, file: string): DatabaseSummary {
  const stats = statOf(file);
  if (stats === undefined) throw new Failure('not_found', `There is no file ${file}.`);
  if (!stats.isFile()) throw new Failure('invalid', `${file} is not a file.`);
  accessSync(file, fileConstants.R_OK);
  if (identify(file) === identify(databasePath(dataFolder))) {
    throw new Failure('invalid', `${file} is the database itself. Name a backup of it.`);
  }
  return readWhole(file, (client) => summarize(client, file));
}

function readWhole<Result>(file: string, read: (client: Database) => Result): Result {
  try {
    using client = openForLooking(file);
    if (!listTables(client).includes('muster_migrations')) {
      throw new Failure('invalid', `${file} is not a database of Muster.`);
    }
    const damage = findDamage(client);
    if (damage !== undefined)
      throw new Failure('invalid', `${file} is damaged (${damage.detail}).`);
    return read(client);
  } catch (error) {
    const code = findSqliteError(error)?.code;
    if (error instanceof Failure || code === undefined) throw error;
    const what = /^SQLITE_(CORRUPT|NOTADB)/.test(code)
      ? 'is damaged or not a database'
      : 'cannot be read';
    throw new Failure('invalid', `${file} ${what} (${code}).`, { cause: error });
  }
}

/** The summary of the data folder's database; `undefined` when there is none. Throws SQLite's errors. */
export function summarizeDatabase(dataFolder: string): DatabaseSummary | undefined {
  const path = databasePath(dataFolder);
  const stats = statOf(path);
  if (stats === undefined || stats.size === 0) return undefined;
  using client = openForLooking(path);
  return summarize(client, path);
}

function summarize(client: Database, path: string): DatabaseSummary {
  // Comes first: it refuses a database that has other tables.
  const applied = readAppliedTags(client, migrations, path);
  const read = (query: string) => readNumber(client, query);
  const times = TIMES.map(
    ([table, column, unitMs]) => read(`SELECT max(${column}) FROM ${table}`) * unitMs,
  );
  const latestAt = Math.max(0, ...times);
  return {
    counts: Object.fromEntries(
      COUNTED.map((table) => [table, read(`SELECT count(*) FROM ${table}`)]),
    ),
    latestAt: latestAt === 0 ? undefined : latestAt,
    migrations: applied.length,
    // Data still in the WAL counts too.
    bytes: read('PRAGMA page_count') * read('PRAGMA page_size'),
  };
}

/** Puts a checked copy beside the database, for `finishRestore` or the next start. Throws like `copyVerified`. */
export function stageRestore(dataFolder: string, file: string): VerifiedCopy {
  prepareFolder(dataFolder);
  return copyVerified({
    source: file,
    open: openForLooking,
    target: stagedPath(dataFolder),
    isReplacing: true,
  });
}

export function cancelRestore(dataFolder: string): void {
  rmSync(stagedPath(dataFolder), { force: true });
}

function stagedPath(dataFolder: string): string {
  return join(dataFolder, 'muster-restore.db');
}

/**
 * Replaces the database by the staged copy and keeps the old database in `backups`. The caller holds the folder's lock.
 * After any interruption, the next call continues. Throws `invalid` when the copy has been damaged since, and moves it
 * out of the way; `conflict` when another program has the database open; `unavailable` when the files cannot be
 * changed.
 */
export function finishRestore(
  dataFolder: string,
  now: number,
): { path: string; keptAs: string | undefined } | undefined {
  const staged = stagedPath(dataFolder);
  if (statOf(staged) === undefined) return undefined;
  const path = databasePath(dataFolder);
  refuseDamagedStaged(staged);
  try {
    const keptAs = keepDatabase(path, backupFolder(dataFolder), now);
    // The WAL of the old database would be applied to the new one.
    for (const side of SIDES) rmSync(`${path}${side}`, { force: true });
    renameSync(staged, path);
    syncToDisk(dataFolder);
    return { path, keptAs };
  } catch (error) {
    if (error instanceof Failure) throw error;
    const message = `${staged} could not replace ${path} (${codeOf(error)}). Correct the permissions of the folder and try again, or remove ${staged} to keep the current database.`;
    throw new Failure('unavailable', message, { cause: error });
  }
}

function refuseDamagedStaged(staged: string): void {
  try {
    readWhole(staged, (client) => readAppliedTags(client, migrations, staged));
  } catch (error) {
    renameSync(staged, `${staged}-refused`);
    throw new Failure('invalid', `${reasonOf(error)} The database was left as it is.`, {
      cause: error,
    });
  }
}

/** Gives the database's files additional names in `folder`; the old names stay until the new database takes them. */
function keepDatabase(path: string, folder: string, now: number): string | undefined {
  const isThere = (each: string) => (statOf(each)?.size ?? 0) > 0;
  if (isThere(path)) closeDatabase(path);
  const files = [path, `${path}-wal`, `${path}-journal`].filter(isThere);
  if (files.length === 0) return undefined;
  // When only a WAL is left, it gets the name that it would have beside the database.
  const [first = path] = files;
  const side = first.slice(path.length);
  const kept = keepFile(first, folder, `muster-before-restore-${stampOf(now)}`, side);
  for (const file of files.slice(1)) copyOrLink(file, `${kept}${file.slice(path.length)}`);
  syncToDisk(folder);
  return kept;
}

/** Merges everything into the one file, which works only while nobody else has it open. */
function closeDatabase(path: string): void {
  try {
    using client = new Database(path, { readwrite: true });
    client.run(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
    // Closing an unreadable database would remove its WAL.
    client.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1);
    client.prepare('SELECT count(*) FROM sqlite_schema').get();
    client.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 0);
    client.prepare('PRAGMA journal_mode = DELETE').get();
  } catch (error) {
    // A damaged database is kept with its WAL.
    if (!isBusy(error)) return;
    const message = `Another program has ${path} open. End it, then try again: what it writes would be lost.`;
    throw new Failure('conflict', message, { cause: error });
  }
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}
