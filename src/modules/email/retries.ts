// The retry of emails: when one that was not sent is tried again, and what is kept of an attempt that failed.

import { cleanText, cutText } from '../../platform/lib/text.ts';
import type { EmailMessage } from './email-ports.ts';

/** What administrators read about emails that could not be sent, and what the log says of them. */
export const failureMessages = {
  expired: 'Given up: its content is no longer valid.',
  unknownKind: 'Given up: another version of Muster queued it.',
  tooOften: (reason: string) => `Given up after the last attempt: ${reason}`,
  recipientBudget: 'too many emails to one address within an hour',
  queueFull: 'too many emails are waiting',
} as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Waits after the first, second … attempt that failed; two days in all. */
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

/** The time of the next attempt; `undefined` when all were made, or it would come after the email expired. */
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

/** A mail server's answer on one line; addresses, links and codes, which may not be written down, become `[…]`. */
export function redactAnswer(answer: string, email: EmailMessage): string {
  const { to, token = '', code = '' }: { to: string; token?: string; code?: string } = email;
  // Cleaned first: invisible characters within an address must not hide it.
  let text = cleanText(answer.replace(/\s+/g, ' '));
  for (const secret of [to, token, code]) {
    if (secret !== '') text = text.replaceAll(secret, '[…]');
  }
  return cutText(text.replace(LINK, '[…]').replace(ADDRESS, '[…]'), MAX_ANSWER_LENGTH);
}
