// Reads the number of a thing that the command line lists by number.

import { quoteSeen } from '../lib/text.ts';
import { UsageError } from './usage-error.ts';

/**
 * The number. Throws `UsageError` for anything else, with a sentence that begins with `what` and names
 * the command that shows such numbers, where there is one.
 */
export function readNumber(what: string, text: string, shownBy?: string): number {
  if (/^[0-9]{1,15}$/.test(text)) return Number(text);
  const where = shownBy === undefined ? '' : `: ${shownBy} shows it`;
  throw new UsageError(`${what} has to be a whole number, not "${quoteSeen(text)}"${where}.`);
}
