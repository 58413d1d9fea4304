// Asks a rule that throws for its sentence.

import { Failure } from '../lib/failure.ts';

/** The sentence that the rule refuses with; `undefined` when it does not. Anything else is thrown on. */
export function messageOf(rule: () => unknown): string | undefined {
  try {
    rule();
    return undefined;
  } catch (error) {
    if (error instanceof Failure && error.kind === 'invalid') return error.message;
    throw error;
  }
}
