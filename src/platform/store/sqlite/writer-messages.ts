// The messages between the main thread and the writer's thread; errors travel as data.

import { SQLiteError } from 'bun:sqlite';
import { Failure, type FailureKind } from '../../lib/failure.ts';
import type { WriteCall } from '../write-calls.ts';

export type WriterRequest =
  | { kind: 'open'; place: DatabasePlace }
  | { kind: 'write'; call: WriteCall }
  | { kind: 'close' };

/** The database that the service opened at its start; the writer opens no other. */
export interface DatabasePlace {
  path: string;
  identity: string;
}

export type WriterReport =
  | { kind: 'opened' }
  | { kind: 'unopened'; failure: ErrorData }
  /** The call is done and durable; `hasChanged` tells whether it changed any row. */
  | { kind: 'done'; result: unknown; hasChanged: boolean }
  /** Another connection has the lock. Nothing has changed, and the call may run again. */
  | { kind: 'busy'; failure: ErrorData }
  | { kind: 'failed'; failure: ErrorData }
  /** Noticed between calls: whether another connection holds the lock now or has changed data. */
  | { kind: 'seen'; isLocked: boolean; isChanged: boolean }
  | { kind: 'closed' };

export interface ErrorData {
  name: string;
  message: string;
  stack: string | undefined;
  kind?: FailureKind;
  field?: string | undefined;
  retryAfterSeconds?: number | undefined;
  code?: string;
  cause?: ErrorData;
}

const MAX_CAUSES = 4;

export function toErrorData(thrown: unknown, depth = 0): ErrorData {
  if (!(thrown instanceof Error)) {
    return { name: 'Error', message: String(thrown), stack: undefined };
  }
  const { name, message, stack, cause } = thrown;
  return {
    name,
    message,
    stack,
    ...(thrown instanceof Failure
      ? { kind: thrown.kind, field: thrown.field, retryAfterSeconds: thrown.retryAfterSeconds }
      : {}),
    ...('code' in thrown && typeof thrown.code === 'string' ? { code: thrown.code } : {}),
    ...(cause === undefined || depth >= MAX_CAUSES ? {} : { cause: toErrorData(cause, depth + 1) }),
  };
}

/** Makes the error from the data, with its original class when callers check for that class. */
export function toError(data: ErrorData): Error {
  const { stack, code, cause } = data;
  const error = createError(data, cause === undefined ? {} : { cause: toError(cause) });
  if (stack !== undefined) error.stack = stack;
  return code === undefined ? error : Object.assign(error, { code });
}

function createError(data: ErrorData, options: ErrorOptions): Error {
  const { name, kind, message, field, retryAfterSeconds } = data;
  if (kind !== undefined) {
    return new Failure(kind, message, { ...options, field, retryAfterSeconds });
  }
  if (name === 'RangeError') return new RangeError(message, options);
  if (name === 'TypeError') return new TypeError(message, options);
  const error = Object.assign(new Error(message, options), { name });
  // The driver's class has no constructor to call.
  return name === 'SQLiteError' ? Object.setPrototypeOf(error, SQLiteError.prototype) : error;
}
