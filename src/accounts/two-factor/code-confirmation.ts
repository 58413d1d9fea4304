// Confirming with the code of a letter: what was typed, what became of it, and the sentence for that.

import type { Clock } from '../../lib/clock.ts';
import type { AttemptAnswer } from '../login/attempts.ts';
import type { Account } from '../ports.ts';
import { parseCode } from '../profile/one-time-secrets.ts';
import { type ChangeOf, spendCode } from '../profile/spend-secret.ts';
import { describeWait, type Refusable, refuse } from '../refusal.ts';
import type { SecretPurpose, SecretStore } from '../registration-ports.ts';

/** The account as it is after a right code, or why the code does nothing. */
export type CodeAnswer = Refusable<{ account: Account }>;

/** Tries the code that was typed; a text that is no code counts as no try. */
export async function confirmWithCode(
  { secrets, clock }: { secrets: SecretStore; clock: Clock },
  requested: {
    account: Account;
    purpose: SecretPurpose;
    code: string;
    changeOf: ChangeOf;
    /** Told of a code that was looked at and is another one. */
    onWrong: () => void;
  },
): Promise<CodeAnswer> {
  const { account, purpose, changeOf } = requested;
  const code = parseCode(requested.code);
  if (code === undefined) return refuse('code', 'The code of the letter has six digits.');
  const now = clock.now();
  const secret = await secrets.findSecret(account.id, purpose);
  if (secret === undefined) return refuseNone();
  const answer = await spendCode(secrets, { secret, account }, { code, now }, changeOf);
  switch (answer.outcome) {
    case 'spent':
      return { account: answer.account };
    case 'wrong':
      requested.onWrong();
      return refuse('code', 'This is not the code of the latest letter: look for the newest one.');
    case 'waiting':
      return refuseWait(answer.until - now);
    default:
      return refuseNone();
  }
}

function refuseNone(): CodeAnswer {
  return refuse('code', 'No code is waited for, or it has expired: have a new letter sent.');
}

/** What answers a code that is not looked at, since too many for its address were wrong. */
export function refuseGuess(answer: Exclude<AttemptAnswer, { outcome: 'admitted' }>): CodeAnswer {
  if (answer.outcome === 'stopped') return refuseWait(answer.retryInMs);
  return refuse('code', 'Other codes are still being looked at: try again in a moment.');
}

function refuseWait(waitMs: number): CodeAnswer {
  const message = `Too many wrong codes: try again in ${describeWait(waitMs)}. The link in the letter works at once.`;
  return refuse('code', message, waitMs);
}
