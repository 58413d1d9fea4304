// Puts a bound on password hashing, so that a flood of logins cannot take the machine from everybody else.

import { networksOfAddress } from '../lib/address.ts';
import { type BoundedQueue, createBoundedQueue, type QueueBounds } from '../lib/bounded-queue.ts';
import { Failure } from '../lib/failure.ts';
import type { PasswordHasher } from './ports.ts';
import type { Refusal } from './refusal.ts';

const BUSY_MS = 2_000;

/** Bounds of one's own, or a queue that is shared with others. */
export type HashingBounds = QueueBounds | BoundedQueue;

/** Whose password is hashed or checked. */
export interface HashingCaller {
  /** Whoever proved already to be somebody, with a session or a link, stands for an account instead. */
  from: { address: string } | { accountId: number };
  /** Whether it is a device or an address that the account knows: some places are kept for those. */
  isKnown: boolean;
}

/** A hasher within bounds. By itself it is the service's own, with no caller's share. */
export interface BoundedPasswords extends PasswordHasher {
  /** The same within the share of one caller. */
  by(caller: HashingCaller): PasswordHasher;
}

/** The same hasher within bounds: beyond them hashing and checking reject at once with `unavailable`. */
export function boundHashing(passwords: PasswordHasher, bounds: HashingBounds): BoundedPasswords {
  const queue = 'run' in bounds ? bounds : createBoundedQueue(bounds);
  const { isOutdated } = passwords;
  return {
    hash: (password) => queue.run(() => passwords.hash(password)),
    verify: (password, passwordHash) => queue.run(() => passwords.verify(password, passwordHash)),
    isOutdated,
    by({ from, isKnown }) {
      const { address, site } = networksOfAddress(
        'address' in from ? from.address : `account ${from.accountId}`,
      );
      const caller = { address, site, isKnown };
      return {
        hash: (password) => queue.run(() => passwords.hash(password), caller),
        verify: (password, passwordHash) =>
          queue.run(() => passwords.verify(password, passwordHash), caller),
        isOutdated,
      };
    },
  };
}

/** What was hashed or checked, or a refusal to come back in a moment, where the bounds were reached. */
export async function refuseIfBusy<Result>(
  work: Promise<Result>,
): Promise<{ result: Result } | { refusals: Refusal[] }> {
  try {
    return { result: await work };
  } catch (error) {
    if (!(error instanceof Failure && error.kind === 'unavailable')) throw error;
    const { message } = error;
    return { refusals: [{ field: undefined, message, retryInMs: BUSY_MS, isBusy: true }] };
  }
}
