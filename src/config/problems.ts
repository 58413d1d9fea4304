// The one error that carries everything that is wrong with the settings at once.

import { MusterError } from '../lib/errors.ts';

/** Settings that cannot be used. `problems` has one sentence for each thing that is wrong. */
export class SettingsError extends MusterError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super('invalid', problems.join('\n'));
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/** The sentence of an error that a parser threw; anything but a `MusterError` is thrown on. */
export function problemOf(error: unknown): string {
  if (error instanceof MusterError) return error.message;
  throw error;
}
