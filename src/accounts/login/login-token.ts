// The login token, and those of other forms and of visitors: signed, good once, for one session and a time.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Ports } from '../ports.ts';

const SPENT_AT_MOST = 50_000;
const TIME_BYTES = 6;
const NONCE_BYTES = 12;
const SIGNED_BYTES = TIME_BYTES + NONCE_BYTES;
const SIGNATURE_BYTES = 24;
// 42 bytes are 56 characters with no spare bits: a spent token has no second spelling.
const SHAPE = /^[A-Za-z0-9_-]{56}$/;

/** Creates tokens under the key of a purpose; `spentAtMost` bounds how many spent ones are remembered. */
export function createSignedTokens(
  { clock, states }: Pick<Ports, 'clock' | 'states'>,
  {
    purpose,
    lifetimeMs,
    spentAtMost: most = SPENT_AT_MOST,
  }: { purpose: string; lifetimeMs: number; spentAtMost?: number },
) {
  const key = states.signingKey(purpose);
  const spent = states.openSpent(purpose, { most });

  function sign(body: Buffer, sessionValue: string): Buffer {
    const whole = createHmac('sha256', key).update(body).update(sessionValue).digest();
    return whole.subarray(0, SIGNATURE_BYTES);
  }

  /** When a token of that session was issued, and the first moment at which it is no longer good. */
  function read(sessionValue: string, token: string) {
    if (!SHAPE.test(token)) return undefined;
    const bytes = Buffer.from(token, 'base64url');
    const body = bytes.subarray(0, SIGNED_BYTES);
    if (!timingSafeEqual(sign(body, sessionValue), bytes.subarray(SIGNED_BYTES))) return undefined;
    const issuedAt = body.readUIntBE(0, TIME_BYTES);
    const expiry = issuedAt + lifetimeMs + 1;
    return clock.now() >= expiry ? undefined : { issuedAt, expiry };
  }

  return {
    /** A new token for a session, 56 characters (C4.4 allows 64). It costs no memory. */
    issue(sessionValue: string) {
      const body = Buffer.concat([Buffer.alloc(TIME_BYTES), randomBytes(NONCE_BYTES)]);
      body.writeUIntBE(clock.now(), 0, TIME_BYTES);
      return Buffer.concat([body, sign(body, sessionValue)]).toString('base64url');
    },
    /** Milliseconds since it was issued; `undefined` when it is not good, as far as this process knows. Never throws. */
    findAge(sessionValue: string, token: string) {
      const found = read(sessionValue, token);
      const isGood = found !== undefined && !spent.isKnownSpent(token, found.expiry);
      return isGood ? clock.now() - found.issuedAt : undefined;
    },
    /** Whether it is good, also where another replica could have spent it. Throws `unavailable`. */
    async isStillGood(sessionValue: string, token: string) {
      const found = read(sessionValue, token);
      return found !== undefined && !(await spent.isSpent(token, found.expiry));
    },
    /** Whether the token was good for that session; from now on it is not (C4.5, C4.6). Throws `unavailable`. */
    async spend(sessionValue: string, token: string) {
      const found = read(sessionValue, token);
      return found !== undefined && spent.spend(token, found.expiry);
    },
  };
}

export type SignedTokens = ReturnType<typeof createSignedTokens>;
