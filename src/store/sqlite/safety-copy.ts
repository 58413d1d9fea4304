// Safety copies of the database: before a migration changes it, and when its file is gone.

import { Database } from 'bun:sqlite';
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, Failure } from '../../lib/failure.ts';
import { findSqliteError } from './errors.ts';
import { createPrivateFile } from './folder.ts';

/**
 * Copies the database at `path` into `folder` as `<name>.db`, or `<name>-2.db` and so on where that exists: no
 * copy is ever overwritten. Returns the copy's path once it is on the disk. Throws `unavailable`, and leaves no
 * partial copy, when it cannot be made. Another connection may hold the write lock meanwhile; its uncommitted
 * changes are not in the copy.
 */
export function keepCopy(path: string, folder: string, name: string): string {
  try {
    return copyInto(folder, name, (copy) => {
      using source = new Database(path, { readonly: true });
      source.run('VACUUM INTO ?', [copy]);
    });
  } catch (error) {
    throw new Failure(
      'unavailable',
      `No backup of ${path} could be made in ${folder} (${reasonFor(error)}), so it was not changed. ` +
        'Free some space or correct the permissions of that folder, then start again.',
      { cause: error },
    );
  }
}

/**
 * The same for an open database, also when its file was moved or deleted. Throws `unavailable`; the connection
 * must be allowed to write.
 */
export function saveOpenDatabase(client: Database, folder: string, name: string): string {
  try {
    return copyInto(folder, name, (copy) => client.run('VACUUM INTO ?', [copy]));
  } catch (error) {
    throw new Failure(
      'unavailable',
      `The contents of the database could not be saved in ${folder} (${reasonFor(error)}).`,
      { cause: error },
    );
  }
}

/** The time in names of copies, such as `20260131T235900Z`. */
export function stampOf(now: number): string {
  return new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Forces what was written to a file or folder onto the disk. */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function copyInto(folder: string, name: string, write: (copy: string) => void): string {
  let copy: string | undefined;
  try {
    makeLastFolder(folder);
    copy = reserveFile(folder, name);
    write(copy);
    // VACUUM INTO leaves its copy in the system's cache.
    syncToDisk(copy);
    syncToDisk(folder);
    return copy;
  } catch (error) {
    if (copy !== undefined) rmSync(copy, { force: true });
    throw error;
  }
}

/** Not the folder above it: where that was moved away, a new one would be in its way. */
function makeLastFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
}

function reasonFor(error: unknown): string {
  return findSqliteError(error)?.code ?? codeOf(error);
}

function reserveFile(folder: string, name: string): string {
  for (let attempt = 1; ; attempt += 1) {
    const path = join(folder, `${name}${attempt === 1 ? '' : `-${attempt}`}.db`);
    if (createPrivateFile(path)) return path;
  }
}
