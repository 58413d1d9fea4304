// Recovery codes: ten for the day when the phone is gone, each good once.

import { createHash, randomInt } from 'node:crypto';

// How many are made at once.
const RECOVERY_CODES = 10;

// Nothing that looks like something else: 31 signs, 4.95 bits each, 59 bits a code.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;
const SHAPE = new RegExp(`^[${ALPHABET}]{${GROUPS * GROUP_LENGTH}}$`);

/** New codes as they are shown once, such as `ab3d-efgh-jk5m`. */
export function createRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(createCode());
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

function createCode(): string {
  return Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(
      '',
    ),
  ).join('-');
}
