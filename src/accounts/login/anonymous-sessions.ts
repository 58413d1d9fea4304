// Sessions of visitors who are not logged in: the value proves itself, so they cost no memory and no store (C3.11).

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';

/** Values that only this process can make, good for 24 hours. */
export interface AnonymousSessions {
  /** A new value, 74 characters. */
  create(): string;
  /** Whether the value was made here, at most 24 hours ago, and has not been ended. Never throws. */
  isLive(value: string): boolean;
  /** Ends a live session; anything else is left as it is. */
  end(value: string): void;
  /** Forgets ended sessions that have expired by now. */
  sweep(): void;
}

const LIFETIME_MS = 24 * 60 * 60 * 1_000;
const ENDED_AT_MOST = 50_000;
const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const SIGNED_BYTES = RANDOM_BYTES + TIME_BYTES;
const KEY_BYTES = 32;
// 54 bytes are 72 signs with no spare bits, so that no second spelling of a value decodes to it.
const SHAPE = /^a\.[A-Za-z0-9_-]{72}$/;

/** Creates the sessions under a new key; `endedAtMost` bounds how many ended ones are remembered. */
export function createAnonymousSessions(
  clock: Clock,
  { endedAtMost }: { endedAtMost: number } = { endedAtMost: ENDED_AT_MOST },
): AnonymousSessions {
  let key = randomBytes(KEY_BYTES);
  const endedIssuedAt = new Map<string, number>();

  function sign(body: Buffer): Buffer {
    return createHmac('sha256', key).update(body).digest();
  }

  function isExpired(issuedAt: number): boolean {
    return clock.now() - issuedAt >= LIFETIME_MS;
  }

  function findIssueTime(value: string): number | undefined {
    if (!SHAPE.test(value)) return undefined;
    const bytes = Buffer.from(value.slice(2), 'base64url');
    const body = bytes.subarray(0, SIGNED_BYTES);
    if (!timingSafeEqual(sign(body), bytes.subarray(SIGNED_BYTES))) return undefined;
    const issuedAt = body.readUIntBE(RANDOM_BYTES, TIME_BYTES);
    return isExpired(issuedAt) || endedIssuedAt.has(value) ? undefined : issuedAt;
  }

  function sweep(): void {
    for (const [value, issuedAt] of endedIssuedAt) {
      if (isExpired(issuedAt)) endedIssuedAt.delete(value);
    }
  }

  return {
    create() {
      const body = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(TIME_BYTES)]);
      body.writeUIntBE(clock.now(), RANDOM_BYTES, TIME_BYTES);
      return `a.${Buffer.concat([body, sign(body)]).toString('base64url')}`;
    },
    isLive: (value) => findIssueTime(value) !== undefined,
    end(value) {
      const issuedAt = findIssueTime(value);
      if (issuedAt === undefined) return;
      if (endedIssuedAt.size >= endedAtMost) sweep();
      if (endedIssuedAt.size >= endedAtMost) {
        // Forgetting an ended session would revive it: a new key ends them all, this one included.
        key = randomBytes(KEY_BYTES);
        endedIssuedAt.clear();
        return;
      }
      endedIssuedAt.set(value, issuedAt);
    },
    sweep,
  };
}
