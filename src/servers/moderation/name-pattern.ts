// Patterns for names of servers, in which `*` stands for any text. They match in linear time.

import { stripColourCodes } from '../../lib/colour-codes.ts';
import { Failure } from '../../lib/failure.ts';
import { cleanText, countCharacters } from '../../lib/text.ts';
import { serverFailures } from '../../messages/messages.ts';
import { quote } from '../input.ts';

const LONGEST_PATTERN = 64;
/** With fewer characters beside the stars, a pattern would match servers by chance. */
const FEWEST_LETTERS = 3;

/** A name in the form that patterns match: without colour codes, in lower case. */
export function foldName(name: string): string {
  return stripColourCodes(name).toLowerCase();
}

/** The pattern as it is stored: folded like a name, without two stars in a row. Throws `invalid`. */
export function requireNamePattern(text: string): string {
  const pattern = foldName(cleanText(text)).replace(/\*+/g, '*');
  if (countCharacters(pattern) > LONGEST_PATTERN) {
    throw new Failure('invalid', serverFailures.longPattern(quote(text), LONGEST_PATTERN));
  }
  if (countCharacters(pattern.replace(/[*\s]/g, '')) < FEWEST_LETTERS) {
    throw new Failure('invalid', serverFailures.broadPattern(quote(text), FEWEST_LETTERS));
  }
  return pattern;
}

/**
 * Compiles a folded pattern into a test of folded names. It searches the pieces between the stars in
 * order and takes the first place of each. If any placement matches, this one does, so it never goes back.
 */
export function compilePattern(pattern: string): (folded: string) => boolean {
  const pieces = pattern.split('*');
  const first = pieces[0] ?? '';
  if (pieces.length === 1) return (folded) => folded === first;
  const last = pieces.at(-1) ?? '';
  const middle = pieces.slice(1, -1).filter((piece) => piece !== '');
  return (folded) => {
    const end = folded.length - last.length;
    if (end < first.length || !folded.startsWith(first) || !folded.endsWith(last)) return false;
    let from = first.length;
    for (const piece of middle) {
      const at = folded.indexOf(piece, from);
      if (at === -1) return false;
      from = at + piece.length;
    }
    return from <= end;
  };
}
