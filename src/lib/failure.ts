// The one type of failure that modules report to their callers, and what can be read off anything that was thrown.

/** The closed list of kinds; only `http/errors.ts` and the command line turn one into a status. */
export type FailureKind =
  | 'invalid'
  | 'not_found'
  | 'conflict'
  | 'unauthorized'
  | 'forbidden'
  | 'rate_limited'
  | 'unavailable';

/** What a failure may say besides its kind and its message. */
export interface FailureDetails extends ErrorOptions {
  /** Name of the input that the failure is about, as the caller named it. */
  field?: string | undefined;
  /** When trying again may succeed; whole seconds. */
  retryAfterSeconds?: number | undefined;
}

/**
 * A failure that a person can act on. `message` is a whole sentence for that person and holds no
 * secret. An `unavailable` failure with `retryAfterSeconds` is for whoever sent the request, who can
 * wait; one without it tells the operator what to do, and only the log shows it.
 */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: FailureKind,
    message: string,
    { field, retryAfterSeconds, ...options }: FailureDetails = {},
  ) {
    super(message, options);
    this.name = 'Failure';
    this.kind = kind;
    this.field = field;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * The service has too much to do just now. Of all `unavailable` failures it alone is for whoever
 * asked, who can wait; the others tell the operator what to do, and only their log.
 */
export class BusyError extends Failure {
  constructor(message: string) {
    super('unavailable', message);
    this.name = 'BusyError';
  }
}

/** Reads one of the inputs. A failure that it throws gets the name of that input. */
export function aboutField<Value>(field: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { kind, message, retryAfterSeconds, cause } = error;
    throw new Failure(kind, message, { field, retryAfterSeconds, cause });
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
