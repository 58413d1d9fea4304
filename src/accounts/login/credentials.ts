// Whether a name and a password open an account: attempts, name, password, suspension.

import { groupOfAddress } from '../../lib/address.ts';
import type { KnownAs } from '../../lib/bounded-queue.ts';
import { Failure } from '../../lib/failure.ts';
import { isAccountName } from '../account-names.ts';
import { type BoundedPasswords, isPossiblePassword, SHOWN_AS_OWNER } from '../passwords.ts';
import type { Account, PasswordHasher, Ports } from '../ports.ts';
import type { Caller } from './devices.ts';
import { accountSuspended, loginBusy, unknownName, wrongPassword } from './login-failures.ts';
import { type Attempts, createAttempts, type GuessOutcome } from './login-limits.ts';

const WINDOW_MS = 5 * 60_000;
/** C4.10. Passwords within the window from one address, or the network that counts as one, for any account. */
const ADDRESS_LIMITS = {
  ...{ kind: 'passwords from an address', windowMs: WINDOW_MS },
  ...{ limit: 100, rightLimit: 100, keysAtMost: 10_000 },
};
/** C4.10. Passwords within the window for one account from one address. */
const ACCOUNT_LIMITS = {
  ...{ kind: 'passwords for an account', windowMs: WINDOW_MS },
  ...{ limit: 10, rightLimit: 30, keysAtMost: 20_000 },
};

/** Creates the check; `passwords` hashes only passwords that an account could have. */
export function createCredentialCheck(
  ports: Pick<Ports, 'accounts' | 'states'> & {
    passwords: BoundedPasswords;
    findKnown(accountId: number, caller: Caller): Promise<KnownAs | undefined>;
    onWrongPassword(account: Account): Promise<void>;
  },
) {
  const { accounts, states, passwords, findKnown, onWrongPassword } = ports;
  // Attempts are stopped by address, or by account and address: no stranger can lock a player out (C4.11).
  const fromAddress = createAttempts(states, ADDRESS_LIMITS);
  const onAccount = createAttempts(states, ACCOUNT_LIMITS);

  async function isRightPassword(password: string, account: Account, hasher: PasswordHasher) {
    if (!isPossiblePassword(password)) return false;
    const isRight = await unlessBusy(hasher.verify(password, account.passwordHash));
    if (isRight === undefined) throw loginBusy();
    return isRight;
  }

  async function requirePassword(password: string, account: Account, hasher: PasswordHasher) {
    if (!(await isRightPassword(password, account, hasher))) {
      await onWrongPassword(account);
      throw wrongPassword(password);
    }
    if (account.suspendedAt !== null) throw accountSuspended(account);
  }

  /** Replaces a hash of an older cost by one of today's; while the service is busy, another day. */
  async function upgrade(password: string, account: Account, hasher: PasswordHasher) {
    const { id, passwordHash: from } = account;
    const to = await unlessBusy(hasher.hash(password));
    if (to === undefined) return account;
    if (await accounts.replacePasswordHash(id, { from, to })) {
      return { ...account, passwordHash: to };
    }
    // Another login did the same meanwhile, or the password was changed.
    const current = await accounts.findAccountById(id);
    if (!current) throw unknownName(account.name);
    if (await isRightPassword(password, current, hasher)) return current;
    throw wrongPassword(password);
  }

  // Counted for the password that was guessed at: after it was changed, the new one opens the account at once.
  const pairOf = ({ id, passwordHash }: Account, address: string) =>
    `${id} ${passwordHash} ${groupOfAddress(address)}`;

  return {
    /** Throws `LoginFailure` for the first check that fails (C4.7); right ones are limited too, since each costs a check. */
    check: (
      { username, password }: { username: string; password: string },
      caller: Caller,
    ): Promise<Account> =>
      limited(fromAddress, groupOfAddress(caller.address), async () => {
        const account = isAccountName(username)
          ? await accounts.findAccountByName(username)
          : undefined;
        if (!account) throw unknownName(username);
        const { address } = caller;
        return limited(onAccount, pairOf(account, address), async () => {
          const known = await findKnown(account.id, caller);
          const hasher = passwords.by({ from: { address }, known });
          await requirePassword(password, account, hasher);
          const isOutdated = hasher.isOutdated(account.passwordHash);
          return isOutdated ? upgrade(password, account, hasher) : account;
        });
      }),
    /** The password alone, of an owner who is logged in; wrong ones count as attempts too. Throws `LoginFailure`. */
    checkPassword(account: Account, password: string, address: string): Promise<void> {
      const hasher = passwords.by({ from: { address }, known: SHOWN_AS_OWNER });
      return limited(onAccount, pairOf(account, address), () =>
        requirePassword(password, account, hasher),
      );
    },
  };
}

export type CredentialCheck = ReturnType<typeof createCredentialCheck>;

/** How a check that failed counts: one that the service was too busy for does not. */
function countOf(error: unknown): GuessOutcome {
  if (!(error instanceof Failure)) return 'neither';
  // The password of a suspended account too: it cost a check like any other.
  if (error.kind === 'forbidden') return 'right';
  return error.field === 'username' || error.field === 'password' ? 'wrong' : 'neither';
}

async function limited<Result>(
  attempts: Attempts,
  key: string,
  check: () => Promise<Result>,
): Promise<Result> {
  const end = await attempts.begin(key);
  let counts: GuessOutcome = 'right';
  try {
    return await check();
  } catch (error) {
    counts = countOf(error);
    throw error;
  } finally {
    await end(counts);
  }
}

/** What was hashed or checked; `undefined` where there was no room for it. */
async function unlessBusy<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure && error.kind === 'unavailable') return undefined;
    throw error;
  }
}
