// Recovery codes: twelve digits each, of which only digests are stored.

import { randomInt } from 'node:crypto';
import { sha256Hex } from '../../platform/lib/digest.ts';

const RECOVERY_CODES = 10;
/** How long the session that made new codes can read them again. */
export const FRESH_CODES_MS = 10 * 60_000;

// Compatibility: the field of the launchers (1.3.7, 1.3.8) drops everything but digits (C4.16). With twelve digits
// and ten valid codes, 30 guesses an hour find one within a year with a chance of 3 in a million.
const DIGITS = 12;
const RECOVERY_SHAPE = new RegExp(`^[0-9]{${DIGITS}}$`);

/** New codes of twelve digits, without the spaces that pages show. */
export function createRecoveryCodes(): string[] {
  const createCode = () => Array.from({ length: DIGITS }, () => randomInt(10)).join('');
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(createCode());
  return [...codes];
}

export function isRecoveryCode(code: string): boolean {
  return RECOVERY_SHAPE.test(code);
}

/** Hashes a code from `readCode` with the account's id, so that one table of guesses does not work for all accounts. */
export function hashRecoveryCode(accountId: number, code: string): string {
  return sha256Hex(`recovery ${accountId} ${code}`);
}
