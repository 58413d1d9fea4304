// Login tokens: each proves by itself which session it was handed to and when, and is good once.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';

/** Tokens that only this process can make, good once and for 10 minutes (C4.4). */
export interface LoginTokens {
  /** A new token for a session, 56 characters (C4.4 allows 64). */
  issue(sessionValue: string): string;
  /** Whether the token was good for that session; from now on it is not (C4.5, C4.6). Never throws. */
  spend(sessionValue: string, token: string): boolean;
  /** Forgets spent tokens that have expired by now. */
  sweep(): void;
}

const LIFETIME_MS = 10 * 60 * 1_000;
const SPENT_AT_MOST = 50_000;
const TIME_BYTES = 6;
const NONCE_BYTES = 12;
const SIGNED_BYTES = TIME_BYTES + NONCE_BYTES;
const SIGNATURE_BYTES = 24;
const KEY_BYTES = 32;
// 42 bytes are 56 signs with no spare bits: a spent token has no second spelling.
const SHAPE = /^[A-Za-z0-9_-]{56}$/;

/** Makes the tokens under a new key; `spentAtMost` bounds how many spent ones are remembered. */
export function createLoginTokens(
  clock: Clock,
  { spentAtMost }: { spentAtMost: number } = { spentAtMost: SPENT_AT_MOST },
): LoginTokens {
  const key = randomBytes(KEY_BYTES);
  // In the order in which they were spent.
  const spentIssuedAt = new Map<string, number>();
  let forgottenIssuedAt = Number.NEGATIVE_INFINITY;

  function sign(body: Buffer, sessionValue: string): Buffer {
    const whole = createHmac('sha256', key).update(body).update(sessionValue).digest();
    return whole.subarray(0, SIGNATURE_BYTES);
  }

  function isExpired(issuedAt: number): boolean {
    return clock.now() - issuedAt > LIFETIME_MS;
  }

  function evictOldest(): void {
    for (const [token, issuedAt] of spentIssuedAt) {
      if (spentIssuedAt.size < spentAtMost) return;
      spentIssuedAt.delete(token);
      // A forgotten token must not come back to life: everything as old as it counts as spent.
      forgottenIssuedAt = Math.max(forgottenIssuedAt, issuedAt);
    }
  }

  return {
    issue(sessionValue) {
      const body = Buffer.concat([Buffer.alloc(TIME_BYTES), randomBytes(NONCE_BYTES)]);
      body.writeUIntBE(clock.now(), 0, TIME_BYTES);
      return Buffer.concat([body, sign(body, sessionValue)]).toString('base64url');
    },
    spend(sessionValue, token) {
      if (!SHAPE.test(token)) return false;
      const bytes = Buffer.from(token, 'base64url');
      const body = bytes.subarray(0, SIGNED_BYTES);
      if (!timingSafeEqual(sign(body, sessionValue), bytes.subarray(SIGNED_BYTES))) return false;
      const issuedAt = body.readUIntBE(0, TIME_BYTES);
      if (isExpired(issuedAt) || issuedAt <= forgottenIssuedAt || spentIssuedAt.has(token)) {
        return false;
      }
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
