// The rule for what moderators and administrators write: one line that any page and terminal can show.

import { Failure } from './failure.ts';
import { countCharacters } from './text.ts';

const UNSHOWABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/**
 * Returns the text as it is; `label` begins the sentence of the error. Throws `invalid` when it is
 * longer than `most` code points, or holds control characters.
 */
export function requirePlainLine(label: string, text: string, most: number): string {
  const length = countCharacters(text);
  if (length > most) {
    throw new Failure('invalid', `${label} has ${length} characters: use at most ${most}.`);
  }
  if (UNSHOWABLE.test(text)) {
    throw new Failure('invalid', `${label} holds control characters: use one line of plain text.`);
  }
  return text;
}
