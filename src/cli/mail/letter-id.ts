// Reads the number of a letter as `muster mail list` shows it.

import { UsageError } from '../usage-error.ts';

/** The number. Throws `UsageError` for anything else. */
export function parseLetterId(text: string): number {
  if (/^[1-9][0-9]{0,14}$/.test(text)) return Number(text);
  throw new UsageError('A letter is named by its number: muster mail list shows it.');
}
