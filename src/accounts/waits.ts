// The failure of somebody who has to wait.

import { Failure } from '../lib/failure.ts';

/** A `rate_limited` failure; `describe` writes its sentence. */
export function mustWait(
  waitMs: number,
  describe: (waitMs: number) => string,
  field?: string,
): Failure {
  const retryAfterSeconds = Math.ceil(waitMs / 1_000);
  return new Failure('rate_limited', describe(waitMs), { field, retryAfterSeconds });
}
