// Filters server names: by words, including disguised ones, and by ban patterns, in which `*` matches any text.

import { COLOUR_CODE, stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { DRAWN_BLANK, foldSeen } from '../../platform/lib/look-alikes.ts';
import { cleanText, countCharacters, quote } from '../../platform/lib/text.ts';
import { inputFailures } from '../../platform/messages/messages.ts';
import { moderationFailures } from './messages.ts';
import type { FilterWord } from './moderation-ports.ts';

const MAX_WORD_LENGTH = 32;
const MAX_WORDS = 20;
const MAX_PATTERN_LENGTH = 64;
/** With fewer characters besides the stars, a word or pattern would match servers by chance. */
const MIN_LETTERS = 3;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;
const NOT_OF_A_WORD = /[^\p{L}\p{N}*]/u;
/** Digits, signs and letters that look like another letter. */
const LETTERS = new Map(
  Object.entries({
    0: 'o',
    1: 'i',
    3: 'e',
    4: 'a',
    5: 's',
    7: 't',
    '@': 'a',
    $: 's',
    l: 'i',
    '|': 'i',
  }),
);
const SIGNS = /[013457@$l|]/g;

/** Returns the filtered word in a name as the moderator typed it; `undefined` for none. Known `pieces` save time. */
export type NameFilter = (name: string, pieces?: NamePieces) => string | undefined;

/** The words of a name in each of its compared forms. */
export type NamePieces = readonly (readonly string[])[];

/**
 * A name without colour codes, with one letter for all that look alike, digits and signs included. A name with
 * characters that are drawn as blanks has two forms: with blanks in their places, and without.
 */
export function foldAlike(name: string, form: 'NFKD' | 'NFKC' = 'NFKD'): string[] {
  const plain = name.replace(COLOUR_CODE, '');
  const fold = (text: string) =>
    foldSeen(text, form)
      .replace(SIGNS, (sign) => LETTERS.get(sign) ?? sign)
      .trim();
  const spaced = plain.replace(DRAWN_BLANK, ' ');
  return spaced === plain ? [fold(plain)] : [fold(plain), fold(spaced)];
}

export const splitName = (name: string): NamePieces =>
  foldAlike(name).map((folded) => folded.split(BETWEEN_WORDS));

/** Folds a word or pattern to its compared form, without two stars in a row. */
function fold(text: string, form?: 'NFKC'): string {
  return (foldAlike(text, form)[0] ?? '').replace(/\*+/g, '*');
}

/** Reads a filter word. `*` stands for any letters; without it, only whole words match. Throws `invalid`. */
export function requireFilterWord(text: string): Pick<FilterWord, 'key' | 'word'> {
  const word = cleanText(text);
  const key = fold(word);
  const length = countCharacters(word);
  if (length > MAX_WORD_LENGTH || NOT_OF_A_WORD.test(key)) {
    throw new Failure('invalid', moderationFailures.word(quote(text), MAX_WORD_LENGTH));
  }
  if (countCharacters(key.replaceAll('*', '')) < MIN_LETTERS) {
    throw new Failure('invalid', moderationFailures.broadWord(quote(text), MIN_LETTERS));
  }
  return { key, word };
}

/** Reads several words separated by spaces or commas, and drops repeated ones. Throws `invalid`. */
export function requireFilterWords(text: string): FilterWord[] {
  const typed = text.split(/[\s,;]+/).filter((word) => word !== '');
  if (typed.length > MAX_WORDS) {
    throw new Failure('invalid', inputFailures.tooMany(typed.length, MAX_WORDS));
  }
  // Without any word, the refusal of an empty word tells the reader what to type.
  const words = toFilterWords(typed.length === 0 ? [''] : typed);
  return [...new Map(words.map((word) => [word.key, word])).values()];
}

/** Turns words from the settings into the form of stored ones. Throws `invalid`. */
export function toFilterWords(words: readonly string[]): FilterWord[] {
  return words.map((word) => ({ ...requireFilterWord(word), addedAt: 0 }));
}

export function createNameFilter(words: readonly FilterWord[]): NameFilter {
  const whole = new Map<string, string>();
  const patterns: { word: string; fits: (folded: string) => boolean }[] = [];
  // Folds the word again, because another version may have stored another key.
  for (const { word } of words) {
    const key = fold(word);
    if (key.includes('*')) patterns.push({ word, fits: compilePattern(key) });
    else whole.set(key, word);
  }

  function findIn(piece: string): string | undefined {
    return whole.get(piece) ?? patterns.find(({ fits }) => fits(piece))?.word;
  }

  /** Searches single letters in a row, as in "b.a.d". Any part of them may be the word. */
  function findInSpaced(letters: string): string | undefined {
    if (letters.length < MIN_LETTERS) return undefined;
    for (const [key, word] of whole) if (letters.includes(key)) return word;
    return patterns.find(({ fits }) => fits(letters))?.word;
  }

  function findInName(pieces: readonly string[]): string | undefined {
    let spaced = '';
    for (const piece of pieces) {
      const found = findIn(piece);
      if (found !== undefined) return found;
      // A character may have two UTF-16 units.
      if (piece.length <= 2 && countCharacters(piece) === 1) {
        spaced += piece;
        continue;
      }
      const foundSpaced = findInSpaced(spaced);
      if (foundSpaced !== undefined) return foundSpaced;
      spaced = '';
    }
    return findInSpaced(spaced);
  }

  return (name, known) => {
    if (words.length === 0) return undefined;
    for (const pieces of known ?? splitName(name)) {
      const found = findInName(pieces);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** The pattern as stored and shown: in lower case, without two stars in a row. Throws `invalid`. */
export function requireNamePattern(text: string): string {
  const pattern = stripColourCodes(cleanText(text)).toLowerCase().replace(/\*+/g, '*');
  if (countCharacters(pattern) > MAX_PATTERN_LENGTH) {
    throw new Failure('invalid', moderationFailures.longPattern(quote(text), MAX_PATTERN_LENGTH));
  }
  if (countCharacters(fold(pattern).replace(/[*\s]/g, '')) < MIN_LETTERS) {
    throw new Failure('invalid', moderationFailures.broadPattern(quote(text), MIN_LETTERS));
  }
  return pattern;
}

/** Compiles a stored pattern into a test of the forms that `foldName` returns. */
export function compileNamePattern(pattern: string): (forms: readonly string[]) => boolean {
  const fits = compilePattern(fold(pattern, 'NFKC'));
  return (forms) => forms.some(fits);
}

/** The forms of a name for comparing with patterns. Unlike filter words, patterns tell accents apart. */
export const foldName = (name: string): string[] => foldAlike(name, 'NFKC');

/**
 * Compiles a folded pattern into a test of folded names. It searches the pieces between the stars in order and takes
 * the first place of each. If any placement matches, this one does, so it never backtracks.
 */
export function compilePattern(pattern: string): (folded: string) => boolean {
  const pieces = pattern.split('*');
  const first = pieces[0] ?? '';
  if (pieces.length === 1) return (folded) => folded === first;
  const last = pieces.at(-1) ?? '';
  const middle = pieces.slice(1, -1).filter((piece) => piece !== '');
  return (folded) => {
    const end = folded.length - last.length;
    if (!folded.startsWith(first) || !folded.endsWith(last)) return false;
    let from = first.length;
    for (const piece of middle) {
      const at = folded.indexOf(piece, from);
      if (at === -1) return false;
      from = at + piece.length;
    }
    // The ends may overlap in a short name.
    return from <= end;
  };
}
