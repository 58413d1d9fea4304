// Recovery codes: ten for the day when the phone is gone, each good once.

import { createHash } from 'node:crypto';
import { createReadableCode, GROUP_LENGTH, READABLE_SIGNS } from '../../lib/readable-code.ts';

// How many are made at once.
const RECOVERY_CODES = 10;

// Of 59 bits.
const GROUPS = 3;
const SHAPE = new RegExp(`^[${READABLE_SIGNS}]{${GROUPS * GROUP_LENGTH}}$`);

/** New codes as they are shown once, such as `ab3d-efgh-jk5m`. */
export function createRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(createReadableCode(GROUPS));
  return [...codes];
}

/** Whether the text, as `readCode` left it, could be a recovery code. */
export function isRecoveryCode(code: string): boolean {
  return SHAPE.test(code);
}

/** What is kept of a code; the account's id keeps one table of guesses from serving all accounts. */
export function hashRecoveryCode(accountId: number, code: string): string {
  const plain = code.replaceAll('-', '');
  return createHash('sha256').update(`recovery ${accountId} ${plain}`).digest('hex');
}
