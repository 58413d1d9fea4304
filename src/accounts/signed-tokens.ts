// Signed one-time tokens: each proves by itself for which session it was made and when, and is good once.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';

/** Tokens that only this process can make; each is good once, for a time. */
export interface SignedTokens {
  /** A new token for a session, 56 characters (C4.4 allows 64). */
  issue(sessionValue: string): string;
  /** Milliseconds since it was issued to that session; `undefined` when it is not good. Never throws. */
  findAge(sessionValue: string, token: string): number | undefined;
  /** Whether the token was good for that session; from now on it is not (C4.5, C4.6). Never throws. */
  spend(sessionValue: string, token: string): boolean;
  /** Forgets spent tokens that have expired by now. */
  sweep(): void;
}

const SPENT_AT_MOST = 50_000;
const TIME_BYTES = 6;
const NONCE_BYTES = 12;
const SIGNED_BYTES = TIME_BYTES + NONCE_BYTES;
const SIGNATURE_BYTES = 24;
const KEY_BYTES = 32;
// 42 bytes are 56 characters with no spare bits: a spent token has no second spelling.
const SHAPE = /^[A-Za-z0-9_-]{56}$/;

/** Creates tokens under a new key; `spentAtMost` bounds how many spent ones are remembered. */
export function createSignedTokens(
  clock: Clock,
  { lifetimeMs, spentAtMost = SPENT_AT_MOST }: { lifetimeMs: number; spentAtMost?: number },
): SignedTokens {
  const key = randomBytes(KEY_BYTES);
  // In the order in which they were spent.
  const spentIssuedAt = new Map<string, number>();
  /** Everything issued until then counts as spent, since some of it was forgotten. */
  let forgottenUntil = Number.NEGATIVE_INFINITY;

  function sign(body: Buffer, sessionValue: string): Buffer {
    const whole = createHmac('sha256', key).update(body).update(sessionValue).digest();
    return whole.subarray(0, SIGNATURE_BYTES);
  }

  function isExpired(issuedAt: number): boolean {
    return clock.now() - issuedAt > lifetimeMs;
  }

  function findIssueTime(sessionValue: string, token: string): number | undefined {
    if (!SHAPE.test(token) || spentIssuedAt.has(token)) return undefined;
    const bytes = Buffer.from(token, 'base64url');
    const body = bytes.subarray(0, SIGNED_BYTES);
    if (!timingSafeEqual(sign(body, sessionValue), bytes.subarray(SIGNED_BYTES))) return undefined;
    const issuedAt = body.readUIntBE(0, TIME_BYTES);
    return isExpired(issuedAt) || issuedAt <= forgottenUntil ? undefined : issuedAt;
  }

  function evictOldest(): void {
    for (const [token, issuedAt] of spentIssuedAt) {
      if (spentIssuedAt.size < spentAtMost) return;
      spentIssuedAt.delete(token);
      forgottenUntil = Math.max(forgottenUntil, issuedAt);
    }
  }

  return {
    issue(sessionValue) {
      const body = Buffer.concat([Buffer.alloc(TIME_BYTES), randomBytes(NONCE_BYTES)]);
      body.writeUIntBE(clock.now(), 0, TIME_BYTES);
      return Buffer.concat([body, sign(body, sessionValue)]).toString('base64url');
    },
    findAge(sessionValue, token) {
      const issuedAt = findIssueTime(sessionValue, token);
      return issuedAt === undefined ? undefined : clock.now() - issuedAt;
    },
    spend(sessionValue, token) {
      const issuedAt = findIssueTime(sessionValue, token);
      if (issuedAt === undefined) return false;
      evictOldest();
      spentIssuedAt.set(token, issuedAt);
      return true;
    },
    sweep() {
      for (const [token, issuedAt] of spentIssuedAt) {
        if (isExpired(issuedAt)) spentIssuedAt.delete(token);
      }
    },
  };
}
