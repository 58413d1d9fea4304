// The rule for passwords (C4.19), and generated ones.

import { Failure } from '../lib/failure.ts';
import { createReadableCode } from '../lib/readable-code.ts';
import { countCharacters } from '../lib/text.ts';
import { accountFailures } from '../messages/messages.ts';

const FEWEST = 8;
const MOST = 64;
const GENERATED_GROUPS = 4;

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
    throw new Failure('invalid', accountFailures.password.broken);
  }
  throw new Failure(
    'invalid',
    accountFailures.password.length(countCharacters(password), FEWEST, MOST),
  );
}

/** A new random password of 79 bits in four short groups: strong, and easy to read out and type. */
export function generatePassword(): string {
  return createReadableCode(GENERATED_GROUPS);
}
