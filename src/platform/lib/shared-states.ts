// What is counted, spent and remembered: in memory for a service that is alone, where nothing of it survives a restart;
// the limit of guesses, in a sliding window for each key; and states of sessions.

import { randomBytes } from 'node:crypto';
import {
  type LoginFailure,
  loginBusy,
  tooManyAttempts,
} from '../../modules/account/login-failures.ts';
import type { Clock } from './clock.ts';
import { sha256Hex } from './digest.ts';
import type { SharedStates, SpentList, StateSet } from './state-ports.ts';

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
    open<State>(_kind: string, bounds: Parameters<SharedStates['open']>[1]) {
      // In the order of their latest changes.
      const kept = new Map<string, { state: State; until: number }>();
      sweeps.push(() => removeOld(kept, clock.now(), ({ until }) => until));
      return createStateSet(clock, kept, bounds);
    },
    openSpent(_kind, { most }) {
      // Digests, in the order in which they were spent.
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

/** States by the value of a session, for a time. Of more than `most` the oldest is forgotten first. */
export function openSessionStates<State extends object>(
  states: SharedStates,
  kind: string,
  { most, lifetimeMs }: { most: number; lifetimeMs: number },
) {
  const kept = states.open<State & { since: number }>(kind, { most });
  // Hashes: a dump of the memory opens no session.
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

export type GuessOutcome = 'wrong' | 'right' | 'neither';

/** Ends a guess that was admitted; to be called once. Throws `unavailable`. */
export type EndGuess = (counts: GuessOutcome) => Promise<void>;

/** What is known of a key: times of guesses, and of those still being checked, which have a name. */
interface Counts {
  wrong: readonly number[];
  right: readonly number[];
  held: readonly (readonly [at: number, id: string])[];
}

const ID_BYTES = 6;
const NONE: Counts = { wrong: [], right: [], held: [] };

/** Stops a key after `limit` wrong guesses in `windowMs`, and after `rightLimit` right ones. */
export function createAttempts(
  states: SharedStates,
  {
    kind,
    limit,
    rightLimit = Number.POSITIVE_INFINITY,
    windowMs,
    keysAtMost,
  }: { kind: string; limit: number; rightLimit?: number; windowMs: number; keysAtMost: number },
) {
  // Names guesses of this process alone.
  const process = randomBytes(ID_BYTES).toString('base64url');
  let begun = 0;
  // A process that ends in the middle of a check holds the place for the window, not for ever.
  const holdMs = states.outlivesProcess ? windowMs : Number.POSITIVE_INFINITY;
  const keys = states.open<Counts>(kind, {
    most: keysAtMost,
    isInUse: ({ held }) => held.length > 0,
  });

  function recall({ wrong, right, held }: Counts, now: number): Counts {
    // Times ahead of a clock that was turned back would stop the key for longer than the window.
    const isRecent = (at: number) => at > now - windowMs && at <= now;
    return {
      wrong: wrong.filter(isRecent),
      right: right.filter(isRecent),
      held: held.filter(([at]) => at > now - holdMs),
    };
  }

  function waitOf(times: readonly number[], most: number, now: number): number {
    const [first] = times;
    return first === undefined || times.length < most ? 0 : first + windowMs - now;
  }

  function keep(counts: Counts) {
    const { wrong, right, held } = counts;
    const isHeld = held.length > 0;
    if (!isHeld && wrong.length === 0 && right.length === 0) return 'removed';
    const latest = Math.max(...wrong.slice(-1), ...right.slice(-1), ...held.map(([at]) => at));
    return { state: counts, until: latest + Math.max(windowMs, isHeld ? holdMs : 0) };
  }

  const end = (key: string, ended: string, outcome: GuessOutcome) =>
    keys.update(key, (state = NONE, now) => {
      const counts = recall(state, now);
      const held = counts.held.filter(([, id]) => id !== ended);
      const add = (to: readonly number[], most: number) => [...to, now].slice(-most);
      const wrong = outcome === 'wrong' ? add(counts.wrong, limit) : counts.wrong;
      const right = outcome === 'right' ? add(counts.right, rightLimit) : counts.right;
      return { result: undefined, next: keep({ wrong, right, held }) };
    });

  return {
    /** How long wrong guesses stop the key for; 0 when they do not. Throws `unavailable`. */
    findWaitMs: (key: string) =>
      keys.look(key, (state = NONE, now) => waitOf(recall(state, now).wrong, limit, now)),
    /** Takes a place before the guess is checked. Throws `LoginFailure`: stopped, or those under way could reach the limit. */
    async begin(key: string): Promise<EndGuess> {
      begun += 1;
      const id = `${process} ${begun}`;
      const refusal = await keys.update<LoginFailure | undefined>(key, (state = NONE, now) => {
        const counts = recall(state, now);
        const { wrong, right, held } = counts;
        for (const [times, most] of [
          [right, rightLimit],
          [wrong, limit],
        ] as const) {
          const waitMs = waitOf(times, most, now);
          if (waitMs > 0) return { result: tooManyAttempts(waitMs) };
          if (times.length + held.length >= most) return { result: loginBusy() };
        }
        return { result: undefined, next: keep({ ...counts, held: [...held, [now, id]] }) };
      });
      if (refusal !== undefined) throw refusal;
      return (outcome) => end(key, id, outcome);
    },
  };
}

export type Attempts = ReturnType<typeof createAttempts>;
