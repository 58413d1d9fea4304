// Which second factors are on, what turning them off leaves, and when the next code may be sent by email.

import type { AccountSecurity, MailBudget } from './security-ports.ts';

/** What is stored of an account without second factors that was never under brute-force protection. */
export const NO_FACTORS: AccountSecurity = {
  totpSecret: null,
  totpStartedAt: null,
  totpSessionHash: null,
  totpConfirmedAt: null,
  totpLastStep: 0,
  mailCodesSince: null,
  protectedUntil: 0,
};

export function hasFactor({ totpConfirmedAt, mailCodesSince }: AccountSecurity): boolean {
  return totpConfirmedAt !== null || mailCodesSince !== null;
}

/** The time within which codes count towards what may be sent. */
export const MAIL_BUDGET_MS = 60 * 60_000;

/** When the next code may be sent, `now` at the earliest; `sentAt` are the times of those before, newest first. */
export function findNextMail(
  sentAt: readonly number[],
  now: number,
  { apartMs, perHour }: MailBudget,
): number {
  // Times ahead of a clock that was turned back would keep codes from being sent.
  const times = sentAt.filter((at) => at <= now);
  const [latest] = times;
  if (latest === undefined) return now;
  const oldestCounted = times[perHour - 1];
  const afterHour = oldestCounted === undefined ? now : oldestCounted + MAIL_BUDGET_MS;
  return Math.max(latest + apartMs, afterHour);
}
