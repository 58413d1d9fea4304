// Spends one-time links and codes: what the change depends on is read first, and read again where it changed.

import type { Clock } from '../../lib/clock.ts';
import { BUSY_SECONDS, Failure } from '../../lib/failure.ts';
import { accountFailures } from '../../messages/messages.ts';
import { mustWait } from '../login/login-failures.ts';
import type { AttemptAnswer } from '../login/login-limits.ts';
import type {
  Account,
  AccountChange,
  CodeOutcome,
  SecretOfAccount,
  SecretPurpose,
  SecretStore,
} from '../ports.ts';
import { changedMeanwhile } from './account-settings.ts';
import { CODE_WAITS, hashCode, parseCode } from './one-time-secrets.ts';

/** A further try is needed only when somebody else changed the account in the moment between. */
const MOST_TRIES = 5;

/** What spending a secret does to its account; `undefined` where the secret is not good for that one. */
export type ChangeOf = (found: SecretOfAccount) => AccountChange | undefined;

/** Spends the secret of a link that was found; `undefined` when it is no longer good. Throws `conflict`. */
export async function spendToken(
  secrets: SecretStore,
  found: SecretOfAccount,
  now: number,
  changeOf: ChangeOf,
): Promise<SecretOfAccount | undefined> {
  const answer = await tryUntilUnchanged(found, changeOf, (read, change) =>
    secrets.spendToken(read, now, change),
  );
  return answer.outcome === 'spent' ? answer : undefined;
}

/** Tries a code that was typed in on the account's newest secret, `found`. Throws `conflict`. */
export async function spendCode(
  secrets: SecretStore,
  found: SecretOfAccount,
  { code, now }: { code: string; now: number },
  changeOf: ChangeOf,
): Promise<Exclude<CodeOutcome, { outcome: 'changed' }>> {
  return tryUntilUnchanged<CodeOutcome>(found, changeOf, (read, change) => {
    const codeHash = hashCode(code, read.secret.tokenHash);
    return secrets.spendCode(read, { codeHash, now, waits: CODE_WAITS }, change);
  });
}

async function tryUntilUnchanged<Outcome extends { outcome: string }>(
  found: SecretOfAccount,
  changeOf: ChangeOf,
  spend: (read: SecretOfAccount, change: AccountChange) => Promise<Outcome | Changed>,
): Promise<Exclude<Outcome, Changed> | { outcome: 'none' }> {
  let read = found;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const change = changeOf(read);
    if (change === undefined) return { outcome: 'none' };
    const answer = await spend(read, change);
    if (!isChanged(answer)) return answer as Exclude<Outcome, Changed>;
    read = answer;
  }
  throw changedMeanwhile();
}

type Changed = { outcome: 'changed' } & SecretOfAccount;

function isChanged(answer: { outcome: string }): answer is Changed {
  return answer.outcome === 'changed';
}

const FIELD = 'code';

/**
 * Tries the code that was typed; returns the account as it is after a right one. A text that is no code
 * counts as no try. Throws `invalid` and `rate_limited` at the field `code`.
 */
export async function confirmWithCode(
  { secrets, clock }: { secrets: SecretStore; clock: Clock },
  requested: {
    account: Account;
    purpose: SecretPurpose;
    code: string;
    changeOf: ChangeOf;
    /** Called for a code that was looked at and is another one. */
    onWrong: () => void;
  },
): Promise<Account> {
  const { account, purpose, changeOf } = requested;
  const code = parseCode(requested.code);
  if (code === undefined) throw refuseCode(accountFailures.code.digits);
  const now = clock.now();
  const secret = await secrets.findSecret(account.id, purpose);
  if (secret === undefined) throw refuseNone();
  const answer = await spendCode(secrets, { secret, account }, { code, now }, changeOf);
  switch (answer.outcome) {
    case 'spent':
      return answer.account;
    case 'wrong':
      requested.onWrong();
      throw wrongMailedCode();
    case 'waiting':
      throw refuseWait(answer.until - now);
    default:
      throw refuseNone();
  }
}

/** The code is that of an earlier email, or of none. */
export function wrongMailedCode(): Failure {
  return refuseCode(accountFailures.code.notLatest);
}

function refuseNone(): Failure {
  return refuseCode(accountFailures.code.unexpected);
}

/** What answers a code that is not looked at, since too many for its address were wrong. */
export function refuseGuess(answer: Exclude<AttemptAnswer, { outcome: 'admitted' }>): Failure {
  if (answer.outcome === 'stopped') return refuseWait(answer.retryInMs);
  return new Failure('unavailable', accountFailures.code.busy, {
    field: FIELD,
    retryAfterSeconds: BUSY_SECONDS,
  });
}

function refuseWait(waitMs: number): Failure {
  return mustWait(waitMs, accountFailures.code.tooMany, FIELD);
}

function refuseCode(sentence: string): Failure {
  return new Failure('invalid', sentence, { field: FIELD });
}
