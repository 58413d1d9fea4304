// Keeps what happens again and again from flooding the log: the first is told at once, the others as a number.

const WINDOW_MS = 60_000;
/** Kinds that are told apart within a window, such as addresses; those beyond are one. */
const MOST_KEYS = 500;

/** Events of one sort, told apart by their keys. */
export interface Repeats<Facts> {
  /** Tells the first of a key within a minute; counts the others. Returns whether it was told. */
  note(key: string, facts: Facts): boolean;
}

/** How they are told. */
interface Telling<Facts> {
  first(facts: Facts): void;
  /** The latest of `count` others in the last minute. */
  others(facts: Facts, count: number): void;
  /** How many of other keys there were, once there were too many keys to tell them apart. */
  rest(count: number): void;
}

interface Window<Facts> {
  endsAt: number;
  count: number;
  latest: Facts;
}

const sweeps = new Set<(now: number) => void>();

/** Tells what was counted in windows that are over by now, or in all of them at the end of the service. */
export function reportRepeats(when: 'due' | 'at the end' = 'due'): void {
  const now = when === 'due' ? performance.now() : Number.POSITIVE_INFINITY;
  for (const sweep of sweeps) sweep(now);
}

/** Makes such a sort of events, for as long as the process lives. */
export function createRepeats<Facts>(
  { first, others, rest }: Telling<Facts>,
  now: () => number = () => performance.now(),
): Repeats<Facts> {
  const windows = new Map<string, Window<Facts>>();
  let restCount = 0;
  let restEndsAt = 0;

  function sweepRest(at: number): void {
    if (restCount === 0 || at < restEndsAt) return;
    rest(restCount);
    restCount = 0;
  }

  function sweep(at: number): void {
    for (const [key, window] of windows) {
      if (at < window.endsAt) continue;
      if (window.count === 0) windows.delete(key);
      else others(window.latest, window.count);
      // What goes on is told once a minute by its number.
      window.count = 0;
      window.endsAt = now() + WINDOW_MS;
    }
    sweepRest(at);
  }
  sweeps.add(sweep);

  return {
    note(key, facts) {
      const window = windows.get(key);
      if (window === undefined && windows.size < MOST_KEYS) {
        windows.set(key, { endsAt: now() + WINDOW_MS, count: 0, latest: facts });
        first(facts);
        return true;
      }
      if (window === undefined) {
        if (restCount === 0) restEndsAt = now() + WINDOW_MS;
        restCount += 1;
      } else {
        window.count += 1;
        window.latest = facts;
      }
      return false;
    },
  };
}
