// Rate limits: token buckets by key, which are refilled in steps up to a limit.

import type { Clock } from './clock.ts';
import { removeOldest } from './remove-oldest.ts';

/** The rate limit of a key. */
export interface Budget {
  /** Tokens that a bucket gets at every step. */
  refill: number;
  /** Length of a step in milliseconds. */
  everyMs: number;
  /** The most that a bucket holds; a new one is full. */
  capacity: number;
}

/** A set of buckets, one for each key that was used lately. */
export interface TokenBuckets {
  /**
   * Takes one token. Returns 0 when there was one, otherwise the seconds until the next one. `now`
   * saves a reading of the clock where the caller has one.
   */
  spend(key: string, now?: number): number;
  /** How many tokens the key has. */
  left(key: string): number;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Buckets in memory, at most `keyLimit`; those that were created first are removed first. */
export function createTokenBuckets(clock: Clock, budget: Budget, keyLimit = 50_000): TokenBuckets {
  const buckets = new Map<string, Bucket>();

  function open(key: string, now: number): Bucket {
    if (buckets.size >= keyLimit) removeOldest(buckets);
    const bucket = { tokens: budget.capacity, filledAt: now };
    buckets.set(key, bucket);
    return bucket;
  }

  function fill(bucket: Bucket, now: number): void {
    const steps = Math.floor((now - bucket.filledAt) / budget.everyMs);
    if (steps > 0) {
      bucket.tokens = Math.min(budget.capacity, bucket.tokens + steps * budget.refill);
      bucket.filledAt += steps * budget.everyMs;
    } else if (steps < 0) {
      bucket.filledAt = now;
    }
  }

  function spend(key: string, now = clock.now()): number {
    const bucket = buckets.get(key) ?? open(key, now);
    fill(bucket, now);
    if (bucket.tokens > 0) {
      bucket.tokens -= 1;
      return 0;
    }
    return Math.max(1, Math.ceil((bucket.filledAt + budget.everyMs - now) / 1000));
  }

  return {
    spend,
    left(key) {
      const bucket = buckets.get(key);
      if (bucket === undefined) return budget.capacity;
      fill(bucket, clock.now());
      return bucket.tokens;
    },
  };
}
