// Challenges that forms carry: each proves by itself when and for which session it was made, and is good once.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';

/** Challenges that only this process can make, good once and for two hours. */
export interface FormChallenges {
  /** A new one, 56 characters. */
  issue(sessionValue: string): string;
  /** Milliseconds since it was issued to that session; `undefined` when it is not good. Never throws. */
  findAge(sessionValue: string, challenge: string): number | undefined;
  /** Whether it was good until now; from now on it is not. */
  spend(sessionValue: string, challenge: string): boolean;
  /** Forgets spent ones that have expired by now. */
  sweep(): void;
}

const LIFETIME_MS = 2 * 60 * 60_000;
const SPENT_AT_MOST = 50_000;
const TIME_BYTES = 6;
const BODY_BYTES = TIME_BYTES + 12;
const SIGNATURE_BYTES = 24;
// 42 bytes are 56 signs with no spare bits: a spent one has no second spelling.
const SHAPE = /^[A-Za-z0-9_-]{56}$/;

/** Makes challenges under a new key; `spentAtMost` bounds how many spent ones are remembered. */
export function createFormChallenges(
  clock: Clock,
  { spentAtMost }: { spentAtMost: number } = { spentAtMost: SPENT_AT_MOST },
): FormChallenges {
  const key = randomBytes(32);
  const spent = new Map<string, number>();
  /** Everything issued until then counts as spent, since some of it was forgotten. */
  let forgottenUntil = Number.NEGATIVE_INFINITY;

  function sign(body: Buffer, sessionValue: string): Buffer {
    const whole = createHmac('sha256', key).update(body).update(sessionValue).digest();
    return whole.subarray(0, SIGNATURE_BYTES);
  }

  function findIssueTime(sessionValue: string, challenge: string): number | undefined {
    if (!SHAPE.test(challenge) || spent.has(challenge)) return undefined;
    const bytes = Buffer.from(challenge, 'base64url');
    const body = bytes.subarray(0, BODY_BYTES);
    if (!timingSafeEqual(sign(body, sessionValue), bytes.subarray(BODY_BYTES))) return undefined;
    const issuedAt = body.readUIntBE(0, TIME_BYTES);
    const isGood = clock.now() - issuedAt <= LIFETIME_MS && issuedAt > forgottenUntil;
    return isGood ? issuedAt : undefined;
  }

  function evictOldest(): void {
    for (const [challenge, issuedAt] of spent) {
      if (spent.size < spentAtMost) return;
      spent.delete(challenge);
      forgottenUntil = Math.max(forgottenUntil, issuedAt);
    }
  }

  return {
    issue(sessionValue) {
      const body = Buffer.concat([Buffer.alloc(TIME_BYTES), randomBytes(BODY_BYTES - TIME_BYTES)]);
      body.writeUIntBE(clock.now(), 0, TIME_BYTES);
      return Buffer.concat([body, sign(body, sessionValue)]).toString('base64url');
    },
    findAge(sessionValue, challenge) {
      const issuedAt = findIssueTime(sessionValue, challenge);
      return issuedAt === undefined ? undefined : clock.now() - issuedAt;
    },
    spend(sessionValue, challenge) {
      const issuedAt = findIssueTime(sessionValue, challenge);
      if (issuedAt === undefined) return false;
      evictOldest();
      spent.set(challenge, issuedAt);
      return true;
    },
    sweep() {
      for (const [challenge, issuedAt] of spent) {
        if (clock.now() - issuedAt > LIFETIME_MS) spent.delete(challenge);
      }
    },
  };
}
