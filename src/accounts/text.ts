// Text that people typed: how long it is, whether it can be shown, and how an error quotes it.

import { MusterError } from '../lib/errors.ts';

const MOST_QUOTED = 40;

/** Length in code points, which is what people and the launcher's fields count. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Quotes what was seen for an error sentence: cut at 40 characters, nothing invisible left as it is. */
export function quoteSeen(text: string): string {
  const start = Array.from(text.slice(0, MOST_QUOTED * 2 + 2));
  const cut = start.slice(0, MOST_QUOTED).join('');
  const shown = JSON.stringify(cut).replace(/[\p{C}\p{Z}]/gu, (character) =>
    character === ' ' ? ' ' : `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
  return start.length > MOST_QUOTED ? `${shown.slice(0, -1)}…"` : shown;
}

/**
 * Checks one line of text that pages and terminals will show. `label` begins the sentence.
 * Throws `invalid` when it is longer than `most` code points, or holds control characters.
 */
export function requireLine(label: string, text: string, most: number): string {
  // A code point takes two code units at most: longer text need not be counted.
  const length = text.length > most * 2 ? text.length : countCodePoints(text);
  if (length > most) {
    throw new MusterError('invalid', `${label} has ${length} characters: use at most ${most}.`);
  }
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text)) {
    throw new MusterError(
      'invalid',
      `${label} holds control characters: use one line of plain text.`,
    );
  }
  return text;
}
