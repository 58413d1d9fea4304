// The one error that carries everything that is wrong with the settings at once.

import { Failure } from '../lib/failure.ts';

/** Settings that cannot be used. `problems` has one sentence for each thing that is wrong. */
export class SettingsError extends Failure {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super('invalid', problems.join('\n'));
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/** The sentence of an error that a parser threw; anything but a `Failure` is thrown on. */
export function problemOf(error: unknown): string {
  if (error instanceof Failure) return error.message;
  throw error;
}
