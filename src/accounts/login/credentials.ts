// Whether a name and a password open an account: attempts, name, password, suspension.

import { groupOfAddress } from '../../lib/address.ts';
import type { Clock } from '../../lib/clock.ts';
import { Failure } from '../../lib/failure.ts';
import { isAccountName } from '../account-name.ts';
import type { Caller } from '../caller.ts';
import type { BoundedPasswords } from '../hashing.ts';
import { isPossiblePassword } from '../password-rules.ts';
import type { Account, AccountStore, PasswordHasher } from '../ports.ts';
import { refuseSuspended } from '../suspension.ts';
import { type AttemptAnswer, type Attempts, createAttempts } from './attempts.ts';
import { LOGIN_ERRORS, type Refusal, refuseUntil } from './login-failures.ts';

/** An account that may log in, or why not. */
export type Checked = { account: Account } | Refusal;

/** Checks what a login form brought. */
export interface CredentialCheck {
  /**
   * The first check that fails answers (C4.7). A wrong name or password counts as an attempt; right ones have
   * a budget of their own, since each of them costs a check too.
   */
  check(form: { username: string; password: string }, caller: Caller): Promise<Checked>;
  /**
   * The password alone, of an account whose session asks for something that matters; wrong ones
   * count as attempts too. `undefined` when it is right.
   */
  checkPassword(account: Account, password: string, address: string): Promise<Refusal | undefined>;
  /** Drops attempts that are too old to count. */
  sweep(): void;
}

const MINUTE_MS = 60_000;
const WINDOW_MS = 5 * MINUTE_MS;
/** C4.10. Passwords within the window from one address, as budgets count it, for whatever accounts. */
const ADDRESS_LIMITS = { wrong: 100, right: 100, keysAtMost: 10_000 };
/** C4.10. Passwords within the window for one account from one address. */
const ACCOUNT_LIMITS = { wrong: 10, right: 30, keysAtMost: 20_000 };

