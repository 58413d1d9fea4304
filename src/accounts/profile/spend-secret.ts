// Spends one-time links and codes: what the account change depends on is read first, and read again where it changed.

import type {
  AccountChange,
  CodeOutcome,
  SecretOfAccount,
  SecretStore,
} from '../registration-ports.ts';
import { changedMeanwhile } from './account-settings.ts';
import { CODE_WAITS, hashCode } from './one-time-secrets.ts';

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
