// Codes that people read and type: characters that look different from each other, in groups of four.

import { randomInt } from 'node:crypto';

/** The characters, of 4.95 bits each: no capitals, and none that looks like another. */
export const READABLE_SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUP_LENGTH = 4;

export function createReadableCode(groups: number): string {
  const sign = () => READABLE_SIGNS.charAt(randomInt(READABLE_SIGNS.length));
  const group = () => Array.from({ length: GROUP_LENGTH }, sign).join('');
  return Array.from({ length: groups }, group).join('-');
}
