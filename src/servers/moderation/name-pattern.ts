// Patterns on the names of servers, in which `*` stands for any text; compared in linear time.

import { stripColourCodes } from '../../lib/colour-codes.ts';
import { Failure } from '../../lib/failure.ts';
import { cleanText, countCharacters } from '../../lib/text.ts';
import { quote } from '../input.ts';

const LONGEST_PATTERN = 64;
/** Fewer characters than this beside the stars would hit servers that nobody meant. */
const FEWEST_LETTERS = 3;

/** A name as patterns are compared with it: without colour codes, in lower case. */
export function foldName(name: string): string {
  return stripColourCodes(name).toLowerCase();
}

/** The pattern as it is kept: folded like a name, no two stars in a row. Throws `invalid`. */
export function requireNamePattern(text: string): string {
  const pattern = foldName(cleanText(text)).replace(/\*+/g, '*');
  if (countCharacters(pattern) > LONGEST_PATTERN) {
    throw new Failure(
      'invalid',
      `The name pattern ${quote(text)} is too long: give at most ${LONGEST_PATTERN} characters.`,
    );
  }
  if (countCharacters(pattern.replace(/[*\s]/g, '')) < FEWEST_LETTERS) {
    throw new Failure(
      'invalid',
      `The name pattern ${quote(text)} would hit too much: give at least ${FEWEST_LETTERS} characters beside the stars.`,
    );
  }
  return pattern;
}

/**
 * Makes a test of folded names from a folded pattern. The pieces between the stars are looked for one
 * after the other, each where it comes first: if any way to place them fits, this one does, so that
 * nothing is ever tried twice.
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
