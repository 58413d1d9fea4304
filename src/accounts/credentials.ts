// Whether a name and a password open an account: attempts, name, password, suspension, second factor.

import { groupOfAddress } from '../lib/address.ts';
import type { Clock } from '../lib/clock.ts';
import { MusterError } from '../lib/errors.ts';
import { isAccountName } from './account-name.ts';
import { type AttemptAnswer, type Attempts, createAttempts } from './attempts.ts';
import { isPossiblePassword } from './password-rules.ts';
import type { Account, AccountStore, PasswordHasher } from './ports.ts';

/** The texts that answer a failed login; all but the first four are shown to the player as they are. */
export const LOGIN_ERRORS = {
  token: 'token',
  username: 'username',
  password: 'password',
  loginCode: 'login_code',
  suspended: 'This account is suspended.',
  busy: 'The service is busy, try again in a moment.',
} as const;

/** Why a login was refused. */
export interface Refusal {
  /** One of `LOGIN_ERRORS`, or a sentence for the player. */
  error: string;
  /** When too many attempts were made: after this time one is possible again. */
  retryInMs?: number;
}

/** An account that may log in, or why not. */
export type Checked = { account: Account } | Refusal;

/** Checks what a login form brought. */
export interface CredentialCheck {
  /** The first check that fails answers. A wrong name or password counts as an attempt; a right one never. */
  check(form: { username: string; password: string }, address: string): Promise<Checked>;
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
}): CredentialCheck {
  const { accounts, clock, passwords } = ports;
  // Attempts are stopped by address, or by account and address: no stranger can lock a player out.
  const fromAddress = createAttempts(clock, {
    limit: 100,
    windowMs: WINDOW_MS,
    keysAtMost: 10_000,
  });
  const onAccount = createAttempts(clock, { limit: 10, windowMs: WINDOW_MS, keysAtMost: 20_000 });

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
    if (passwordError) return { error: passwordError };
    if (account.suspendedAt !== null) return { error: LOGIN_ERRORS.suspended };
    // The second factor is checked here, last: a code is asked for only after the right password.
    return { account };
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
    // Counted for the password that was guessed at: whoever sets a new one gets in with it at once.
    const guessed = `${account.id} ${account.passwordHash}`;
    return attempt(onAccount, `${guessed} ${group}`, () => checkPassword(password, account));
  }

  return {
    check(form, address) {
      const group = groupOfAddress(address);
      return attempt(fromAddress, group, () => checkName(form, group));
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
  if (answer.outcome === 'busy') return { error: LOGIN_ERRORS.busy };
  const { retryInMs } = answer;
  const minutes = Math.ceil(retryInMs / MINUTE_MS);
  const error = `Too many attempts, try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
  return { error, retryInMs };
}
