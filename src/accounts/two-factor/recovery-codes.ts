// Recovery codes: ten for the day when the phone is gone, each good once.

import { randomInt } from 'node:crypto';
import { sha256Hex } from '../../lib/sha256.ts';

// How many are made at once.
const RECOVERY_CODES = 10;

// Compatibility: the field of the launchers (1.3.7, 1.3.8) drops everything but digits (C4.16). Of twelve digits
// and with ten good codes, 30 guesses an hour find one within a year with a chance of 3 in a million.
const DIGITS = 12;
const SHAPE = new RegExp(`^[0-9]{${DIGITS}}$`);

/** New codes of twelve digits, without the spaces that they are shown with. */
export function createRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(createCode());
  return [...codes];
}

function createCode(): string {
  return Array.from({ length: DIGITS }, () => randomInt(10)).join('');
}

/** Whether the text, as `readCode` left it, could be a recovery code. */
export function isRecoveryCode(code: string): boolean {
  return SHAPE.test(code);
}

/** What is kept of a code, in the form that `readCode` leaves; the account's id keeps one table of guesses from serving all accounts. */
export function hashRecoveryCode(accountId: number, code: string): string {
  return sha256Hex(`recovery ${accountId} ${code}`);
}
