// The one closed list of the kinds of failure that rooms report to whoever called them, and what is read off anything that was thrown.

/** What kind of failure it was; only `http/errors.ts` and the command line turn it into a status. */
export type ErrorKind =
  | 'invalid'
  | 'not_found'
  | 'conflict'
  | 'unauthorized'
  | 'forbidden'
  | 'rate_limited'
  | 'unavailable';

/**
 * A failure that a person can act on. `message` is a whole sentence for that person and holds no
 * secret. The field is `kind`, since `code` would collide with the web framework's own.
 */
export class MusterError extends Error {
  readonly kind: ErrorKind;

  constructor(kind: ErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MusterError';
    this.kind = kind;
  }
}

/**
 * The service has too much to do just now. Of all `unavailable` failures it alone is for whoever
 * asked, who can wait; the others tell the operator what to do, and only their log.
 */
export class BusyError extends MusterError {
  constructor(message: string) {
    super('unavailable', message);
    this.name = 'BusyError';
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
