// Parsers of the plain kinds of value: whole numbers, yes or no, one of a few words, lists, paths.

import { resolve } from 'node:path';
import { Failure } from '../lib/failure.ts';
import { quoteSeen } from '../lib/text.ts';

const WORDS_FOR_YES = ['true', 'yes', 'on', '1'];
const WORDS_FOR_NO = ['false', 'no', 'off', '0'];

/** A value that was refused: what was seen and what is wanted. */
export function refuse(text: string, wanted: string): Failure {
  return new Failure('invalid', `"${quoteSeen(text, 64)}" ${wanted}`);
}

/** A whole number in decimal digits, within the limits. Throws `invalid`. */
export function parseWhole(text: string, limits: { min: number; max: number }): number {
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= limits.min && value <= limits.max) return value;
  throw refuse(text, `is not a whole number from ${limits.min} to ${limits.max}.`);
}

/** `true` or `false`; `yes`, `no`, `on`, `off`, `1` and `0` too, in any case. Throws `invalid`. */
export function parseSwitch(text: string): boolean {
  const word = text.toLowerCase();
  if (WORDS_FOR_YES.includes(word)) return true;
  if (WORDS_FOR_NO.includes(word)) return false;
  throw refuse(text, 'is neither true nor false.');
}

/** One of a few words, in any case. Throws `invalid`. */
export function parseChoice<Word extends string>(text: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === text.toLowerCase());
  if (found !== undefined) return found;
  throw refuse(text, `is none of ${words.join(', ')}.`);
}

/** The items of a comma-separated list, trimmed, without empty ones. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** An absolute path; a relative one counts from `folder`. Throws `invalid`. */
export function parsePath(text: string, folder: string): string {
  if (text.includes('\0')) throw refuse(text, 'is not a path: it contains a NUL character.');
  return resolve(folder, text);
}
