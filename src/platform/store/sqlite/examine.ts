// Examines a database for `muster check`: whether it is intact and writable.

import type { Database } from 'bun:sqlite';
import { Failure } from '../../lib/failure.ts';
import { databaseFindings } from '../../messages/messages.ts';
import { openForLooking, readAppliedTags, readBesideWriter } from './applied.ts';
import { describeOpenFailure, openFileConnection } from './connection.ts';
import { findDamage, readNumber } from './damage.ts';
import { findSqliteError, isBusy } from './errors.ts';
import { isNewDatabase, refuseLostDatabase, requireWritableFile } from './folder.ts';
import type { Migration } from './migrations.ts';
import { refuseBesideService } from './other-process.ts';

/** More than SQLite keeps in memory, so that it reaches the disk. */
const TRIAL_BYTES = 256 * 1024;

/** Reads every page, then rolls back a row. Throws `unavailable`, or `conflict` beside a service's other database. */
export function examineDatabase(folder: string, path: string, known: readonly Migration[]) {
  const isNew = isNewDatabase(path);
  refuseBesideService(path);
  if (isNew) {
    refuseLostDatabase(folder);
    return { isNew, bytes: 0, tookMs: 0, missing: 0 };
  }
  requireWritableFile(path);
  try {
    const startedAt = performance.now();
    const applied = readBesideWriter(path, (client) => {
      refuseDamage(client, path);
      return readAppliedTags(client, known, path).length;
    });
    const tookMs = performance.now() - startedAt;
    return { isNew, bytes: tryToWrite(path), tookMs, missing: known.length - applied };
  } catch (error) {
    throw describeOpenFailure(error, path);
  }
}

function refuseDamage(client: Database, path: string): void {
  const damage = findDamage(client);
  if (damage === undefined) return;
  const { detail, tables } = damage;
  throw new Failure('unavailable', () => databaseFindings.damaged(path, detail, tables.join(', ')));
}

/** Returns the size of the database in bytes, including the data still in its WAL. */
function tryToWrite(path: string): number {
  const { client } = openFileConnection(path);
  try {
    // With a larger cache, nothing would reach the disk before the rollback.
    client.run('PRAGMA cache_size = 10');
    const bytes = readNumber(client, 'PRAGMA page_count') * readNumber(client, 'PRAGMA page_size');
    client.run('BEGIN IMMEDIATE');
    client.run('CREATE TABLE muster_check (trial BLOB NOT NULL)');
    client.run(`INSERT INTO muster_check VALUES (zeroblob(${TRIAL_BYTES}))`);
    return bytes;
  } catch (error) {
    if (!isBusy(error)) throw error;
    const message = `${path} cannot be written: another program has locked it (${findSqliteError(error)?.code}). End that program, or try again.`;
    throw new Failure('unavailable', message);
  } finally {
    if (client.inTransaction) client.run('ROLLBACK');
    client.close(true);
  }
}

/** The newest time in the database, in milliseconds since the Unix epoch; `undefined` when there is none. */
export function readNewestMoment(path: string): number | undefined {
  try {
    using client = openForLooking(path);
    const newest = readNumber(
      client,
      `SELECT max(at) FROM (
        SELECT last_alive_at AS at FROM service_state
        UNION ALL SELECT max(registered_at) FROM accounts
        UNION ALL SELECT max(at) FROM audit_entries
      )`,
    );
    return newest === 0 ? undefined : newest;
  } catch (error) {
    throw describeOpenFailure(error, path);
  }
}
