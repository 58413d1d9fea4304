// What a service that is alone counts, spends and remembers, in memory: nothing of it survives a restart.

import { randomBytes } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import type { SharedStates, SpentList, StateSet } from './security-ports.ts';

const KEY_BYTES = 32;

/** Creates states that only this process knows, under new keys. Every call acts at once. */
export function createMemoryStates(clock: Clock): SharedStates {
  const sweeps: (() => void)[] = [];
  const signingKeys = new Map<string, Buffer>();
  return {
    outlivesProcess: false,
    signingKey(purpose) {
      const key = signingKeys.get(purpose) ?? randomBytes(KEY_BYTES);
      signingKeys.set(purpose, key);
      return key;
    },
    open<State>(_kind: string, bounds: Parameters<typeof createStateSet<State>>[1]) {
      const { set, sweep } = createStateSet<State>(clock, bounds);
      sweeps.push(sweep);
      return set;
    },
    openSpent(_kind, bounds) {
      const { list, sweep } = createSpentList(clock, bounds);
      sweeps.push(sweep);
      return list;
    },
    async sweep() {
      for (const sweep of sweeps) sweep();
    },
  };
}

function createStateSet<State>(
  clock: Clock,
  { most, isInUse = () => false }: { most: number; isInUse?: (state: State) => boolean },
): { set: StateSet<State>; sweep(): void } {
  // In the order of their latest changes.
  const kept = new Map<string, { state: State; until: number }>();

  function makeRoom(): void {
    for (const [key, { state }] of kept) {
      if (kept.size <= most) return;
      if (!isInUse(state)) kept.delete(key);
    }
  }

  return {
    set: {
      async update(key, change) {
        const { result, next } = change(kept.get(key)?.state, clock.now());
        if (next === undefined) return result;
        kept.delete(key);
        if (next !== 'removed') kept.set(key, next);
        makeRoom();
        return result;
      },
      look: async (key, read) => read(kept.get(key)?.state, clock.now()),
    },
    sweep: () => removeOld(kept, clock.now(), ({ until }) => until),
  };
}

function createSpentList(
  clock: Clock,
  { most, onFull }: { most: number; onFull?: () => void },
): { list: SpentList; sweep(): void } {
  // In the order in which they were spent.
  const spent = new Map<string, number>();
  let forgottenUntil = Number.NEGATIVE_INFINITY;

  const isKnownSpent = (key: string, until: number) => until <= forgottenUntil || spent.has(key);

  function sweep(): void {
    removeOld(spent, clock.now(), (until) => until);
  }

  function forgetFirst(): void {
    for (const [key, until] of spent) {
      if (spent.size < most) return;
      spent.delete(key);
      forgottenUntil = Math.max(forgottenUntil, until);
    }
  }

  return {
    list: {
      isKnownSpent,
      isSpent: async (key, until) => isKnownSpent(key, until),
      async spend(key, until) {
        if (isKnownSpent(key, until)) return false;
        if (onFull === undefined) forgetFirst();
        else if (spent.size >= most) sweep();
        if (spent.size < most) spent.set(key, until);
        else {
          spent.clear();
          onFull?.();
        }
        return true;
      },
    },
    sweep,
  };
}

function removeOld<Value>(
  kept: Map<string, Value>,
  now: number,
  untilOf: (value: Value) => number,
): void {
  for (const [key, value] of kept) if (untilOf(value) <= now) kept.delete(key);
}
