// States of a service that runs alone, which memory holds until a restart; states of sessions; and signed one-time tokens,
// which are a state only once they are spent.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from './clock.ts';
import { sha256Hex } from './digest.ts';
import type { SharedStates, SpentList, StateSet } from './state-ports.ts';

const KEY_BYTES = 32;

/** Creates states that only this process knows, with new keys. Every call takes effect at once. */
export function createMemoryStates(clock: Clock): SharedStates {
  const sweeps: (() => void)[] = [];
  const signingKeys = new Map<string, Buffer>();
  return {
    outlivesProcess: false,
    signingKey: (purpose) => signingKeys.getOrInsertComputed(purpose, () => randomBytes(KEY_BYTES)),
    open<State>(_kind: string, bounds: Parameters<SharedStates['open']>[1]) {
      // Ordered by their latest change.
      const kept = new Map<string, { state: State; until: number }>();
      sweeps.push(() => removeOld(kept, clock.now(), ({ until }) => until));
      return createStateSet(clock, kept, bounds);
    },
    openSpent(_kind, { most }) {
      // Digests, ordered by when they were spent.
      const spent = new Map<string, number>();
      sweeps.push(() => removeOld(spent, clock.now(), (until) => until));
      return createSpentList(spent, most);
    },
    async sweep() {
      for (const sweep of sweeps) sweep();
    },
  };
}

function createStateSet<State>(
  clock: Clock,
  kept: Map<string, { state: State; until: number }>,
  { most, isInUse = () => false }: { most: number; isInUse?: (state: State) => boolean },
): StateSet<State> {
  function makeRoom(): void {
    for (const [key, { state }] of kept) {
      if (kept.size <= most) return;
      if (!isInUse(state)) kept.delete(key);
    }
  }

  return {
    async update(key, change) {
      const { result, next } = change(kept.get(key)?.state, clock.now());
      if (next === undefined) return result;
      kept.delete(key);
      if (next !== 'removed') kept.set(key, next);
      makeRoom();
      return result;
    },
    look: async (key, read) => read(kept.get(key)?.state, clock.now()),
  };
}

function createSpentList(spent: Map<string, number>, most: number): SpentList {
  let forgottenUntil = Number.NEGATIVE_INFINITY;

  const isKnownSpent = (key: string, until: number) =>
    until <= forgottenUntil || spent.has(sha256Hex(key));

  return {
    isKnownSpent,
    isSpent: async (key, until) => isKnownSpent(key, until),
    async spend(key, until) {
      const digest = sha256Hex(key);
      if (until <= forgottenUntil || spent.has(digest)) return false;
      for (const [first, firstUntil] of spent) {
        if (spent.size < most) break;
        spent.delete(first);
        forgottenUntil = Math.max(forgottenUntil, firstUntil);
      }
      spent.set(digest, until);
      return true;
    },
  };
}

function removeOld<Value>(
  kept: Map<string, Value>,
  now: number,
  untilOf: (value: Value) => number,
): void {
  for (const [key, value] of kept) if (untilOf(value) <= now) kept.delete(key);
}

/** Keeps states by the value of a session, for a time. When there are more than `most`, it forgets the oldest. */
export function openSessionStates<State extends object>(
  states: SharedStates,
  kind: string,
  { most, lifetimeMs }: { most: number; lifetimeMs: number },
) {
  const kept = states.open<State & { since: number }>(kind, { most });
  // Keys are hashes, so that a memory dump opens no session.
  const keyOf = sha256Hex;
  return {
    put: (sessionValue: string, state: State) =>
      kept.update(keyOf(sessionValue), (_, now) => ({
        result: undefined,
        next: { state: { ...state, since: now }, until: now + lifetimeMs },
      })),
    find: (sessionValue: string) =>
      kept.look(keyOf(sessionValue), (found, now) =>
        found !== undefined && Math.abs(now - found.since) < lifetimeMs ? found : undefined,
      ),
    /** Returns whether there was one. Of several calls at once, one gets true. */
    drop: (sessionValue: string) =>
      kept.update(keyOf(sessionValue), (found) => ({
        result: found !== undefined,
        next: 'removed',
      })),
  };
}

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
