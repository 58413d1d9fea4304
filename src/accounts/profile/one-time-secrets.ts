// One-time links and codes: made at random, kept as hashes, bound to an account, a purpose and a time.

import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { sha256Hex } from '../../lib/sha256.ts';
import type { CodeWaits, SecretPurpose, StoredSecret } from '../ports.ts';
import { readCode } from '../two-factor/codes.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long a secret of each purpose is good. */
export const SECRET_LIFETIME_MS: Record<SecretPurpose, number> = {
  'verify address': DAY_MS,
  'new address': DAY_MS,
  'reset password': 30 * MINUTE_MS,
  'undo address': 7 * DAY_MS,
};

const TOKEN_BYTES = 32;
export const ONE_TIME_TOKEN = /^[A-Za-z0-9_-]{43}$/;
const CODE_SHAPE = /^[0-9]{6}$/;
const CODES = 1_000_000;

/** After every five wrong codes the next waits twice as long as before, a day at most. */
export const CODE_WAITS: CodeWaits = {
  every: 5,
  waitsMs: [
    15 * MINUTE_MS,
    30 * MINUTE_MS,
    HOUR_MS,
    2 * HOUR_MS,
    4 * HOUR_MS,
    8 * HOUR_MS,
    16 * HOUR_MS,
    DAY_MS,
  ],
};

const SEND_WAITS_MS = [1, 2, 5, 10, 15].map((minutes) => minutes * MINUTE_MS);

/** A secret as it is sent in an email, and as it is kept. `token` and `code` are secrets. */
export interface FreshSecret<Stored = StoredSecret> {
  stored: Stored;
  token: string;
  /** Empty where the purpose has none. */
  code: string;
}

/** What a secret is made from. */
interface SecretFacts {
  purpose: SecretPurpose;
  email: string;
  now: number;
  /** By default that of the secret that it replaces. */
  next?: string | undefined;
}

/**
 * Creates a secret. It takes over the count of wrong codes from the one that it replaces, so that
 * requesting another code allows no further guesses. `token` is a new one unless it is given.
 */
export function makeSecret(
  { accountId, ...facts }: SecretFacts & { accountId: number },
  earlier?: StoredSecret,
  token: string = makeToken(),
): FreshSecret {
  const fresh = makeUnownedSecret(facts, earlier, token);
  return { ...fresh, stored: { accountId, ...fresh.stored } };
}

/** The same before its account has an id. */
export function makeUnownedSecret(
  { purpose, email, now, next }: SecretFacts,
  earlier?: StoredSecret,
  token: string = makeToken(),
): FreshSecret<Omit<StoredSecret, 'accountId'>> {
  const hasCode = purpose === 'verify address' || purpose === 'new address';
  const code = hasCode ? makeCode() : '';
  const tokenHash = hashToken(token);
  return {
    token,
    code,
    stored: {
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
    },
  };
}

/** A new token of 256 bits, 43 characters that need no escape in a path. */
export function makeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The token of one account out of one that several may be sent: always the same for the same two. */
export function deriveToken(token: string, accountId: number): string {
  return createHmac('sha256', token).update(`account ${accountId}`).digest('base64url');
}

/** What a token is kept as; a text that is no token has a hash that none has. */
export function hashToken(token: string): string {
  return ONE_TIME_TOKEN.test(token) ? sha256Hex(token) : '';
}

/** The code out of what was typed, where people put spaces into it; `undefined` when it is none. */
export function parseCode(text: string): string | undefined {
  const code = readCode(text);
  return CODE_SHAPE.test(code) ? code : undefined;
}

/** From when on another email may be requested. */
export function nextSendAt({ createdAt, sends }: StoredSecret): number {
  const index = Math.min(sends, SEND_WAITS_MS.length) - 1;
  return createdAt + (SEND_WAITS_MS[index] ?? 0);
}

/** A new code of six digits (C4.16). */
export function makeCode(): string {
  return randomInt(CODES).toString().padStart(6, '0');
}

/**
 * What the code of the secret with this token is kept as. Salted with the token, so that equal codes
 * have unequal hashes. Somebody who has the database can try all of them: a code opens no session, and is
 * good for a day at most.
 */
export function hashCode(code: string, tokenHash: string): string {
  return sha256Hex(`${tokenHash} ${code}`);
}
