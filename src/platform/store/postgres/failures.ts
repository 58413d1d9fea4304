// Classifies the errors of PostgreSQL and of Bun's client for it.

import { SQL } from 'bun';
import { Failure } from '../../lib/failure.ts';

export const AWAY_NO_ANSWER = 'MUSTER_NO_ANSWER';
export const AWAY_NO_CONNECTION = 'MUSTER_NO_FREE_CONNECTION';
export const AWAY_READ_ONLY = 'MUSTER_READ_ONLY';

/** Codes of the client and of our pool for a server that is unreachable or silent. */
const AWAY_CODES: ReadonlySet<unknown> = new Set([
  'ERR_POSTGRES_CONNECTION_CLOSED',
  'ERR_POSTGRES_CONNECTION_FAILED',
  'ERR_POSTGRES_CONNECTION_REFUSED',
  'ERR_POSTGRES_CONNECTION_TIMEOUT',
  'ERR_POSTGRES_IDLE_TIMEOUT',
  'ERR_POSTGRES_LIFETIME_TIMEOUT',
  'ERR_POSTGRES_TLS_UPGRADE_FAILED',
  AWAY_NO_ANSWER,
  AWAY_NO_CONNECTION,
  AWAY_READ_ONLY,
]);
/** SQLSTATEs of a server that stops, starts, accepts nobody, is read-only or has trouble with its disk. */
const AWAY_STATE = /^(08...|57P..|25P03|25006|53300|53400|58000|58030)$/;
/** The codes among `AWAY_CODES` that come from a connection's age or our own use of the pool. */
const OWN_LIMITS: ReadonlySet<unknown> = new Set([
  'ERR_POSTGRES_IDLE_TIMEOUT',
  'ERR_POSTGRES_LIFETIME_TIMEOUT',
  AWAY_NO_CONNECTION,
]);
const UNIQUE_VIOLATION = '23505';
const AWAY_SECONDS = 5;

/** Finds the client's error inside other errors. Drizzle's wrapper quotes the values of the query. */
export function findPostgresError(error: unknown): Error | undefined {
  let current = error;
  while (current instanceof Error) {
    if (current instanceof SQL.PostgresError || AWAY_CODES.has(codeOf(current))) return current;
    current = current.cause;
  }
  return undefined;
}

/** The server's five-character code for an error; `undefined` when the server did not answer. */
export function findSqlState(error: unknown): string | undefined {
  const found = findPostgresError(error);
  const state = found instanceof SQL.PostgresError ? found.errno : undefined;
  return typeof state === 'string' && /^[0-9A-Z]{5}$/.test(state) ? state : undefined;
}

export function isUniqueViolation(error: unknown): boolean {
  return findSqlState(error) === UNIQUE_VIOLATION;
}

export function isDatabaseAway(error: unknown): boolean {
  const state = findSqlState(error);
  return state === undefined
    ? AWAY_CODES.has(codeOf(findPostgresError(error)))
    : AWAY_STATE.test(state);
}

/** SQLSTATEs of a server that is too busy: slow statements, slow locks, and transactions that block each other. */
const BUSY_STATES: ReadonlySet<unknown> = new Set(['57014', '55P03', '40P01', '40001']);

function isDatabaseBusy(error: unknown): boolean {
  return BUSY_STATES.has(findSqlState(error));
}

/** Whether another host may be the right one by now; false when only connections or a disk fail. */
export function isHostLost(error: unknown): boolean {
  return isDatabaseAway(error) && !OWN_LIMITS.has(codeOf(findPostgresError(error)));
}

export function isFull(error: unknown): boolean {
  return findSqlState(error) === '53300';
}

export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === AWAY_READ_ONLY;
}

/** The error for the store to throw, without Drizzle's wrapper, whose message holds salts, hashes and addresses. */
export function toStoreError(error: unknown): unknown {
  if (error instanceof Failure) return error;
  const cause = findPostgresError(error);
  if (!isDatabaseAway(error) && !isDatabaseBusy(error)) return cause ?? error;
  const said = isDatabaseAway(error) && !isFull(error) ? AWAY : BUSY;
  return new Failure('unavailable', said, { cause, retryAfterSeconds: AWAY_SECONDS });
}

const AWAY = 'The database cannot be reached. Try again in a moment.';
const BUSY = 'The database is too busy. Try again in a moment.';

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
