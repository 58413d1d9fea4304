// Turns what SQLite and Drizzle throw into failures that a person can act on, without any value.

import { SQLiteError } from 'bun:sqlite';
import { Failure } from '../lib/failure.ts';

/** The SQLite error under whatever wraps it. Drizzle's wrapper quotes the values of the query. */
export function findSqliteError(error: unknown): SQLiteError | undefined {
  let current = error;
  while (current instanceof Error) {
    if (current instanceof SQLiteError) return current;
    current = current.cause;
  }
  return undefined;
}

/** Whether the error says that a value which must be unique is there already. */
export function isUniqueFailure(error: unknown): boolean {
  const code = findSqliteError(error)?.code;
  return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}

/** Whether the error says that another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return findSqliteError(error)?.code?.startsWith('SQLITE_BUSY') === true;
}

const sentences: readonly (readonly [prefix: string, sentence: string])[] = [
  [
    'SQLITE_FULL',
    'The disk that holds the data is full: nothing was saved. Free some space on it and try again.',
  ],
  [
    'SQLITE_IOERR',
    'The disk that holds the data could not be read or written: nothing was saved. Check the disk.',
  ],
  ['SQLITE_BUSY', 'The database is busy with another change. Try again in a moment.'],
  ['SQLITE_LOCKED', 'The database is busy with another change. Try again in a moment.'],
  [
    'SQLITE_READONLY',
    'The database cannot be written: nothing was saved. Check who owns its files and folder.',
  ],
  ['SQLITE_CANTOPEN', 'A file of the database cannot be opened. Check the data folder.'],
  ['SQLITE_CORRUPT', 'The database is damaged. Stop the service and restore a copy of it.'],
  ['SQLITE_NOTADB', 'The database is damaged. Stop the service and restore a copy of it.'],
];

/**
 * The sentence for a failure of the disk or of the database as a whole, by SQLite's code for it;
 * `undefined` for any other. It names no path, since visitors of the service may be shown it.
 */
export function describeStorageFailure(code: string | undefined): string | undefined {
  return sentences.find(([prefix]) => code?.startsWith(prefix))?.[1];
}

/**
 * Runs one call of a repository. Storage failures become `unavailable`; any other database error is
 * passed on bare, without Drizzle's wrapper, whose message holds salts, hashes and addresses.
 */
export function withStoreErrorsSync<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    const sqliteError = findSqliteError(error);
    const sentence = describeStorageFailure(sqliteError?.code);
    if (sentence !== undefined) throw new Failure('unavailable', sentence, { cause: sqliteError });
    throw sqliteError ?? error;
  }
}

/** `guardSync` for the ports, which are asynchronous so that an engine over a network fits them. */
export async function withStoreErrors<T>(action: () => T): Promise<T> {
  return withStoreErrorsSync(action);
}
