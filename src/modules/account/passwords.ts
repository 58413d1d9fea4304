// The rules for passwords (C4.19), the passwords that owners may choose, and the limit of hashing at once.

import { networksOfAddress } from '../../platform/lib/address.ts';
import {
  type BoundedQueue,
  createBoundedQueue,
  type KnownAs,
  type QueueBounds,
} from '../../platform/lib/bounded-queue.ts';
import { aboutField, Failure } from '../../platform/lib/failure.ts';
import { mailboxKey } from '../../platform/lib/mailbox.ts';
import type { PasswordHasher } from '../../platform/lib/password-hash.ts';
import { isCommonPassword } from './common-passwords.ts';
import { accountFailures } from './messages.ts';

const MIN_LENGTH = 8;
const MAX_LENGTH = 64;
export function isPossiblePassword(password: string): boolean {
  // A lone surrogate has no UTF-8 form, so its hash would equal that of other passwords.
  if (password.length > MAX_LENGTH * 2 || !password.isWellFormed()) return false;
  const { length } = [...password];
  return length >= MIN_LENGTH && length <= MAX_LENGTH;
}

/** Returns the password unchanged. Throws `invalid`, without showing it, when it breaks the rule. */
export function requirePassword(password: string): string {
  if (isPossiblePassword(password)) return password;
  const { broken, length } = accountFailures.password;
  const isBroken = !password.isWellFormed();
  throw new Failure(
    'invalid',
    isBroken ? broken : length([...password].length, MIN_LENGTH, MAX_LENGTH),
  );
}

export function requireGoodPassword(
  password: string,
  owner: { name: string; email: string },
  field = 'password',
): void {
  const refuse = (sentence: string) => new Failure('invalid', sentence, { field });
  const { choose, known, common } = accountFailures.password;
  if (password === '') throw refuse(choose);
  aboutField(field, () => requirePassword(password));
  const typed = password.toLowerCase();
  const email = mailboxKey(owner.email);
  const [mailbox] = email.split('@');
  if ([owner.name.toLowerCase(), mailbox].includes(typed) || mailboxKey(password) === email) {
    throw refuse(known);
  }
  if (isCommonPassword(password)) throw refuse(common);
}

interface HashingCaller {
  /** The account replaces the address for callers who already showed a session or a link from an email. */
  from: { address: string } | { accountId: number };
  /** How the account knows the device. Known devices go first. */
  known?: KnownAs | undefined;
}

export const SHOWN_AS_OWNER: KnownAs = { by: 'device', seenAt: Infinity };

/** Limits a hasher: beyond the bounds it rejects at once as busy. `by` is one caller's share. */
export function boundHashing(passwords: PasswordHasher, bounds: QueueBounds | BoundedQueue) {
  const queue = 'run' in bounds ? bounds : createBoundedQueue(bounds);
  const within = (caller?: Parameters<BoundedQueue['run']>[1]): PasswordHasher => ({
    hash: (password) => queue.run(() => passwords.hash(password), caller),
    verify: (password, passwordHash) =>
      queue.run(() => passwords.verify(password, passwordHash), caller),
    isOutdated: passwords.isOutdated,
  });
  return {
    ...within(),
    by({ from, known }: HashingCaller) {
      const place = 'address' in from ? from.address : `account ${from.accountId}`;
      const { address, site } = networksOfAddress(place);
      return within({ address, site, known });
    },
  };
}

export type BoundedPasswords = ReturnType<typeof boundHashing>;
