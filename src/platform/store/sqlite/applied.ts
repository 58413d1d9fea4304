// Reads which migrations were applied to a database, and refuses one that this version must not change.

import { constants, Database } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Failure } from '../../lib/failure.ts';
import { listTables } from './damage.ts';
import type { Migration } from './migrations.ts';

/** Names of the applied migrations, oldest first. Throws `unavailable` for unknown ones and for another program's tables. */
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
    const message = `${path} was made by a newer muster: it has had the change "${unknown}", which this version does not know. Nothing was changed. Use that version or a newer one, or restore an older backup.`;
    throw new Failure('unavailable', message);
  }
  return applied;
}

/** Throws like `readAppliedTags`, and what SQLite throws for a file that is no database; changes nothing. */
export function refuseForeignFile(path: string, known: readonly Migration[]): void {
  try {
    readBesideWriter(path, (client) => readAppliedTags(client, known, path));
  } catch (error) {
    // A power cut while the database was made: SQLite undoes what is half written when it opens the file.
    if (!(error instanceof Failure) && hasUnfinishedChange(path)) return;
    throw error;
  }
}

const MAX_LOOKS = 5;

/** Reads like `openForLooking`, and once more where that throws and another process wrote meanwhile. */
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

/** Whether SQLite kept what was in the file before a change. Databases of muster have a WAL instead, once they are made. */
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
 * Opens without a change to the folder: a plain read-only connection would leave side files that it may not remove.
 * Without a WAL all data is in the main file, which is then opened as immutable.
 */
export function openForLooking(path: string): Database {
  const walBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (walBytes > 0) return new Database(path, { readonly: true });
  return new Database(
    `${pathToFileURL(path).href}?immutable=1`,
    constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI,
  );
}
