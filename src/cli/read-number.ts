// Reads the number of a thing that the command line lists by number.

import { UsageError } from './usage-error.ts';

/** The number; `what` begins the sentence of the `UsageError` where there is none. */
export function readNumber(what: string, text: string): number {
  if (/^[0-9]{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`${what} has to be a whole number, not "${text.slice(0, 40)}".`);
}
