// The data folder: makes it, and says plainly what is wrong with one that cannot be used.

import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf, MusterError } from '../lib/errors.ts';

/** The database's path inside the data folder. */
export function databasePath(folder: string): string {
  return join(folder, 'muster.db');
}

/** Where copies of the database are kept. */
export function backupFolder(folder: string): string {
  return join(folder, 'backups');
}

/**
 * Makes the folder, readable by its owner alone, unless it exists. Throws `unavailable` when it is
 * a file, cannot be made, or cannot be written.
 */
export function prepareFolder(folder: string): void {
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new MusterError(
      'unavailable',
      `The data folder ${folder} is a file. Move it away, or name another folder (MUSTER_DATA).`,
    );
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new MusterError(
      'unavailable',
      `The data folder ${folder} cannot be made or written (${codeOf(error)}). ` +
        'Give it to the user that muster runs as, or name another folder (MUSTER_DATA).',
      { cause: error },
    );
  }
}

/**
 * Makes an empty file that its owner alone may read; SQLite gives its side files the same mode.
 * Returns false, and leaves the file alone, when there is one.
 */
export function createPrivateFile(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw new MusterError('unavailable', `The file ${path} cannot be made (${codeOf(error)}).`, {
      cause: error,
    });
  }
}

/**
 * Throws `unavailable` unless `path` is a file that may be written. SQLite would open a file that may
 * only be read without a word, and fail at the first change.
 */
export function requireWritableFile(path: string): void {
  if (!statSync(path).isFile()) {
    throw new MusterError(
      'unavailable',
      `${path} is not a file. Move it away, or name another folder (MUSTER_DATA).`,
    );
  }
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new MusterError(
      'unavailable',
      `${path} cannot be written (${codeOf(error)}). Give it and its folder to the user that muster runs as.`,
      { cause: error },
    );
  }
}
