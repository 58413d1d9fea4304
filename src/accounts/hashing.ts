// Bounds password hashing, so that a flood of logins does not use up the machine.

import { networksOfAddress } from '../lib/address.ts';
import {
  type BoundedQueue,
  createBoundedQueue,
  type KnownAs,
  type QueueBounds,
} from '../lib/bounded-queue.ts';
import type { PasswordHasher } from './ports.ts';

/** Bounds for a queue of its own, or a queue that is shared with others. */
export type HashingBounds = QueueBounds | BoundedQueue;

/** Whose password is hashed or checked. */
export interface HashingCaller {
  /** The account instead of the address, for callers who already showed a session or the link of an email. */
  from: { address: string } | { accountId: number };
  /** How the account knows the device: those go first. */
  known?: KnownAs | undefined;
}

/** An owner who showed a session or the link of an email. */
export const SHOWN_AS_OWNER: KnownAs = { by: 'device', seenAt: Infinity };

/** A hasher within bounds. By itself it is the service's own, with no caller's share. */
export interface BoundedPasswords extends PasswordHasher {
  /** The same within the share of one caller. */
  by(caller: HashingCaller): PasswordHasher;
}

/** The same hasher within bounds: beyond them hashing and checking reject at once with an `unavailable` that can be waited for. */
export function boundHashing(passwords: PasswordHasher, bounds: HashingBounds): BoundedPasswords {
  const queue = 'run' in bounds ? bounds : createBoundedQueue(bounds);
  const { isOutdated } = passwords;
  return {
    hash: (password) => queue.run(() => passwords.hash(password)),
    verify: (password, passwordHash) => queue.run(() => passwords.verify(password, passwordHash)),
    isOutdated,
    by({ from, known }) {
      const { address, site } = networksOfAddress(
        'address' in from ? from.address : `account ${from.accountId}`,
      );
      const caller = { address, site, known };
      return {
        hash: (password) => queue.run(() => passwords.hash(password), caller),
        verify: (password, passwordHash) =>
          queue.run(() => passwords.verify(password, passwordHash), caller),
        isOutdated,
      };
    },
  };
}
