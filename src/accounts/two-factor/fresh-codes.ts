// Recovery codes that were just made, kept in memory until their owner has seen them.

import type { Clock } from '../../lib/clock.ts';
import { sha256Hex } from '../../lib/sha256.ts';

/** Fresh recovery codes, each set shown to the one session that made it. */
export interface FreshCodes {
  put(sessionValue: string, codes: readonly string[]): void;
  /** `undefined` after ten minutes, a restart, or `drop`. */
  find(sessionValue: string): readonly string[] | undefined;
  drop(sessionValue: string): void;
  sweep(): void;
}

const LIFETIME_MS = 10 * 60_000;
const AT_MOST = 1_000;

/** Creates the memory; of more than `atMost` sets the oldest is forgotten first. */
export function createFreshCodes(clock: Clock, { atMost } = { atMost: AT_MOST }): FreshCodes {
  const kept = new Map<string, { codes: readonly string[]; since: number }>();
  const keyOf = (value: string) => sha256Hex(value);
  const isLive = ({ since }: { since: number }) => Math.abs(clock.now() - since) < LIFETIME_MS;

  return {
    put(sessionValue, codes) {
      kept.delete(keyOf(sessionValue));
      kept.set(keyOf(sessionValue), { codes, since: clock.now() });
      const [oldest] = kept.keys();
      if (kept.size > atMost && oldest !== undefined) kept.delete(oldest);
    },
    find(sessionValue) {
      const found = kept.get(keyOf(sessionValue));
      return found && isLive(found) ? found.codes : undefined;
    },
    drop: (sessionValue) => {
      kept.delete(keyOf(sessionValue));
    },
    sweep() {
      for (const [key, each] of kept) if (!isLive(each)) kept.delete(key);
    },
  };
}
