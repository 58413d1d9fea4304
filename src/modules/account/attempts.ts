// Limits guesses by a sliding window for each key.

import { randomBytes } from 'node:crypto';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import { type LoginFailure, loginBusy, tooManyAttempts } from './login-failures.ts';

export type GuessOutcome = 'wrong' | 'right' | 'neither';

/** Ends a guess that was admitted. Call it once. Throws `unavailable`. */
export type EndGuess = (counts: GuessOutcome) => Promise<void>;

/** The state of a key: times of finished guesses, and named places for guesses that are still being checked. */
interface Counts {
  wrong: readonly number[];
  right: readonly number[];
  held: readonly (readonly [at: number, id: string])[];
}

const ID_BYTES = 6;
const NONE: Counts = { wrong: [], right: [], held: [] };

/** Stops a key after `limit` wrong guesses in `windowMs`, or after `rightLimit` right ones. */
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
  // Distinguishes the guesses of this process from those of other replicas.
  const process = randomBytes(ID_BYTES).toString('base64url');
  let begun = 0;
  // If a process ends in the middle of a check, its place stays taken for the window, not for ever.
  const holdMs = states.outlivesProcess ? windowMs : Number.POSITIVE_INFINITY;
  const keys = states.open<Counts>(kind, {
    most: keysAtMost,
    isInUse: ({ held }) => held.length > 0,
  });

  function recall({ wrong, right, held }: Counts, now: number): Counts {
    // After the clock was turned back, times ahead of it would stop the key for longer than the window.
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
    /** How long wrong guesses still stop the key, in milliseconds; 0 when they do not. Throws `unavailable`. */
    findWaitMs: (key: string) =>
      keys.look(key, (state = NONE, now) => waitOf(recall(state, now).wrong, limit, now)),
    /** Takes a place before a guess is checked. Throws `LoginFailure` if the key is, or soon may be, stopped. */
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
