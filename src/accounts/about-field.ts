// Says which of the things that were given a refusal is about, so that a form can tell it at its field.

import { MusterError } from '../lib/errors.ts';

/** A refusal with the name of what was wrong. */
export class FieldError extends MusterError {
  constructor(
    readonly field: string,
    { kind, message }: MusterError,
  ) {
    super(kind, message);
  }
}

/** Reads one of the things that were given. What it refuses is thrown as a `FieldError`. */
export function aboutField<Value>(field: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof MusterError ? new FieldError(field, error) : error;
  }
}
