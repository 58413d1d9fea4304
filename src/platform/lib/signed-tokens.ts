// Tokens that prove themselves by a signature, so that they need no memory until they are spent.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { SharedStates } from './state-ports.ts';

const MAX_SPENT = 50_000;
const TIME_BYTES = 6;
const NONCE_BYTES = 12;
const SIGNED_BYTES = TIME_BYTES + NONCE_BYTES;
const SIGNATURE_BYTES = 24;
// 42 bytes are 56 characters with no spare bits, so a spent token has no second spelling.
const TOKEN_SHAPE = /^[A-Za-z0-9_-]{56}$/;

/** Form tokens: each is valid once, for one session and a limited time. Remembers `spentAtMost` spent tokens. */
export function createSignedTokens(
  { clock, states }: { clock: Clock; states: SharedStates },
  {
    purpose,
    lifetimeMs,
    spentAtMost: most = MAX_SPENT,
  }: { purpose: string; lifetimeMs: number; spentAtMost?: number },
) {
  const key = states.signingKey(purpose);
  const spent = states.openSpent(purpose, { most });

  function sign(body: Buffer, sessionValue: string): Buffer {
    const whole = createHmac('sha256', key).update(body).update(sessionValue).digest();
    return whole.subarray(0, SIGNATURE_BYTES);
  }

  /** When a token of that session was issued, and when it expires. */
  function read(sessionValue: string, token: string) {
    if (!TOKEN_SHAPE.test(token)) return undefined;
    const bytes = Buffer.from(token, 'base64url');
    const body = bytes.subarray(0, SIGNED_BYTES);
    if (!timingSafeEqual(sign(body, sessionValue), bytes.subarray(SIGNED_BYTES))) return undefined;
    const issuedAt = body.readUIntBE(0, TIME_BYTES);
    const expiry = issuedAt + lifetimeMs + 1;
    return clock.now() >= expiry ? undefined : { issuedAt, expiry };
  }

  return {
    /** Returns a new token for a session: 56 characters (C4.4 allows 64). It takes no memory. */
    issue(sessionValue: string) {
      const body = Buffer.concat([Buffer.alloc(TIME_BYTES), randomBytes(NONCE_BYTES)]);
      body.writeUIntBE(clock.now(), 0, TIME_BYTES);
      return Buffer.concat([body, sign(body, sessionValue)]).toString('base64url');
    },
    /** Returns the token's age in milliseconds; `undefined` if this process knows that it is invalid. Never throws. */
    findAge(sessionValue: string, token: string) {
      const found = read(sessionValue, token);
      const isGood = found !== undefined && !spent.isKnownSpent(token, found.expiry);
      return isGood ? clock.now() - found.issuedAt : undefined;
    },
    /** Whether the token is valid on this replica and on all others. Throws `unavailable`. */
    async isStillGood(sessionValue: string, token: string) {
      const found = read(sessionValue, token);
      return found !== undefined && !(await spent.isSpent(token, found.expiry));
    },
    /** Spends the token, and returns whether it was valid for that session (C4.5, C4.6). Throws `unavailable`. */
    async spend(sessionValue: string, token: string) {
      const found = read(sessionValue, token);
      return found !== undefined && spent.spend(token, found.expiry);
    },
  };
}

export type SignedTokens = ReturnType<typeof createSignedTokens>;
