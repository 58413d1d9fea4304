// The one type of failure that modules report to their callers, and what can be read off anything that was thrown.

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
  /** When trying again may succeed; whole seconds. */
  retryAfterSeconds?: number | undefined;
  others?: readonly Failure[];
}

/** When to try again where the service has too much to do; whole seconds. */
export const BUSY_SECONDS = 2;

/** What is said then, short enough for launchers (64 characters). */
export const BUSY_MESSAGE = 'The service is busy, try again in a moment.';

/** A failure that a person can act on, in a whole sentence. An `unavailable` one without `retryAfterSeconds` is for the operator: only the log shows it. */
export class Failure extends Error {
  /** The sentence in the language of the moment, where it is there in more than one. */
  readonly text: string | (() => string);
  readonly kind: FailureKind;
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly others: readonly Failure[];

  constructor(
    kind: FailureKind,
    text: string | (() => string),
    { field, retryAfterSeconds, others = [], ...options }: FailureDetails = {},
  ) {
    // What is for the operator is read in the log.
    const say = typeof text === 'string' ? () => text : text;
    super(kind === 'unavailable' ? inLanguage(DEFAULT_LANGUAGE, say) : say(), options);
    this.text = text;
    this.name = 'Failure';
    this.kind = kind;
    this.field = field;
    this.retryAfterSeconds = retryAfterSeconds;
    this.others = others;
  }
}

/** Whether the sender of the request may read it: everything but what only the operator can mend. */
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

/** Makes all checks of a form. What they throw for the sender is thrown together; anything else at once. */
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

/** What `read` returns; `otherwise` where it throws, whatever it throws. */
export function readOr<Value, Other>(read: () => Value, otherwise: Other): Value | Other {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Why something failed, as what was thrown says it; not always a whole sentence, and not for strangers. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The system's name of a failure, such as `EACCES`; `unknown error` where it has none. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown error';
}
