// Whether a name and a password open an account: attempts, name, password, suspension.

import { groupOfAddress } from '../../lib/address.ts';
import type { Clock } from '../../lib/clock.ts';
import { MusterError } from '../../lib/errors.ts';
import { isAccountName } from '../account-name.ts';
import { isPossiblePassword } from '../password-rules.ts';
import type { Account, AccountStore, PasswordHasher } from '../ports.ts';
import { refuseSuspended } from '../suspension.ts';
import { type AttemptAnswer, type Attempts, createAttempts } from './attempts.ts';
import { createFairShare } from './fair-share.ts';
import { LOGIN_ERRORS, type Refusal, refuseUntil } from './login-failures.ts';

/** An account that may log in, or why not. */
export type Checked = { account: Account } | Refusal;

/** Checks what a login form brought. */
export interface CredentialCheck {
  /** The first check that fails answers. A wrong name or password counts as an attempt; a right one never. */
  check(form: { username: string; password: string }, address: string): Promise<Checked>;
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

/** Makes the check; `passwords` must be bounded, and is asked for plausible passwords alone. */
export function createCredentialCheck(ports: {
  accounts: AccountStore;
  clock: Clock;
  passwords: PasswordHasher;
  /** Told of every wrong password. */
  onWrongPassword(account: Account): Promise<void>;
}): CredentialCheck {
  const { accounts, clock, passwords, onWrongPassword } = ports;
  // Attempts are stopped by address, or by account and address: no stranger can lock a player out.
  const fromAddress = createAttempts(clock, {
    limit: 100,
    windowMs: WINDOW_MS,
    keysAtMost: 10_000,
  });
  const onAccount = createAttempts(clock, { limit: 10, windowMs: WINDOW_MS, keysAtMost: 20_000 });

  const shares = createFairShare();

  async function findPasswordError(password: string, account: Account) {
    if (!isPossiblePassword(password)) return LOGIN_ERRORS.password;
    try {
      const isRight = await passwords.verify(password, account.passwordHash);
      return isRight ? undefined : LOGIN_ERRORS.password;
    } catch (error) {
      if (error instanceof MusterError && error.kind === 'unavailable') return LOGIN_ERRORS.busy;
      throw error;
    }
  }

  async function checkPassword(password: string, account: Account): Promise<Checked> {
    const passwordError = await findPasswordError(password, account);
    if (passwordError === LOGIN_ERRORS.password) await onWrongPassword(account);
    if (passwordError) return { error: passwordError };
    return account.suspendedAt === null ? { account } : refuseSuspended(account);
  }

  async function checkAtLogin(password: string, account: Account): Promise<Checked> {
    const checked = await checkPassword(password, account);
    const isUpgraded = !('error' in checked) && passwords.isOutdated(account.passwordHash);
    return isUpgraded ? upgrade(password, account) : checked;
  }

  /** Puts a hash of today's cost in the place of an older one; without room for that, another day. */
  async function upgrade(password: string, account: Account): Promise<Checked> {
    const { id, passwordHash: from } = account;
    const to = await hashUnlessBusy(password);
    if (to === undefined) return { account };
    if (await accounts.replacePasswordHash(id, { from, to })) {
      return { account: { ...account, passwordHash: to } };
    }
    // Another login did the same meanwhile, or the password was changed.
    const current = await accounts.findAccountById(id);
    if (!current) return { error: LOGIN_ERRORS.username };
    const error = await findPasswordError(password, current);
    return error ? { error } : { account: current };
  }

  async function hashUnlessBusy(password: string): Promise<string | undefined> {
    try {
      return await passwords.hash(password);
    } catch (error) {
      if (error instanceof MusterError && error.kind === 'unavailable') return undefined;
      throw error;
    }
  }

  // Counted for the password that was guessed at: whoever sets a new one gets in with it at once.
  const pairOf = ({ id, passwordHash }: Account, group: string) => `${id} ${passwordHash} ${group}`;

  /** The attempt, where the caller has not its share under way already. */
  async function share(
    address: string,
    [attempts, key]: [Attempts, string],
    check: () => Promise<Checked>,
  ): Promise<Checked> {
    const checked = await shares.run(address, () => attempt(attempts, key, check));
    return checked ?? { error: LOGIN_ERRORS.busy };
  }

  async function checkName(
    form: { username: string; password: string },
    group: string,
  ): Promise<Checked> {
    const { username, password } = form;
    const account = isAccountName(username)
      ? await accounts.findAccountByName(username)
      : undefined;
    if (!account) return { error: LOGIN_ERRORS.username };
    return attempt(onAccount, pairOf(account, group), () => checkAtLogin(password, account));
  }

  return {
    check(form, address) {
      const group = groupOfAddress(address);
      return share(address, [fromAddress, group], () => checkName(form, group));
    },
    async checkPassword(account, password, address) {
      const pair = pairOf(account, groupOfAddress(address));
      const checked = await share(address, [onAccount, pair], () =>
        checkPassword(password, account),
      );
      return 'error' in checked ? checked : undefined;
    },
    sweep() {
      fromAddress.sweep();
      onAccount.sweep();
    },
  };
}

async function attempt(
  attempts: Attempts,
  key: string,
  check: () => Promise<Checked>,
): Promise<Checked> {
  const answer = attempts.begin(key);
  if (answer.outcome !== 'admitted') return describeRefusal(answer);
  let isWrong = false;
  try {
    const checked = await check();
    isWrong =
      'error' in checked &&
      (checked.error === LOGIN_ERRORS.username || checked.error === LOGIN_ERRORS.password);
    return checked;
  } finally {
    answer.end(isWrong);
  }
}

function describeRefusal(answer: Exclude<AttemptAnswer, { outcome: 'admitted' }>): Refusal {
  return answer.outcome === 'busy' ? { error: LOGIN_ERRORS.busy } : refuseUntil(answer.retryInMs);
}
