// The retry rules of emails: when the next attempt is due, and what the outbox keeps of a failed attempt.

import { HOUR_MS, MINUTE_MS } from '../../platform/lib/clock.ts';
import { cleanText, cutText } from '../../platform/lib/text.ts';
import type { EmailMessage } from './email-ports.ts';

/** The reasons that administrators and the log read for emails that were not sent. */
export const failureMessages = {
  expired: 'Given up: its content is no longer valid.',
  unknownKind: 'Given up: another version of Muster queued it.',
  tooOften: (reason: string) => `Given up after the last attempt: ${reason}`,
  recipientBudget: 'too many emails to one address within an hour',
  queueFull: 'too many emails are waiting',
} as const;

/** The waits after the first, second … failed attempt; two days in all. */
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

/** The time of the next attempt; `undefined` if none is left, or if it would come after the email expires. */
export function findNextAttempt(
  { attempts, expiresAt }: { attempts: number; expiresAt: number | null },
  now: number,
): number | undefined {
  const waitMs = WAITS_MS[attempts - 1];
  if (waitMs === undefined) return undefined;
  const at = now + waitMs;
  return expiresAt !== null && at >= expiresAt ? undefined : at;
}

const MAX_ANSWER_LENGTH = 300;
const ADDRESS = /[^\s@<>"(),:;]{1,64}@[^\s@<>"(),:;]{1,255}/g;
const LINK = /\bhttps?:\/\/\S+/gi;

/** A mail server's answer on one line. Addresses, links and codes become `[…]`, because they must not be stored. */
export function redactAnswer(answer: string, email: EmailMessage): string {
  const { to, token = '', code = '' }: { to: string; token?: string; code?: string } = email;
  // Cleaned first, because invisible characters within an address would hide it.
  let text = cleanText(answer.replace(/\s+/g, ' '));
  for (const secret of [to, token, code]) {
    if (secret !== '') text = text.replaceAll(secret, '[…]');
  }
  return cutText(text.replace(LINK, '[…]').replace(ADDRESS, '[…]'), MAX_ANSWER_LENGTH);
}
