// The effects of a webhook's answers: when the next attempt is due, how many emails are sent, and what is stored.

import type { ServerEvent } from './webhook-events.ts';
import type { Webhook, WebhookAnswer } from './webhook-ports.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Minutes to wait after each failed attempt: one day in total. Then the webhook is switched off. */
const WAITS = [1, 5, 15, 60, 180, 360, 819];
/** Longest wait after a failure, even if the receiver asks for more. */
const MAX_WAIT_MS = 23 * 60 * MINUTE_MS;
/** Pause between two events for one webhook. Discord accepts 30 a minute. */
const PAUSE_MS = 2_000;
const GONE = 410;
/** Answers stored for each type of event. It also limits the emails to one person about it within a day. */
const ANSWERS_KEPT = 10;

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

export function addAnswer(
  { answers }: Pick<Webhook, 'answers'>,
  answer: WebhookAnswer,
): WebhookAnswer[] {
  const same = answers.filter(({ event }) => event === answer.event);
  const dropped = new Set(same.slice(ANSWERS_KEPT - 1));
  return [answer, ...answers.filter((one) => !dropped.has(one))];
}

/** Whether another email about this type of event may be sent: ten a day may. */
export function mayEmail(
  { answers }: Pick<Webhook, 'answers'>,
  { type, at }: Pick<ServerEvent, 'type' | 'at'>,
): boolean {
  const oldest = answers.filter(({ event }) => event === type)[ANSWERS_KEPT - 1];
  // An email with a future time was sent before the clock was set back.
  return oldest === undefined || Math.abs(at - oldest.at) >= DAY_MS;
}
