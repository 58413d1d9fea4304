// Confirming an address with the code of an email, and what is wrong with a code that does nothing.

import type { Clock } from '../../lib/clock.ts';
import { BUSY_SECONDS, Failure } from '../../lib/failure.ts';
import { accountFailures } from '../../messages/messages.ts';
import type { AttemptAnswer } from '../login/attempts.ts';
import type { Account } from '../ports.ts';
import type { SecretPurpose, SecretStore } from '../registration-ports.ts';
import { mustWait } from '../waits.ts';
import { parseCode } from './one-time-secrets.ts';
import { type ChangeOf, spendCode } from './spend-secret.ts';

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
