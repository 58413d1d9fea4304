// Sessions of visitors who are not logged in: the value proves itself, so they cost no memory and no store (C3.11).

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import type { SharedStates } from '../shared-states-ports.ts';

/** Values that only this service can make, good for 24 hours. */
export interface AnonymousSessions {
  /** A new value, 74 characters. */
  create(): string;
  /**
   * Whether the value was made here, at most 24 hours ago, and has not been ended as far as this process
   * knows. Never throws, and asks nobody: enough to show pages.
   */
  isLive(value: string): boolean;
  /** The same, also where another replica ended it: for a session that somebody logs in with. Throws `unavailable`. */
  isStillLive(value: string): Promise<boolean>;
  /** Ends a live session; anything else is left as it is. Throws `unavailable`. */
  end(value: string): Promise<void>;
}

const LIFETIME_MS = 24 * 60 * 60 * 1_000;
const ENDED_AT_MOST = 50_000;
const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const SIGNED_BYTES = RANDOM_BYTES + TIME_BYTES;
const PURPOSE = 'anonymous sessions';
// 54 bytes are 72 signs with no spare bits, so that no second spelling of a value decodes to it.
const SHAPE = /^a\.[A-Za-z0-9_-]{72}$/;

/** Creates the sessions; `endedAtMost` bounds how many ended ones are remembered. */
export function createAnonymousSessions(
  { clock, states }: { clock: Clock; states: SharedStates },
  { endedAtMost }: { endedAtMost: number } = { endedAtMost: ENDED_AT_MOST },
): AnonymousSessions {
  let key = states.signingKey(PURPOSE);
  const ended = states.openSpent(PURPOSE, {
    most: endedAtMost,
    // Forgetting an ended session would revive it: a new key ends them all, the latest included.
    onFull() {
      key = randomBytes(key.length);
    },
  });

  function sign(body: Buffer): Buffer {
    return createHmac('sha256', key).update(body).digest();
  }

  /** When a value that was made here expires, ended or not; `undefined` for any other, and afterwards. */
  function findExpiry(value: string): number | undefined {
    if (!SHAPE.test(value)) return undefined;
    const bytes = Buffer.from(value.slice(2), 'base64url');
    const body = bytes.subarray(0, SIGNED_BYTES);
    if (!timingSafeEqual(sign(body), bytes.subarray(SIGNED_BYTES))) return undefined;
    const expiry = body.readUIntBE(RANDOM_BYTES, TIME_BYTES) + LIFETIME_MS;
    return clock.now() >= expiry ? undefined : expiry;
  }

  return {
    create() {
      const body = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(TIME_BYTES)]);
      body.writeUIntBE(clock.now(), RANDOM_BYTES, TIME_BYTES);
      return `a.${Buffer.concat([body, sign(body)]).toString('base64url')}`;
    },
    isLive(value) {
      const expiry = findExpiry(value);
      return expiry !== undefined && !ended.isKnownSpent(value, expiry);
    },
    async isStillLive(value) {
      const expiry = findExpiry(value);
      return expiry !== undefined && !(await ended.isSpent(value, expiry));
    },
    async end(value) {
      const expiry = findExpiry(value);
      if (expiry !== undefined) await ended.spend(value, expiry);
    },
  };
}
