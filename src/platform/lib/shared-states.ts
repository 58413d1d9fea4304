// States of a service that runs alone, which memory holds until a restart; and states of sessions.

import { randomBytes } from 'node:crypto';
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
    drop: (sessionValue: string) =>
      kept.update(keyOf(sessionValue), () => ({ result: undefined, next: 'removed' })),
  };
}
