// The queue of password checks: how many run at once and how many wait, and each caller's share.

import { availableParallelism } from 'node:os';
import { networksOfAddress } from './address.ts';
import {
  type BoundedQueue,
  createBoundedQueue,
  type KnownAs,
  type QueueBounds,
} from './bounded-queue.ts';
import type { PasswordHasher } from './password-hash.ts';

const MAX_CONCURRENT = 2;
const MAX_WAITING = 32;

/** Hashes share threads with file reads, so one core stays free. On few cores, hashing pauses half of the time. */
export function defaultHashingBounds(cores: number = availableParallelism()): QueueBounds {
  return {
    atOnce: Math.max(1, Math.min(MAX_CONCURRENT, cores - 1)),
    waiting: MAX_WAITING,
    rest: cores > 2 ? 0 : 1,
  };
}

interface HashingCaller {
  /** The account replaces the address for callers who already showed a session or a link from an email. */
  from: { address: string } | { accountId: number };
  /** How the account knows the device. Known devices go first. */
  known?: KnownAs | undefined;
}

/** The place of an owner who already proved to be one: before all devices that only the account knows. */
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
