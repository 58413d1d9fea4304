// Codes that people read out and type: signs that look like no other, in groups of four.

import { randomInt } from 'node:crypto';

/** The signs, of 4.95 bits each: no capitals, and nothing that looks like something else. */
export const READABLE_SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** How many signs a group has. */
export const GROUP_LENGTH = 4;

/** A new code of so many groups, such as `ab3d-efgh-jk5m`; a secret. */
export function createReadableCode(groups: number): string {
  const sign = () => READABLE_SIGNS.charAt(randomInt(READABLE_SIGNS.length));
  const group = () => Array.from({ length: GROUP_LENGTH }, sign).join('');
  return Array.from({ length: groups }, group).join('-');
}
