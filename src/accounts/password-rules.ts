// The rule for passwords, and generated ones.

import { randomInt } from 'node:crypto';
import { MusterError } from '../lib/errors.ts';
import { countCharacters } from '../lib/text.ts';

const FEWEST = 8;
const MOST = 64;
// Nothing that looks like something else, nothing that needs the shift key: 31 signs, 4.95 bits each.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Whether an account could have this password; what fails here is wrong without any hashing. */
export function isPossiblePassword(password: string): boolean {
  // A lone surrogate has no UTF-8 form: hashed, it would equal other passwords.
  if (password.length > MOST * 2 || !password.isWellFormed()) return false;
  const length = countCharacters(password);
  return length >= FEWEST && length <= MOST;
}

/** Returns the password as it is; throws `invalid`, without showing it, when it breaks the rule. */
export function requirePassword(password: string): string {
  if (isPossiblePassword(password)) return password;
  if (!password.isWellFormed()) {
    throw new MusterError('invalid', 'The password holds half a character: type it anew.');
  }
  throw new MusterError(
    'invalid',
    `The password has ${countCharacters(password)} characters: use ${FEWEST} to ${MOST}.`,
  );
}

/** A new random password of 79 bits in four short groups: strong, and easy to read out and type. */
export function generatePassword(): string {
  const groups = Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(
      '',
    ),
  );
  return groups.join('-');
}
