// One-time links and codes: random, kept as hashes, bound to an account, a purpose and a time, and spent once.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256Hex } from '../../platform/lib/digest.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { makeCode, ONE_TIME_TOKEN } from '../../platform/lib/one-time-code.ts';
import { readCode } from '../../platform/lib/typed-code.ts';
import type {
  Account,
  AccountAsRead,
  AccountChange,
  CodeOutcome,
  SecretOfAccount,
  SecretPurpose,
  SecretStore,
  StoredSecret,
} from './account-ports.ts';
import { changedMeanwhile, mustWait } from './login-failures.ts';
import { accountFailures } from './messages.ts';
import { CODE_WAITS, SECRET_LIFETIME_MS } from './one-time-secret-limits.ts';

const TOKEN_BYTES = 32;
const CODE_SHAPE = /^[0-9]{6}$/;

/** The facts that a secret is made from. `next` defaults to that of the replaced secret. */
interface SecretFacts {
  purpose: SecretPurpose;
  email: string;
  now: number;
  next?: string | undefined;
}

/** Makes a secret to send and its stored form. Wrong codes of `earlier` still count against the new one. */
export function makeSecret(
  { purpose, email, now, next }: SecretFacts,
  earlier?: StoredSecret,
  token: string = makeToken(),
) {
  const hasCode = purpose === 'verify address' || purpose === 'new address';
  const code = hasCode ? makeCode() : '';
  const tokenHash = hashToken(token);
  const stored: Omit<StoredSecret, 'accountId'> = {
    purpose,
    tokenHash,
    codeHash: hasCode ? hashCode(code, tokenHash) : null,
    email,
    createdAt: now,
    expiresAt: now + SECRET_LIFETIME_MS[purpose],
    sends: (earlier?.sends ?? 0) + 1,
    wrongCodes: earlier?.wrongCodes ?? 0,
    waitUntil: earlier?.waitUntil ?? null,
    next: next ?? earlier?.next ?? '',
  };
  return { token, code, stored };
}

export function makeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Derives one account's token from a token that several accounts may be sent. The same two give the same result. */
export function deriveToken(token: string, accountId: number): string {
  return createHmac('sha256', token).update(`account ${accountId}`).digest('base64url');
}

/** Hashes a token for storage. Text that is not a token gets a hash that no token has. */
export function hashToken(token: string): string {
  return ONE_TIME_TOKEN.test(token) ? sha256Hex(token) : '';
}

/** Salted with the token. A database thief could try all codes, but none opens a session or lasts over a day. */
export function hashCode(code: string, tokenHash: string): string {
  return sha256Hex(`${tokenHash} ${code}`);
}

/** Whether links of the purpose are kept side by side, because anybody can request another one. */
export function isKeptBesideOthers(purpose: SecretPurpose): boolean {
  return purpose === 'undo address' || purpose === 'reset password';
}

/** Secrets that a thief of the old password may have prepared. Links that restore an old address stay valid. */
export const MADE_WITH_PASSWORD: readonly SecretPurpose[] = ['reset password', 'new address'];

const AS_READ = ['id', 'passwordHash', 'email', 'emailConfirmedAt', 'verifiedAt'] as const;

/** Whether nothing that the change depends on has changed since the account was read. */
export function isAsRead(account: Account, read: AccountAsRead): boolean {
  return AS_READ.every((field) => account[field] === read[field]);
}

export function isSameHash(kept: string, given: string): boolean {
  const [one, other] = [Buffer.from(kept), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Another try is needed only if somebody else changed the account at the same moment. */
const MAX_TRIES = 5;

/** Decides how spending a secret changes its account; `undefined` if the secret is not valid for it. */
export type ChangeOf = (found: SecretOfAccount) => AccountChange | undefined;

/** Spends the secret of a link. Returns `undefined` if it is no longer valid. Throws `conflict`. */
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

/** Tries a code on the newest secret. Calls `onWrong` for a checked wrong code. Throws at the field `code`. */
export async function confirmWithCode(
  secrets: SecretStore,
  now: number,
  requested: {
    account: Account;
    purpose: SecretPurpose;
    code: string;
    changeOf: ChangeOf;
    onWrong: () => void;
  },
): Promise<Account> {
  const { account, purpose, changeOf } = requested;
  const { digits, unexpected, notLatest } = accountFailures.code;
  const code = readCode(requested.code);
  if (!CODE_SHAPE.test(code)) throw refuseCode(digits);
  const secret = await secrets.findSecret(account.id, purpose);
  if (secret === undefined) throw refuseCode(unexpected);
  const answer = await tryUntilUnchanged({ secret, account }, changeOf, (read, change) => {
    const codeHash = hashCode(code, read.secret.tokenHash);
    return secrets.spendCode(read, { codeHash, now, waits: CODE_WAITS }, change);
  });
  switch (answer.outcome) {
    case 'spent':
      return answer.account;
    case 'wrong':
      requested.onWrong();
      throw refuseCode(notLatest);
    case 'waiting':
      throw refuseCodesFor(answer.until - now);
    default:
      throw refuseCode(unexpected);
  }
}

/** Reads the stored state again and retries, as long as somebody else changes it between read and write. */
async function tryUntilUnchanged(
  found: SecretOfAccount,
  changeOf: ChangeOf,
  spend: (read: SecretOfAccount, change: AccountChange) => Promise<CodeOutcome>,
): Promise<Exclude<CodeOutcome, { outcome: 'changed' }>> {
  let read = found;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const change = changeOf(read);
    if (change === undefined) return { outcome: 'none' };
    const answer = await spend(read, change);
    if (answer.outcome !== 'changed') return answer;
    read = answer;
  }
  throw changedMeanwhile();
}

export function refuseCodesFor(waitMs: number): Failure {
  return mustWait(waitMs, accountFailures.code.tooMany, 'code');
}

function refuseCode(sentence: string): Failure {
  return new Failure('invalid', sentence, { field: 'code' });
}
