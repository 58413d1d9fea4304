// Puts a bound on password hashing, so that a flood of logins cannot take the machine from everybody else.

import { type BoundedQueue, createBoundedQueue, type QueueBounds } from '../lib/bounded-queue.ts';
import type { PasswordHasher } from './ports.ts';

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
