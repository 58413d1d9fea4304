// The data folder: makes it, locks it for one service, and reports why it is unusable.

import { Database } from 'bun:sqlite';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf, Failure, readOr } from '../../lib/failure.ts';
import { sayFileFailure } from '../../lib/file-failure.ts';
import { fileFailures } from '../../messages/messages.ts';
import { describeOpenFailure } from './connection.ts';
import { isBusy } from './errors.ts';

export function databasePath(folder: string): string {
  return join(folder, 'muster.db');
}

/** Suffixes of the files that SQLite puts beside a database. */
export const SIDES = ['-wal', '-shm', '-journal'];

export function backupFolder(folder: string): string {
  return join(folder, 'backups');
}

/** The failure for the operator when the system refuses a file operation. */
export function fileFailure(what: string | (() => string), error: unknown): Failure {
  const text = sayFileFailure(typeof what === 'string' ? () => what : what, error);
  return new Failure('unavailable', text, { cause: error });
}

/** Whether the file is missing or empty. Throws `unavailable` when nobody can look. */
export function isNewDatabase(path: string): boolean {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size === 0;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw fileFailure(() => fileFailures.useData(dirname(path)), error);
  }
}

/** Throws `unavailable` when files show that there was a database: a new one would hide the loss of all data. */
export function refuseLostDatabase(folder: string): void {
  const path = databasePath(folder);
  const traces = [
    ...listFiles(folder).filter((name) => TRACE.test(name) && name !== 'muster.db'),
    ...listFiles(backupFolder(folder)).map((name) => `${basename(backupFolder(folder))}/${name}`),
  ].filter((name) => (statOf(join(folder, name))?.size ?? 0) > 0);
  const [newest] = traces.toSorted((a, b) => changedAt(folder, b) - changedAt(folder, a));
  // Checked last, since another process may be creating the database: the WAL appears only after the file itself.
  if (newest === undefined || !isNewDatabase(path)) return;
  const message = `${path} is ${existsSync(path) ? 'empty' : 'missing'}, but ${newest} beside it shows that there was a database. Put a backup in its place, or move away what is beside it to start with an empty one.`;
  throw new Failure('unavailable', message);
}

/** A WAL, and names that people give to copies. Other side files also exist while a database is created. */
const TRACE = /^muster.*\.db(?!-(?:shm|journal)$)/;

function changedAt(folder: string, name: string): number {
  return statOf(join(folder, name))?.mtimeMs ?? 0;
}

/** `undefined` without a file or access; missing access is reported where the file is needed. */
const statOf = (path: string): Stats | undefined => readOr(() => statSync(path), undefined);

/** Identifies the file at a path by device and inode number; without a file, returns the system's error code. */
export function identify(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch (error) {
    return codeOf(error);
  }
}

/** Empty when the folder is missing or inaccessible, which is reported where the folder is needed. */
export const listFiles = (folder: string): string[] => readOr(() => readdirSync(folder), []);

/** Creates the folder, accessible only to its owner. Throws `unavailable` when it cannot be created or written. */
export function prepareFolder(folder: string): void {
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    const message = `The data folder ${folder} is a file. Move it away, or use another folder (MUSTER_DATA).`;
    throw new Failure('unavailable', message);
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw fileFailure(`The data folder ${folder} cannot be created or written`, error);
  }
}

/** Throws `unavailable` unless the folder exists and is writable. */
export function requireWritableFolder(folder: string): void {
  try {
    // Only a folder can have a name below it.
    accessSync(`${folder}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw fileFailure(() => fileFailures.writeFolder(folder), error);
  }
}

/** Creates an empty file for its owner only; SQLite gives side files the same mode. False when the file exists. */
export function createPrivateFile(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw fileFailure(`The file ${path} cannot be created`, error);
  }
}

/** Throws `unavailable` unless the file is writable: SQLite would only fail at the first change. */
export function requireWritableFile(path: string): void {
  if (!statSync(path).isFile()) {
    const message = `${path} is not a file. Move it away, or use another folder (MUSTER_DATA).`;
    throw new Failure('unavailable', message);
  }
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw fileFailure(`${path} cannot be written`, error);
  }
}

/**
 * Locks the folder until the result is disposed or the process ends in any way. Throws `conflict` when another process
 * holds the lock. No other code here may open and close `service.lock`: closing any descriptor of a file drops all
 * locks of the process on it (POSIX).
 */
export function lockFolder(folder: string): Disposable {
  prepareFolder(folder);
  const path = join(folder, 'service.lock');
  createPrivateFile(path);
  let client: Database | undefined;
  try {
    client = new Database(path, { readwrite: true });
    client.run('PRAGMA journal_mode = MEMORY');
    client.run('BEGIN EXCLUSIVE');
  } catch (error) {
    client?.close(true);
    if (!isBusy(error)) throw describeOpenFailure(error, path);
    const message = `Another muster is using the data folder ${folder}. Stop it first, or use another folder (MUSTER_DATA).`;
    throw new Failure('conflict', message);
  }
  const held = client;
  return { [Symbol.dispose]: () => held.close(true) };
}

/** Puts a new key of the running service into the folder, for `muster doctor`; `undefined` when that fails. */
export function renewServiceKey(folder: string): string | undefined {
  // The key is as long as the hash that it is for.
  const key = randomBytes(32).toString('base64url');
  const path = join(folder, 'service.key');
  return readOr(() => {
    writeFileSync(`${path}.new`, key, { mode: 0o600 });
    renameSync(`${path}.new`, path);
    return key;
  }, undefined);
}

/** The key of the service that last started on this folder; `undefined` when it is unreadable. */
export function readServiceKey(folder: string): string | undefined {
  return readOr(() => readFileSync(join(folder, 'service.key'), 'utf8'), undefined);
}
