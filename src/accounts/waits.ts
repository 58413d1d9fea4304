// Waits: in words, and as the failure of somebody who has to wait.

import { Failure } from '../lib/failure.ts';

/** A `rate_limited` failure; `describe` gets the wait in words. */
export function mustWait(
  waitMs: number,
  describe: (wait: string) => string,
  field?: string,
): Failure {
  const retryAfterSeconds = Math.ceil(waitMs / 1_000);
  return new Failure('rate_limited', describe(describeWait(waitMs)), { field, retryAfterSeconds });
}

/** A wait in words: `40 seconds`, `12 minutes`, `3 hours`; never less than there is to wait. */
export function describeWait(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  if (seconds <= 90) return count(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 90) return count(minutes, 'minute');
  const hours = Math.ceil(minutes / 60);
  return hours <= 48 ? count(hours, 'hour') : count(Math.ceil(hours / 24), 'day');
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}
