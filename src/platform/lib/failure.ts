// The one type of failure that modules report to their callers, and functions that read any thrown value.

import { DEFAULT_LANGUAGE, inLanguage } from '../messages/language.ts';

export type FailureKind =
  | 'invalid'
  | 'not_found'
  | 'conflict'
  | 'unauthorized'
  | 'forbidden'
  | 'rate_limited'
  | 'unavailable';

export interface FailureDetails extends ErrorOptions {
  field?: string | undefined;
  /** When a new try may succeed, in whole seconds. */
  retryAfterSeconds?: number | undefined;
  /** How a program has to authenticate, as the header `WWW-Authenticate` says it. */
  challenge?: string | undefined;
  others?: readonly Failure[];
}

/** When to try again after the service was too busy, in whole seconds. */
export const BUSY_SECONDS = 2;

/** The message for a busy service, short enough for launchers (64 characters). */
export const BUSY_MESSAGE = 'The service is busy, try again in a moment.';

/**
 * A failure that a person can act on, as a whole sentence. `unavailable` without `retryAfterSeconds` is for the
 * operator: only the log shows it.
 */
export class Failure extends Error {
  /** The sentence; a function when it depends on the language of the moment. */
  readonly text: string | (() => string);
  readonly kind: FailureKind;
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly challenge: string | undefined;
  readonly others: readonly Failure[];

  constructor(
    kind: FailureKind,
    text: string | (() => string),
    { field, retryAfterSeconds, challenge, others = [], ...options }: FailureDetails = {},
  ) {
    // Failures for the operator go to the log, in English only.
    const say = typeof text === 'string' ? () => text : text;
    super(kind === 'unavailable' ? inLanguage(DEFAULT_LANGUAGE, say) : say(), options);
    this.text = text;
    this.name = 'Failure';
    this.kind = kind;
    this.field = field;
    this.retryAfterSeconds = retryAfterSeconds;
    this.challenge = challenge;
    this.others = others;
  }
}

/** Whether the sender of the request may read the failure: true unless only the operator can fix it. */
export function isForVisitors(thrown: unknown): thrown is Failure {
  return thrown instanceof Failure && (thrown.kind !== 'unavailable' || isBusy(thrown));
}

export function isBusy(thrown: unknown): boolean {
  return (
    thrown instanceof Failure &&
    thrown.kind === 'unavailable' &&
    thrown.retryAfterSeconds !== undefined
  );
}

export function aboutField<Value>(field: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { kind, message, retryAfterSeconds, cause } = error;
    throw new Failure(kind, message, { field, retryAfterSeconds, cause });
  }
}

/** Runs all checks of a form. Throws the failures for the sender together, and any other error at once. */
export async function checkTogether(checks: readonly (() => unknown)[]): Promise<void> {
  const failures: Failure[] = [];
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      if (!isForVisitors(error)) throw error;
      failures.push(error);
    }
  }
  throwTogether(failures);
}

export function throwTogether([first, ...others]: readonly Failure[]): void {
  if (first === undefined) return;
  const { kind, message, field, retryAfterSeconds, cause } = first;
  throw new Failure(kind, message, { field, retryAfterSeconds, cause, others });
}

/** The result of `read`, or `otherwise` when it throws anything. */
export function readOr<Value, Other>(read: () => Value, otherwise: Other): Value | Other {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** The reason in a thrown value. It may not be a whole sentence, and strangers must not see it. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The system's code of an error, such as `EACCES`; `unknown error` when it has none. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown error';
}
