// Examines a database for `muster check`: whether it is whole, and whether it can be written.

import type { Database } from 'bun:sqlite';
import { Failure } from '../../lib/failure.ts';
import { openForLooking, readAppliedTags, stampFiles } from './applied.ts';
import { describeOpenFailure, openFileConnection } from './connection.ts';
import { findSqliteError, isBusy } from './errors.ts';
import { isNewDatabase, refuseLostDatabase, requireWritableFile } from './folder.ts';
import { isHistoryTable } from './history-damage.ts';
import type { Migration } from './migrations.ts';
import { refuseBesideService } from './other-process.ts';

/** The result for a database in which nothing is wrong. */
export interface Examined {
  /** There is none yet: the first start creates it. */
  isNew: boolean;
  bytes: number;
  /** How long reading every page took. */
  tookMs: number;
}

/** More than SQLite keeps in memory, so that it is written to the disk. */
const TRIAL_BYTES = 256 * 1024;
/** How often the database is read where a running service writes meanwhile. */
const MOST_LOOKS = 3;

/**
 * Reads every page of the database at `path`, then writes a row and rolls it back. Nothing is changed. Throws
 * `unavailable` with what is wrong and what to do, and `conflict` where a running service has another
 * database open.
 */
export function examineDatabase(
  folder: string,
  path: string,
  known: readonly Migration[],
): Examined {
  const isNew = isNewDatabase(path);
  refuseBesideService(path);
  if (isNew) {
    refuseLostDatabase(folder);
    return { isNew, bytes: 0, tookMs: 0 };
  }
  requireWritableFile(path);
  try {
    const startedAt = performance.now();
    refuseDamage(path, known);
    const tookMs = performance.now() - startedAt;
    return { isNew, bytes: tryToWrite(path), tookMs };
  } catch (error) {
    throw describeOpenFailure(error, path);
  }
}

function refuseDamage(path: string, known: readonly Migration[]): void {
  for (let look = 1; ; look += 1) {
    const before = stampFiles(path);
    try {
      refuseDamageOnce(path, known);
      return;
    } catch (error) {
      if (look === MOST_LOOKS || stampFiles(path) === before) throw error;
    }
  }
}

function refuseDamageOnce(path: string, known: readonly Migration[]): void {
  using client = openForLooking(path);
  readAppliedTags(client, known, path);
  const [first] = findDamage(client);
  if (first === undefined) return;
  const others = client
    .prepare<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .filter(({ name }) => !isHistoryTable(name));
  const isHistoryAlone = others.every(({ name }) => findDamage(client, `("${name}")`).length === 0);
  // The first line only names the database.
  const detail = first.replace(/^\*\*\* in database main \*\*\*\n/, '').split('\n')[0];
  throw new Failure(
    'unavailable',
    isHistoryAlone
      ? `${path} is damaged (${detail}), but only in the player history. Everything else works, and a start that finds the damage sets the history aside.`
      : `${path} is damaged (${detail}). Replace it with a backup (the folder backups in the data folder has those that Muster made), or move it away to start with an empty one.`,
  );
}

function findDamage(client: Database, of = ''): string[] {
  try {
    const rows = client.prepare<{ quick_check: string }, []>(`PRAGMA quick_check${of}`).all();
    return rows.map((row) => row.quick_check).filter((line) => line !== 'ok');
  } catch (error) {
    // Some damage ends the check with an error.
    const code = findSqliteError(error)?.code;
    if (code?.startsWith('SQLITE_CORRUPT')) return [code];
    throw error;
  }
}

/** Returns the size of the database in bytes, what is still in its WAL included. */
function tryToWrite(path: string): number {
  const { client } = openFileConnection(path);
  try {
    // With a larger cache nothing would reach the disk before the rollback.
    client.run('PRAGMA cache_size = 10');
    const pages = Number(client.prepare('PRAGMA page_count').values()[0]?.[0]);
    const pageBytes = Number(client.prepare('PRAGMA page_size').values()[0]?.[0]);
    client.run('BEGIN IMMEDIATE');
    client.run('CREATE TABLE muster_check (trial BLOB NOT NULL)');
    client.run(`INSERT INTO muster_check VALUES (zeroblob(${TRIAL_BYTES}))`);
    return pages * pageBytes;
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new Failure(
      'unavailable',
      `${path} cannot be written: another program has locked it (${findSqliteError(error)?.code}). End that program, or try again.`,
    );
  } finally {
    if (client.inTransaction) client.run('ROLLBACK');
    client.close(true);
  }
}

/** The newest moment in the database, in milliseconds since the Unix epoch; `undefined` where there is none. */
export function readNewestMoment(path: string): number | undefined {
  try {
    using client = openForLooking(path);
    const [newest] = client
      .prepare<{ at: number | null }, []>(
        `SELECT max(at) AS at FROM (
          SELECT last_alive_at AS at FROM service_state
          UNION ALL SELECT max(registered_at) FROM accounts
          UNION ALL SELECT max(at) FROM audit_entries
        )`,
      )
      .all();
    return newest?.at ?? undefined;
  } catch (error) {
    throw describeOpenFailure(error, path);
  }
}
