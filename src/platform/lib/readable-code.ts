// Makes codes that people read and type, in groups of four characters that look different from each other.

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

/** A new random password of 79 bits in four short groups: strong, and easy to read out and type. */
export function generatePassword(): string {
  return createReadableCode(GENERATED_GROUPS);
}
