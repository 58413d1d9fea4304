// Describes an unexpected error for the log: enough to find the fault, without any user input.

import { Failure } from '../lib/failure.ts';

const MAX_CAUSES = 4;
const MAX_FRAMES = 12;

export interface ErrorDescription {
  /** Class names from the error to its innermost cause, with error codes where they exist. */
  kind: string;
  /** The innermost message that cannot hold user input; empty when there is none. */
  detail: string;
  frames: readonly string[];
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/**
 * Messages of an ORM, a parser or a URL constructor quote their input, which may be a secret. Messages of SQLite, the
 * system and programming errors do not.
 */
function isSafeMessage(error: Error): boolean {
  if (error instanceof Failure || error.name === 'SQLiteError' || 'syscall' in error) return true;
  const isFault = error instanceof TypeError || error instanceof ReferenceError;
  return isFault && codeOf(error) === '';
}

function readFrames(error: Error): string[] {
  return (error.stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at .*:\d+:\d+\)?$/.test(line))
    .slice(0, MAX_FRAMES);
}

/** Describes any thrown value without user input. Never throws. */
export function describeError(thrown: unknown): ErrorDescription {
  if (!(thrown instanceof Error)) return { kind: typeof thrown, detail: '', frames: [] };
  const kinds: string[] = [];
  let detail = '';
  let frames: string[] = [];
  let error: unknown = thrown;
  for (let depth = 0; depth < MAX_CAUSES && error instanceof Error; depth++) {
    const code = codeOf(error);
    kinds.push(code === '' ? error.name : `${error.name} ${code}`);
    if (isSafeMessage(error)) detail = error.message;
    if (depth === 0 || frames.length === 0) frames = readFrames(error);
    error = error.cause;
  }
  return { kind: kinds.join(' < '), detail, frames };
}

export function describeStoreFailure(error: unknown): {
  kind: string;
  detail: string;
  reason?: string;
} {
  const { kind, detail } = describeError(error);
  return error instanceof Failure ? { kind, detail, reason: error.message } : { kind, detail };
}
