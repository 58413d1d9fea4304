// What a webhook's answers decide: when the next attempt is due, how many emails it may cause, and what is kept of them.

import type { ServerEvent } from './webhook-events.ts';
import type { Webhook, WebhookAnswer } from './webhook-ports.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Minutes after the first, second … attempt that failed: a day in all. Then the webhook is switched off. */
const WAITS = [1, 5, 15, 60, 180, 360, 819];
/** At most so long after a failure, whatever the receiver asks for. */
const MAX_WAIT_MS = 23 * 60 * MINUTE_MS;
/** Between two events for one webhook: Discord takes 30 a minute. */
const PAUSE_MS = 2_000;
const GONE = 410;
/** Of each type of event; also the emails about it that are sent to one person within a day. */
const ANSWERS_KEPT = 10;

/** Failed attempts in a row after an answer, and when the next one is due; without `waitMs` it is switched off. */
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

/** No wait is as long as a day: an attempt further ahead is due too, since the clock was set back. */
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

/** Whether a further email about such an event may be sent: ten within a day may. */
export function mayEmail(
  { answers }: Pick<Webhook, 'answers'>,
  { type, at }: Pick<ServerEvent, 'type' | 'at'>,
): boolean {
  const oldest = answers.filter(({ event }) => event === type)[ANSWERS_KEPT - 1];
  // One from the future was sent before the clock was set back.
  return oldest === undefined || Math.abs(at - oldest.at) >= DAY_MS;
}
