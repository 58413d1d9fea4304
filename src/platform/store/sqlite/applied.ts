// Reads which migrations a database has, and refuses a database that this version must not change.

import { constants, Database } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Failure } from '../../lib/failure.ts';
import { listTables } from './damage.ts';
import type { Migration } from './migrations.ts';

/** Names of applied migrations, oldest first. Throws `unavailable` for unknown ones and another program's tables. */
export function readAppliedTags(
  client: Database,
  known: readonly Migration[],
  path: string,
): string[] {
  const tables = listTables(client);
  if (!tables.includes('muster_migrations')) {
    if (tables.length === 0) return [];
    const message = `${path} is a database of another program. Use another data folder (MUSTER_DATA).`;
    throw new Failure('unavailable', message);
  }
  const applied = client
    .prepare<{ tag: string }, []>('SELECT tag FROM muster_migrations ORDER BY position')
    .all()
    .map((row) => row.tag);
  const unknown = applied.find((tag) => !known.some((migration) => migration.tag === tag));
  if (unknown !== undefined) {
    const message = `${path} was made by a newer muster: it has the change "${unknown}", which this version does not know. Nothing was changed. Use that version or a newer one, or restore an older backup.`;
    throw new Failure('unavailable', message);
  }
  return applied;
}

/** Throws like `readAppliedTags`, and SQLite's error for a file that is not a database. Changes nothing. */
export function refuseForeignFile(path: string, known: readonly Migration[]): void {
  try {
    readBesideWriter(path, (client) => readAppliedTags(client, known, path));
  } catch (error) {
    // A power cut interrupted the creation of the database: SQLite undoes the half-written change when it opens the
    // file.
    if (!(error instanceof Failure) && hasUnfinishedChange(path)) return;
    throw error;
  }
}

const MAX_LOOKS = 5;

/** Reads like `openForLooking`, and once more when reading fails while another process writes. */
export function readBesideWriter<Result>(path: string, look: (client: Database) => Result): Result {
  for (let count = 1; ; count += 1) {
    const before = stampFiles(path);
    try {
      using client = openForLooking(path);
      return look(client);
    } catch (error) {
      if (count === MAX_LOOKS || stampFiles(path) === before) throw error;
    }
  }
}

/** Whether SQLite saved the content of the file before a change. Finished databases of Muster have a WAL instead. */
function hasUnfinishedChange(path: string): boolean {
  return (statSync(`${path}-journal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** A text that changes when another process writes to the database's files. */
function stampFiles(path: string): string {
  return [path, `${path}-wal`]
    .map((each) => statSync(each, { bigint: true, throwIfNoEntry: false }))
    .map((stats) => `${stats?.size} ${stats?.mtimeNs}`)
    .join();
}

/**
 * Opens without changing the folder: a plain read-only connection would leave side files that it may not remove.
 * Without a WAL, the main file has all data and is opened as immutable.
 */
export function openForLooking(path: string): Database {
  const walBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (walBytes > 0) return new Database(path, { readonly: true });
  return new Database(
    `${pathToFileURL(path).href}?immutable=1`,
    constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI,
  );
}