/** Makes the check; `passwords` is asked for plausible passwords alone. */
export function createCredentialCheck(ports: {
  accounts: AccountStore;
  clock: Clock;
  passwords: BoundedPasswords;
  /** Whether the account knows the device or the address. */
  isKnown(accountId: number, caller: Caller): Promise<boolean>;
  /** Told of every wrong password. */
  onWrongPassword(account: Account): Promise<void>;
}): CredentialCheck {
  const { accounts, clock, passwords, isKnown, onWrongPassword } = ports;
  // Attempts are stopped by address, or by account and address: no stranger can lock a player out (C4.11).
  const fromAddress = createLimits(clock, ADDRESS_LIMITS);
  const onAccount = createLimits(clock, ACCOUNT_LIMITS);

  async function findPasswordError(password: string, account: Account, hasher: PasswordHasher) {
    if (!isPossiblePassword(password)) return LOGIN_ERRORS.password;
    try {
      const isRight = await hasher.verify(password, account.passwordHash);
      return isRight ? undefined : LOGIN_ERRORS.password;
    } catch (error) {
      if (error instanceof Failure && error.kind === 'unavailable') return LOGIN_ERRORS.busy;
      throw error;
    }
  }

  async function checkPassword(
    password: string,
    account: Account,
    hasher: PasswordHasher,
  ): Promise<Checked> {
    const passwordError = await findPasswordError(password, account, hasher);
    if (passwordError === LOGIN_ERRORS.password) await onWrongPassword(account);
    if (passwordError) return { error: passwordError };
    return account.suspendedAt === null ? { account } : refuseSuspended(account);
  }

  async function checkAtLogin(
    password: string,
    account: Account,
    hasher: PasswordHasher,
  ): Promise<Checked> {
    const checked = await checkPassword(password, account, hasher);
    const isUpgraded = !('error' in checked) && hasher.isOutdated(account.passwordHash);
    return isUpgraded ? upgrade(password, account, hasher) : checked;
  }

  /** Puts a hash of today's cost in the place of an older one; without room for that, another day. */
  async function upgrade(
    password: string,
    account: Account,
    hasher: PasswordHasher,
  ): Promise<Checked> {
    const { id, passwordHash: from } = account;
    const to = await hashUnlessBusy(password, hasher);
    if (to === undefined) return { account };
    if (await accounts.replacePasswordHash(id, { from, to })) {
      return { account: { ...account, passwordHash: to } };
    }
    // Another login did the same meanwhile, or the password was changed.
    const current = await accounts.findAccountById(id);
    if (!current) return { error: LOGIN_ERRORS.username };
    const error = await findPasswordError(password, current, hasher);
    return error ? { error } : { account: current };
  }

  async function hashUnlessBusy(password: string, hasher: PasswordHasher) {
    try {
      return await hasher.hash(password);
    } catch (error) {
      if (error instanceof Failure && error.kind === 'unavailable') return undefined;
      throw error;
    }
  }

  // Counted for the password that was guessed at: whoever sets a new one gets in with it at once.
  const pairOf = ({ id, passwordHash }: Account, address: string) =>
    `${id} ${passwordHash} ${groupOfAddress(address)}`;

  async function checkName(
    { username, password }: { username: string; password: string },
    caller: Caller,
  ): Promise<Checked> {
    const account = isAccountName(username)
      ? await accounts.findAccountByName(username)
      : undefined;
    if (!account) return { error: LOGIN_ERRORS.username };
    const { address } = caller;
    return limited(onAccount, pairOf(account, address), async () => {
      const hashingCaller = { from: { address }, isKnown: await isKnown(account.id, caller) };
      return checkAtLogin(password, account, passwords.by(hashingCaller));
    });
  }

  return {
    check: (form, caller) =>
      limited(fromAddress, groupOfAddress(caller.address), () => checkName(form, caller)),
    async checkPassword(account, password, address) {
      const hasher = passwords.by({ from: { address }, isKnown: true });
      const checked = await limited(onAccount, pairOf(account, address), () =>
        checkPassword(password, account, hasher),
      );
      return 'error' in checked ? checked : undefined;
    },
    sweep() {
      for (const { wrong, right } of [fromAddress, onAccount]) {
        wrong.sweep();
        right.sweep();
      }
    },
  };
}

/** Wrong and right passwords, each stopped at a number of its own. */
interface Limits {
  wrong: Attempts;
  right: Attempts;
}

function createLimits(
  clock: Clock,
  { wrong, right, keysAtMost }: { wrong: number; right: number; keysAtMost: number },
): Limits {
  const create = (limit: number) =>
    createAttempts(clock, { limit, windowMs: WINDOW_MS, keysAtMost });
  return { wrong: create(wrong), right: create(right) };
}

/** Checks within the limits of a key; a check that there was no room for counts for nothing. */
function limited(limits: Limits, key: string, check: () => Promise<Checked>): Promise<Checked> {
  return attempt(limits.right, key, isRight, () => attempt(limits.wrong, key, isWrong, check));
}

function isWrong(checked: Checked): boolean {
  return (
    'error' in checked &&
    (checked.error === LOGIN_ERRORS.username || checked.error === LOGIN_ERRORS.password)
  );
}

/** The password of a suspended account too: it cost a check like any other. */
function isRight(checked: Checked): boolean {
  return !('error' in checked) || checked.suspension !== undefined;
}

async function attempt(
  attempts: Attempts,
  key: string,
  counts: (checked: Checked) => boolean,
  check: () => Promise<Checked>,
): Promise<Checked> {
  const answer = attempts.begin(key);
  if (answer.outcome !== 'admitted') return describeRefusal(answer);
  let isCounted = false;
  try {
    const checked = await check();
    isCounted = counts(checked);
    return checked;
  } finally {
    answer.end(isCounted);
  }
}

function describeRefusal(answer: Exclude<AttemptAnswer, { outcome: 'admitted' }>): Refusal {
  return answer.outcome === 'busy' ? { error: LOGIN_ERRORS.busy } : refuseUntil(answer.retryInMs);
}
