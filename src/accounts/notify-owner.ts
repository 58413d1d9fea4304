// Notifies owners by email of what happened to their accounts, where an address is known to be theirs.

import type {
  EmailFacts,
  Mailer,
  NewEmailJob,
  NoticeFacts,
  OwnerNotice,
} from './email-messages.ts';
import type { Account } from './ports.ts';

const EMAIL_JOB_LIFETIME_MS = 7 * 24 * 60 * 60_000;

/** Sends an email to the owner; none to an address that nobody confirmed, which may be a stranger's. */
export async function emailOwner(
  mailer: Mailer,
  { email: to, emailConfirmedAt, name: accountName, language }: Account,
  facts: EmailFacts,
): Promise<void> {
  if (emailConfirmedAt !== null) await mailer.send({ to, accountName, language, ...facts });
}

/** The same as email jobs, for a change that is written in one transaction with them. */
export function notifyOwner(
  { id: accountId, email: recipient, emailConfirmedAt, name: accountName, language }: Account,
  kind: OwnerNotice,
  now: number,
  facts: NoticeFacts = {},
): NewEmailJob[] {
  if (emailConfirmedAt === null) return [];
  const times = { createdAt: now, validUntil: now + EMAIL_JOB_LIFETIME_MS };
  return [
    { kind, accountId, accountName, language, recipient, token: '', code: '', ...times, ...facts },
  ];
}
