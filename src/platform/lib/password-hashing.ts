// Hashes passwords with argon2id, and bounds how many hashes run at once and how many wait, with a share for each caller.

import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { networksOfAddress } from './address.ts';
import {
  type BoundedQueue,
  createBoundedQueue,
  type KnownAs,
  type QueueBounds,
} from './bounded-queue.ts';

export interface HashCost {
  memoryKib: number;
  iterations: number;
}

// OWASP's recommendation for argon2id: about 30 ms and 19 MiB per hash, a fifth of the runtime's default.
const USUAL_COST: HashCost = { memoryKib: 19_456, iterations: 2 };
const MAX_CONCURRENT = 2;
const MAX_WAITING = 32;

/** Slow password hashing. A request path must limit how many hashes run at once. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** False for a malformed hash, one of another algorithm, and one that stands for no password. Never throws. */
  verify(password: string, passwordHash: string): Promise<boolean>;
  /** Whether the hash was made at a different cost than new hashes. */
  isOutdated(passwordHash: string): boolean;
}

/** Creates a hasher. Hashes are PHC strings of argon2id; a stored hash is verified at its own cost. */
export function createPasswordHasher(cost: HashCost = USUAL_COST): PasswordHasher {
  const current = `$argon2id$v=19$m=${cost.memoryKib},t=${cost.iterations},p=1$`;
  return {
    hash: (password) =>
      Bun.password.hash(password, {
        algorithm: 'argon2id',
        memoryCost: cost.memoryKib,
        timeCost: cost.iterations,
      }),
    async verify(password, passwordHash) {
      try {
        const isSet = !passwordHash.startsWith(NO_PASSWORD);
        const hash = isSet ? passwordHash : passwordHash.slice(NO_PASSWORD.length);
        return (await Bun.password.verify(password, hash, 'argon2id')) && isSet;
      } catch {
        return false;
      }
    },
    isOutdated: (passwordHash) =>
      !passwordHash.startsWith(NO_PASSWORD) && !passwordHash.startsWith(current),
  };
}

/** Begins the hash of an account without a password. Behind it stands the hash of a text that nobody knows. */
const NO_PASSWORD = '!';

/** Makes the hash of an account without a password. A check of any password fails, and costs as much as for others. */
export const hashNoPassword = async ({ hash }: Pick<PasswordHasher, 'hash'>) =>
  `${NO_PASSWORD}${await hash(randomBytes(24).toString('base64url'))}`;

/** Whether the account has a password. */
export const hasPassword = ({ passwordHash }: { passwordHash: string }) =>
  !passwordHash.startsWith(NO_PASSWORD);

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

/** The place of an owner who has proved who they are: before all devices that only the account knows. */
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
