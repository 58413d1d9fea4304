// Codes that people read and type, in groups of four characters that look different from each other. Capitals, spaces
// and dashes do not matter.

import { randomInt } from 'node:crypto';

const GENERATED_GROUPS = 4;

/** The characters, with 4.95 bits each: no capitals, and none that looks like another. */
export const READABLE_SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUP_LENGTH = 4;

export function createReadableCode(groups: number): string {
  const sign = () => READABLE_SIGNS.charAt(randomInt(READABLE_SIGNS.length));
  const group = () => Array.from({ length: GROUP_LENGTH }, sign).join('');
  return Array.from({ length: groups }, group).join('-');
}

const MAX_TYPED_LENGTH = 64;
const BETWEEN = /[\s\p{Pd}\u2212_.\p{M}\p{C}\p{Default_Ignorable_Code_Point}]+/gu;
const DIGIT = /\p{Nd}/u;

/**
 * The code in lower case, without spaces, dashes and invisible characters, and with the digits of every script as 0 to
 * 9. Empty when the text is too long to be a code.
 */
export function readCode(text: string): string {
  if (text.length > MAX_TYPED_LENGTH) return '';
  const plain = text.normalize('NFKC').replace(BETWEEN, '').toLowerCase();
  return plain.replace(/(?![0-9])\p{Nd}/gu, digitOf);
}

/** The ten digits of a script are consecutive, and a script that follows another directly also begins with zero. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return `${(code - zero) % 10}`;
}

/** A new random password of 79 bits in four short groups: strong, and easy to read out and type. */
export function generatePassword(): string {
  return createReadableCode(GENERATED_GROUPS);
}
