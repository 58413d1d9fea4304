// The failure of somebody who has to wait.

import { describeWait } from '../lib/duration.ts';
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
