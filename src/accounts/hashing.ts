// Puts a bound on password hashing, so that a flood of logins cannot take the machine from everybody else.

import { type BoundedQueue, createBoundedQueue, type QueueBounds } from '../lib/bounded-queue.ts';
import { MusterError } from '../lib/errors.ts';
import type { PasswordHasher } from './ports.ts';
import type { Refusal } from './refusal.ts';

const BUSY_MS = 2_000;

/** Bounds of one's own, or a queue that is shared with others. */
export type HashingBounds = QueueBounds | BoundedQueue;

/** The same hasher within bounds: beyond them hashing and checking reject at once with `unavailable`. */
export function boundHashing(passwords: PasswordHasher, bounds: HashingBounds): PasswordHasher {
  const queue = 'run' in bounds ? bounds : createBoundedQueue(bounds);
  return {
    hash: (password) => queue.run(() => passwords.hash(password)),
    verify: (password, passwordHash) => queue.run(() => passwords.verify(password, passwordHash)),
    isOutdated: passwords.isOutdated,
  };
}

/** What was hashed or checked, or a refusal to come back in a moment, where the bounds were reached. */
export async function refuseIfBusy<Result>(
  work: Promise<Result>,
): Promise<{ result: Result } | { refusals: Refusal[] }> {
  try {
    return { result: await work };
  } catch (error) {
    if (!(error instanceof MusterError && error.kind === 'unavailable')) throw error;
    const { message } = error;
    return { refusals: [{ field: undefined, message, retryInMs: BUSY_MS, isBusy: true }] };
  }
}
