// When a letter is tried again, and when it is given up.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits after the first, second … attempt that failed; two days in all. */
const WAITS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  12 * HOUR_MS,
  12 * HOUR_MS,
  18 * HOUR_MS,
];

/**
 * The time of the next attempt after so many failed ones; `undefined` when there is none: all were
 * made, or the next would come after what the letter holds has expired.
 */
export function nextAttemptAt(
  { attempts, expiresAt }: { attempts: number; expiresAt: number | null },
  now: number,
): number | undefined {
  const waitMs = WAITS_MS[attempts - 1];
  if (waitMs === undefined) return undefined;
  const at = now + waitMs;
  return expiresAt !== null && at >= expiresAt ? undefined : at;
}
