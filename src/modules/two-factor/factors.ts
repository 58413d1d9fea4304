// Which second factors are on, the effect of turning one off, and when the next code may be emailed.

import type { AccountSecurity, MailBudget } from './security-ports.ts';

/** The security of an account that has no second factors and was never under brute-force protection. */
export const NO_FACTORS: AccountSecurity = {
  totpSecret: null,
  totpStartedAt: null,
  totpSessionHash: null,
  totpConfirmedAt: null,
  totpLastStep: 0,
  mailCodesSince: null,
  passkeysSince: null,
  protectedUntil: 0,
};

type Factors = Pick<AccountSecurity, 'totpConfirmedAt' | 'mailCodesSince' | 'passkeysSince'>;

export function hasFactor({ totpConfirmedAt, mailCodesSince, passkeysSince }: Factors): boolean {
  return totpConfirmedAt !== null || mailCodesSince !== null || passkeysSince !== null;
}

/** Whether mailed codes are accepted. Launchers know no passkeys, so with passkeys alone the owner needs another way. */
export function takesMailedCodes(factors: Factors): boolean {
  const { totpConfirmedAt, mailCodesSince, passkeysSince } = factors;
  return mailCodesSince !== null || (passkeysSince !== null && totpConfirmedAt === null);
}

/** How long a sent code counts towards the limit of emails. */
export const MAIL_BUDGET_MS = 60 * 60_000;

/** When the next code may be sent, at the earliest `now`. `sentAt` has the times of earlier codes, newest first. */
export function findNextMail(
  sentAt: readonly number[],
  now: number,
  { apartMs, perHour }: MailBudget,
): number {
  // If the clock was turned back, times in the future would keep codes from being sent.
  const times = sentAt.filter((at) => at <= now);
  const [latest] = times;
  if (latest === undefined) return now;
  const oldestCounted = times[perHour - 1];
  const afterHour = oldestCounted === undefined ? now : oldestCounted + MAIL_BUDGET_MS;
  return Math.max(latest + apartMs, afterHour);
}
