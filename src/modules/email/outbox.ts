// The ports of the email module: the outbox, the transport, and the rule of who gets notices.

import type { Accent, SiteLink } from '../../platform/lib/site-facts.ts';
import { isSuspended, type Suspension } from '../../platform/lib/suspension.ts';
import type { EmailJob } from '../../platform/messages/email-kind.ts';
import type { AuditEntry } from '../audit/index.ts';
import type { EmailJobStore, EmailMessage } from './email-ports.ts';

/** An email that waits or has failed. Times are milliseconds since the Unix epoch. */
export interface OutboxEntry {
  id: number;
  email: EmailMessage;
  createdAt: number;
  /** When its content is no longer of use; `null` for never. */
  expiresAt: number | null;
  attempts: number;
  nextAttemptAt: number;
  /** Why the latest attempt failed, without addresses, codes and links; empty before the first attempt. */
  lastError: string;
  /** When the service gave up; `null` while the email waits. */
  failedAt: number | null;
}

export type NewOutboxEntry = Pick<OutboxEntry, 'email' | 'createdAt' | 'expiresAt'>;

/** How long a notice is worth sending if its kind sets no other time. */
export const NOTICE_LIFETIME_MS = 7 * 24 * 60 * 60_000;

/** Whether the owner of an account gets the notices that they asked for. */
export function mayGetNotices(
  account: Suspension & { emailConfirmedAt: number | null },
  now: number,
): boolean {
  // An unconfirmed address may be a stranger's. Suspended owners cannot log in to stop the notices.
  return account.emailConfirmedAt !== null && !isSuspended(account, now);
}

export interface BoundedEntry {
  entry: NewOutboxEntry;
  most: number;
}

/** Keeps emails across restarts. An entry begins as a job to compose, or as an email. */
export interface OutboxStore extends EmailJobStore {
  /** Lists the oldest jobs. With `now`, leaves out expired ones while age must not delete anything. */
  listEmailJobs(limit: number, now?: number): Promise<EmailJob[]>;
  /** Replaces a job by its emails. Returns which were added, or `undefined`, and adds none, if the job is gone. */
  replaceEmailJob(id: number, emails: readonly BoundedEntry[]): Promise<boolean[] | undefined>;
  /** Adds an email that is due at once. Returns `false`, and adds nothing, if `most` emails wait already. */
  addToOutbox(email: NewOutboxEntry, most: number): Promise<boolean>;
  /** Counts the emails that wait to be composed or sent, with the time of the oldest, and the failed ones. */
  measureOutbox(): Promise<{ waiting: number; failed: number; oldestAt: number | undefined }>;
  /** Lists up to `most` waiting emails whose next attempt is due, the longest due first. */
  listDue(now: number, most: number): Promise<OutboxEntry[]>;
  /** Whether an email of these kinds to this address (in any case), added after `since`, had a failed attempt. */
  hasStuckEmail(to: string, kinds: readonly string[], since: number): Promise<boolean>;
  /** Lists every waiting or failed email, oldest first. */
  listOutbox(): Promise<OutboxEntry[]>;
  findOutboxEntry(id: number): Promise<OutboxEntry | undefined>;
  /** Stores a failed attempt and the time of the next one. Does nothing if the email is gone. */
  postponeEmail(
    id: number,
    attempt: Pick<OutboxEntry, 'attempts' | 'nextAttemptAt' | 'lastError'>,
  ): Promise<void>;
  /** Stores that no further attempt is made. Does nothing if the email is gone. */
  markFailed(
    id: number,
    failure: { attempts: number; failedAt: number; lastError: string },
  ): Promise<void>;
  /** Makes an email due as if it had never been tried, and logs it. Returns `false` if there is no such email. */
  retryEmail(id: number, entry: AuditEntry): Promise<boolean>;
  /** Makes every failed email due, with one log entry for all. Returns their number. */
  retryFailedEmails(entry: AuditEntry): Promise<number>;
  /** Removes a sent email. Returns `false` if there is none. */
  removeFromOutbox(id: number): Promise<boolean>;
  /** Removes an email without sending it, and logs it. Returns `false` if there is none. */
  dropFromOutbox(id: number, entry: AuditEntry): Promise<boolean>;
  /** Removes emails that failed before the given time. Returns their number. */
  removeFailedEmails(failedBefore: number): Promise<number>;
}

export interface EmailLook {
  name: string;
  accent: Accent | undefined;
  /** A PNG; `undefined` if the site has no logo that every mail program shows. */
  logo: Uint8Array | undefined;
  contact: SiteLink | undefined;
  /** The address of the site's first page. */
  address: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The PNG that the HTML shows by its content id. */
  logo?: Uint8Array | undefined;
  /** The message id without angle brackets. It is the same at every attempt, so that receivers recognise duplicates. */
  messageId: string;
  /** Milliseconds since the Unix epoch. */
  date: number;
}

/** `interrupted`: closed before the outcome. `answer` is the server's text or an error, and may quote addresses. */
export type Delivery = {
  outcome: 'sent' | 'refused' | 'postponed' | 'interrupted';
  answer: string;
};

export interface Transport extends AsyncDisposable {
  /** Delivers an email. Never throws, and returns within a minute. */
  deliver(mail: Mail, kind: string): Promise<Delivery>;
  /** Logs in without sending anything. Returns the server's place. Throws `unavailable` with the reason. */
  verify(): Promise<string>;
  /** Asks the server which letters it accepts in addresses. Never throws. */
  askForLetters?(): Promise<void>;
  /** Whether the server accepts the letters of an address, as far as is known. A transport without this accepts any. */
  canWriteTo?(address: string): boolean;
}
