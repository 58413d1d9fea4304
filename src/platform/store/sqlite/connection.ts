// Opens connections to SQLite with the settings that a service needs.

import { Database } from 'bun:sqlite';
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite';
import { countDescriptors } from '../../lib/descriptors.ts';
import { Failure } from '../../lib/failure.ts';
import { describeFileFailure } from '../../lib/file-failure.ts';
import { databaseFindings } from '../../messages/messages.ts';
import { describeStorageFailure, findSqliteError, isBusy } from './errors.ts';

export interface Connection {
  client: Database;
  orm: BunSQLiteDatabase;
}

const busyTimeoutMs = 5000;

/** Opens a private database in memory: empty, or with the content of `image`. */
export function openMemoryConnection(image?: Uint8Array): Connection {
  const client = image === undefined ? new Database(':memory:') : Database.deserialize(image);
  client.run('PRAGMA foreign_keys = ON');
  client.run('PRAGMA secure_delete = ON');
  return { client, orm: drizzle({ client }) };
}

/** Opens an existing file. A commit is on the disk before its call returns. Throws `unavailable` without WAL. */
export function openFileConnection(path: string): Connection {
  const client = new Database(path, { readwrite: true });
  try {
    client.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    switchToWal(client, path);
    client.run('PRAGMA synchronous = FULL');
    client.run('PRAGMA foreign_keys = ON');
    // Deleted data, such as an email that was sent, must not stay readable in the file.
    client.run('PRAGMA secure_delete = ON');
  } catch (error) {
    client.close(true);
    throw error;
  }
  return { client, orm: drizzle({ client }) };
}

// Switching takes a lock. When two processes open a fresh file, SQLite does not wait for this lock.
function switchToWal(client: Database, path: string): void {
  const deadlineMs = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      const mode = client.prepare<{ journal_mode: string }, []>('PRAGMA journal_mode = WAL').get();
      if (mode?.journal_mode === 'wal') return;
      const message = `The file system of ${path} does not let SQLite share a file between programs (WAL). Use a data folder on a local disk (MUSTER_DATA).`;
      throw new Failure('unavailable', message);
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadlineMs) throw error;
      Bun.sleepSync(5);
    }
  }
}

/** `unavailable` with the path and a remedy for an error of SQLite; returns any other error unchanged. */
export function describeOpenFailure(error: unknown, path: string): unknown {
  const sqliteError = findSqliteError(error);
  const code = sqliteError?.code;
  if (sqliteError === undefined || code === undefined) return error;
  // Such a failure already names the file in a sentence of its own.
  if (error instanceof Failure && error.message !== describeStorageFailure(code)) return error;
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) {
    const text = () => `${databaseFindings.unreadable(path)} (${code})`;
    return new Failure('unavailable', text, { cause: sqliteError });
  }
  const sentence = isRefused(code)
    ? describeRefusal(path, `${path} cannot be opened for writing`)
    : undefined;
  const message = sentence ?? `${openSentence(sqliteError, code, path)} (${code})`;
  return new Failure('unavailable', message, { cause: sqliteError });
}

function isRefused(code: string): boolean {
  return /^SQLITE_(CANTOPEN|READONLY|PERM|AUTH)/.test(code);
}

/** Files that SQLite opens for one connection and for a copy. */
const DESCRIPTORS = 8;

/** `what` with the system's reason for refusing the file at `path` or its folder, which SQLite does not pass on. */
export function describeRefusal(path: string, what: string): string | undefined {
  try {
    accessSync(dirname(path), constants.R_OK | constants.W_OK | constants.X_OK);
    if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
    const { open = 0, allowed = Number.POSITIVE_INFINITY } = countDescriptors() ?? {};
    if (allowed - open >= DESCRIPTORS) return undefined;
    return describeFileFailure(what, undefined, 'EMFILE');
  } catch (error) {
    return describeFileFailure(what, error);
  }
}

function openSentence(error: Error, code: string, path: string): string {
  if (isRefused(code)) {
    return `${path} cannot be opened for writing. Make the user that muster runs as the owner of the file and its folder.`;
  }
  return `${path} cannot be used. ${describeStorageFailure(code) ?? error.message}`;
}

/** Makes a transaction that a power cut may lose; the file stays intact. No other change comes between. */
export async function withoutSync<Result>(
  client: Database,
  transaction: () => Result | Promise<Result>,
): Promise<Result> {
  client.run('PRAGMA synchronous = NORMAL');
  try {
    return await transaction();
  } finally {
    client.run('PRAGMA synchronous = FULL');
  }
}

/** How long to wait for a program that is reading. The pages that it keeps are wiped the next time. */
const WIPE_PATIENCE_MS = 50;

/** Makes removed rows unreadable: the database has zeros in their place, but older pages in the WAL still hold them. */
export function wipeRemains({ client }: Connection): void {
  const before = client.prepare<{ timeout: number }, []>('PRAGMA busy_timeout').get()?.timeout ?? 0;
  client.run(`PRAGMA busy_timeout = ${WIPE_PATIENCE_MS}`);
  try {
    client.run('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (!isBusy(error)) throw error;
  } finally {
    client.run(`PRAGMA busy_timeout = ${before}`);
  }
}
