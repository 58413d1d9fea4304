// The one closed list of the kinds of failure that rooms report to whoever called them.

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
