// Tells owners what happened to their accounts: by the account log (event, time, device, country) and by email.

import { type Clock, DAY_MS } from '../../platform/lib/clock.ts';
import { cutText } from '../../platform/lib/text.ts';
import type { NewEmailJob, NoticeFacts } from '../../platform/messages/email-kind.ts';
import type { EmailFacts, Mailer } from '../email/index.ts';
import type {
  AccountEvent,
  AccountLogStore,
  EventFacts,
  NewLogEntry,
} from './account-log-ports.ts';
import type { Account } from './account-ports.ts';

const KEPT_MS = 400 * DAY_MS;
/** Nearly all entries are logins, so they are kept for a shorter time. */
const LOGINS_KEPT_MS = 30 * DAY_MS;
const MAX_DETAIL_LENGTH = 500;
const EMAIL_JOB_LIFETIME_MS = 7 * DAY_MS;

export const LOG_BOUNDS = { atMost: 200, sameWithinMs: 60 * 60_000 };

export function createAccountLog(ports: { accountLog: AccountLogStore; clock: Clock }) {
  const { accountLog, clock } = ports;
  return {
    note: (accountId: number, event: AccountEvent, facts?: EventFacts) =>
      accountLog.addLogEntry(accountId, toLogEntry(clock.now(), event, facts), LOG_BOUNDS),
    listFor: accountLog.listLogEntries,
    removeOld: () =>
      accountLog.removeOldLogEntries(clock.now() - KEPT_MS, clock.now() - LOGINS_KEPT_MS),
  };
}

export type AccountLog = ReturnType<typeof createAccountLog>;

export function toLogEntry(at: number, event: AccountEvent, facts: EventFacts = {}): NewLogEntry {
  const { device = '', country = '', detail = '' } = facts;
  return { at, event, device, country, detail: cutText(detail, MAX_DETAIL_LENGTH) };
}

const SAME = ['event', 'device', 'country', 'detail'] as const;

/** Whether an entry only raises the latest entry's count: both are the same, and the latest is young enough. */
export function isRepeated(
  latest: Pick<NewLogEntry, 'at'> & Record<(typeof SAME)[number], string>,
  entry: NewLogEntry,
  withinMs: number,
): boolean {
  const ageMs = entry.at - latest.at;
  const isYoung = ageMs >= 0 && ageMs <= withinMs;
  return isYoung && SAME.every((field) => latest[field] === entry[field]);
}

/** Sends an email to the owner, unless nobody confirmed the address: it may be a stranger's. */
export async function emailOwner<Email extends EmailFacts>(
  mailer: Mailer<Email>,
  { email: to, emailConfirmedAt, name: accountName, language }: Account,
  facts: NoInfer<Email>,
): Promise<void> {
  if (emailConfirmedAt !== null) await mailer.send({ to, accountName, language, ...facts });
}

/** Returns the email as jobs, for a change that writes them in its transaction. Name the kinds of the module. */
export function notifyOwner<Kind extends string>(
  { id: accountId, email: recipient, emailConfirmedAt, name: accountName, language }: Account,
  kind: NoInfer<Kind>,
  now: number,
  facts: NoticeFacts = {},
): NewEmailJob[] {
  if (emailConfirmedAt === null) return [];
  const times = { createdAt: now, validUntil: now + EMAIL_JOB_LIFETIME_MS };
  return [
    { kind, accountId, accountName, language, recipient, token: '', code: '', ...times, ...facts },
  ];
}
