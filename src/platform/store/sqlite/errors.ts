// Turns errors of SQLite and Drizzle into failures that a person can act on, without any stored value.

import { SQLiteError } from 'bun:sqlite';
import { Failure } from '../../lib/failure.ts';

/** Finds the SQLite error inside other errors. Drizzle's wrapper quotes the values of the query. */
export function findSqliteError(error: unknown): SQLiteError | undefined {
  let current = error;
  while (current instanceof Error) {
    if (current instanceof SQLiteError) return current;
    current = current.cause;
  }
  return undefined;
}

export function isUniqueFailure(error: unknown): boolean {
  const code = findSqliteError(error)?.code;
  return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}

export function isBusy(error: unknown): boolean {
  return findSqliteError(error)?.code?.startsWith('SQLITE_BUSY') === true;
}

const FULL = 'The data disk is full, so nothing was saved. Free some space on it and try again.';

const sentences: readonly (readonly [prefix: string, sentence: string])[] = [
  ['SQLITE_FULL', FULL],
  // A file beside the database cannot grow.
  ['SQLITE_IOERR_SHMSIZE', FULL],
  [
    'SQLITE_IOERR',
    'The data disk could not be read or written, so nothing was saved. Check the disk.',
  ],
  ['SQLITE_BUSY', 'The database is busy with another change. Try again in a moment.'],
  ['SQLITE_LOCKED', 'The database is busy with another change. Try again in a moment.'],
  [
    'SQLITE_READONLY',
    'The database cannot be written, so nothing was saved. Check the owner of its files and folder.',
  ],
  ['SQLITE_CANTOPEN', 'A file of the database cannot be opened. Check the data folder.'],
  ['SQLITE_CORRUPT', 'The database is damaged. muster check says where, and what to do.'],
  ['SQLITE_NOTADB', 'The database is damaged. muster check says where, and what to do.'],
];

/** The sentence for a failure of the disk or database, by SQLite's code. Visitors may see it, so it has no path. */
export function describeStorageFailure(code: string | undefined): string | undefined {
  return sentences.find(([prefix]) => code?.startsWith(prefix))?.[1];
}

export function withStoreErrorsSync<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw toStoreError(error);
  }
}

/** The error for the store to throw, without Drizzle's wrapper, whose message holds salts, hashes and addresses. */
export function toStoreError(error: unknown): unknown {
  if (error instanceof Failure) return error;
  const sqliteError = findSqliteError(error);
  const sentence = describeStorageFailure(sqliteError?.code);
  if (sentence !== undefined) return new Failure('unavailable', sentence, { cause: sqliteError });
  return sqliteError ?? error;
}
