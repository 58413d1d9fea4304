// When the next attempt of a webhook is due, after each of its answers.

import { DAY_MS, MINUTE_MS } from '../../platform/lib/clock.ts';
import type { WebhookAnswer } from './webhook-ports.ts';

/** Minutes to wait after each failed attempt: one day in total. Then the webhook is switched off. */
const WAITS = [1, 5, 15, 60, 180, 360, 819];
/** Longest wait after a failure, even if the receiver asks for more. */
const MAX_WAIT_MS = 23 * 60 * MINUTE_MS;
/** Pause between two events for one webhook. Discord accepts 30 a minute. */
const PAUSE_MS = 2_000;
const GONE = 410;

/** Counts consecutive failures, and returns the wait before the next attempt. Without `waitMs` it is switched off. */
export function findNextAttempt(
  attemptsBefore: number,
  { status, problem }: Pick<WebhookAnswer, 'status' | 'problem'>,
  retryAfterMs: number,
): { attempts: number; waitMs: number | undefined } {
  if (problem === undefined) return { attempts: 0, waitMs: PAUSE_MS };
  const attempts = attemptsBefore + 1;
  const minutes = status === GONE ? undefined : WAITS[attempts - 1];
  const longerMs = Math.min(retryAfterMs, MAX_WAIT_MS);
  return { attempts, waitMs: minutes && Math.max(minutes * MINUTE_MS, longerMs) };
}

/** Every wait is shorter than a day. An attempt due later than this is due now, since the clock was set back. */
export function latestWait(now: number): number {
  return now + DAY_MS;
}
