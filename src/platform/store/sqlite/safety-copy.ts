// Copies the database before a change, under a name that no file has yet.

import { Database } from 'bun:sqlite';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf, Failure } from '../../lib/failure.ts';
import { findSqliteError } from './errors.ts';
import { createPrivateFile } from './folder.ts';

/**
 * Copies the database at `path`, without uncommitted changes of others, to the first free name of `copyNames`. Throws
 * `unavailable`, and leaves no partial copy.
 */
export function keepCopy(path: string, folder: string, name: string): string {
  const copyIt = (copy: string) => {
    using source = new Database(path, { readonly: true });
    source.run('VACUUM INTO ?', [copy]);
  };
  const explain = (reason: string) =>
    `No backup of ${path} could be made in ${folder} (${reason}), so it was not changed. Free some space or correct the permissions of that folder, then start again.`;
  return copyInto(folder, name, copyIt, explain);
}

function copyInto(
  folder: string,
  name: string,
  copyIt: (copy: string) => void,
  explain: (reason: string) => string,
): string {
  let copy: string | undefined;
  try {
    makeLastFolder(folder);
    copy = copyNames(folder, name).find(createPrivateFile) as string;
    copyIt(copy);
    // VACUUM INTO leaves its copy in the system's cache.
    syncToDisk(copy);
    syncToDisk(folder);
    return copy;
  } catch (error) {
    if (copy !== undefined) rmSync(copy, { force: true });
    const reason = findSqliteError(error)?.code ?? codeOf(error);
    throw new Failure('unavailable', explain(reason), { cause: error });
  }
}

/** Does not make the parent folder: if somebody moved it away, a new one would be in its way. */
function makeLastFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
}

/** Gives a file the first free name of `copyNames` plus `side`. Returns the name without `side`. */
export function keepFile(path: string, folder: string, name: string, side = ''): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isKept = (kept: string) => {
    try {
      if (existsSync(kept)) return false;
      copyOrLink(path, `${kept}${side}`);
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    }
  };
  return copyNames(folder, name).find(isKept) as string;
}

/** Gives a file an additional name, or copies it when the file system cannot. Throws EEXIST when `to` exists. */
export function copyOrLink(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    // The folder is on another disk, or its file system has no hard links.
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    syncToDisk(to);
  }
}

export function* copyNames(folder: string, name: string): Generator<string, never> {
  for (let count = 1; ; count += 1) {
    yield join(folder, `${name}${count === 1 ? '' : `-${count}`}.db`);
  }
}

/** The time as names of copies have it, such as `20260131T235900Z`. */
export function stampOf(now: number): string {
  return new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
}

export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
