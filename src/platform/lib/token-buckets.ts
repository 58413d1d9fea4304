// Rate limits by token buckets, one per key, which are refilled in steps up to a limit.

import type { Clock } from './clock.ts';
import { Failure } from './failure.ts';
import { removeOldest } from './remove-oldest.ts';

export interface Budget {
  refill: number;
  everyMs: number;
  capacity: number;
}

export interface TokenBuckets {
  /** Takes one token. Returns 0 on success, otherwise the seconds until the next token. */
  spend(key: string, now?: number): number;
  left(key: string): number;
}

/** How full a bucket was at a time, in milliseconds since the Unix epoch. */
export interface Bucket {
  tokens: number;
  filledAt: number;
}

export function openBucket(budget: Budget, now: number): Bucket {
  return { tokens: budget.capacity, filledAt: now };
}

export function fillBucket(bucket: Bucket, budget: Budget, now: number): void {
  const steps = Math.floor((now - bucket.filledAt) / budget.everyMs);
  if (steps > 0) {
    bucket.tokens = Math.min(budget.capacity, bucket.tokens + steps * budget.refill);
    bucket.filledAt += steps * budget.everyMs;
  } else if (steps < 0) {
    bucket.filledAt = now;
  }
}

export function spendToken(bucket: Bucket, budget: Budget, now: number): number {
  fillBucket(bucket, budget, now);
  if (bucket.tokens > 0) {
    bucket.tokens -= 1;
    return 0;
  }
  return Math.max(1, Math.ceil((bucket.filledAt + budget.everyMs - now) / 1000));
}

/** Buckets in memory, at most `keyLimit`; the oldest are removed first. */
export function createTokenBuckets(clock: Clock, budget: Budget, keyLimit = 50_000): TokenBuckets {
  const buckets = new Map<string, Bucket>();

  function open(key: string, now: number): Bucket {
    if (buckets.size >= keyLimit) removeOldest(buckets);
    const bucket = openBucket(budget, now);
    buckets.set(key, bucket);
    return bucket;
  }

  return {
    spend: (key, now = clock.now()) => spendToken(buckets.get(key) ?? open(key, now), budget, now),
    left(key) {
      const bucket = buckets.get(key);
      if (bucket === undefined) return budget.capacity;
      fillBucket(bucket, budget, clock.now());
      return bucket.tokens;
    },
  };
}

/** Takes one token. Throws `rate_limited` with the seconds until the next token. */
export function requireToken(
  buckets: Pick<TokenBuckets, 'spend'>,
  key: string,
  sentence: (waitSeconds: number) => string,
): void {
  const retryAfterSeconds = buckets.spend(key);
  if (retryAfterSeconds === 0) return;
  throw new Failure('rate_limited', sentence(retryAfterSeconds), { retryAfterSeconds });
}
