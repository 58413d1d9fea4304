// The limits of webhooks: how many there may be, how many events and answers are kept, and how many emails are sent.

import { DAY_MS } from '../../platform/lib/clock.ts';
import type { ServerEvent } from './webhook-events.ts';
import type { Webhook, WebhookAnswer } from './webhook-ports.ts';

export const MAX_OF_SERVER = 5;
export const MAX_OF_SITE = 20;
/** How often one account may change webhooks. */
export const CHANGE_BUDGET = { refill: 1, everyMs: 60_000, capacity: 10 };
/** Waiting events of one type for each webhook. Beyond it, the oldest are dropped. */
export const MAX_WAITING_EVENTS = 250;
/** Emails to one person about one type of event within a day. */
const EMAILS_A_DAY = 10;
/** Stored answers for each type of event, by which the emails of a day are counted. */
const ANSWERS_KEPT = EMAILS_A_DAY;
/** The newest answers of a webhook that people see. */
export const ANSWERS_SHOWN = 10;

export function addAnswer(
  { answers }: Pick<Webhook, 'answers'>,
  answer: WebhookAnswer,
): WebhookAnswer[] {
  const same = answers.filter(({ event }) => event === answer.event);
  const dropped = new Set(same.slice(ANSWERS_KEPT - 1));
  return [answer, ...answers.filter((one) => !dropped.has(one))];
}

/** Whether another email about this type of event may be sent. */
export function mayEmail(
  { answers }: Pick<Webhook, 'answers'>,
  { type, at }: Pick<ServerEvent, 'type' | 'at'>,
): boolean {
  const oldest = answers.filter(({ event }) => event === type)[EMAILS_A_DAY - 1];
  // An email with a future time was sent before the clock was set back.
  return oldest === undefined || Math.abs(at - oldest.at) >= DAY_MS;
}
