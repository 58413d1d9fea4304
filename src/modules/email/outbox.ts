// The ports of the email module: where emails wait, what carries them, and who gets notices.

import { isSuspended, type Suspension } from '../../platform/lib/suspension.ts';
import type { EmailJob } from '../../platform/messages/email-kind.ts';
import type { AuditEntry } from '../audit/index.ts';
import type { EmailJobStore, EmailMessage } from './email-ports.ts';

/** An email that waits, or that could not be sent. Times are milliseconds since the Unix epoch. */
export interface OutboxEntry {
  id: number;
  email: EmailMessage;
  createdAt: number;
  /** When what it holds is of no use any more; `null` for never. */
  expiresAt: number | null;
  attempts: number;
  nextAttemptAt: number;
  /** Why the latest attempt failed, without addresses, codes and links; empty before the first. */
  lastError: string;
  /** When it was given up; `null` while it waits. */
  failedAt: number | null;
}

export type NewOutboxEntry = Pick<OutboxEntry, 'email' | 'createdAt' | 'expiresAt'>;

/** How long a notice is worth sending that says nothing else. */
export const NOTICE_LIFETIME_MS = 7 * 24 * 60 * 60_000;

/** Whether the owner of an account gets the notices that they asked for. */
export function mayGetNotices(
  account: Suspension & { emailConfirmedAt: number | null },
  now: number,
): boolean {
  // An address that nobody confirmed may be a stranger's; who is suspended cannot ask for an end of it.
  return account.emailConfirmedAt !== null && !isSuspended(account, now);
}

export interface BoundedEntry {
  entry: NewOutboxEntry;
  most: number;
}

/** Keeps emails across restarts. An entry begins as a job that is to be composed, or as an email. */
export interface OutboxStore extends EmailJobStore {
  /** The oldest jobs; as of `now` without those that have expired, while nothing is deleted for its age. */
  listEmailJobs(limit: number, now?: number): Promise<EmailJob[]>;
  /** Puts emails in the place of their job. Returns which were added; `undefined`, and none is, when the job is gone. */
  replaceEmailJob(id: number, emails: readonly BoundedEntry[]): Promise<boolean[] | undefined>;
  /** Adds an email that is due at once; `false`, and nothing is added, when `most` emails wait already. */
  addToOutbox(email: NewOutboxEntry, most: number): Promise<boolean>;
  /** How many emails wait to be composed or sent, since when the oldest of them, and how many failed. */
  measureOutbox(): Promise<{ waiting: number; failed: number; oldestAt: number | undefined }>;
  /** Up to `most` waiting emails whose next attempt is due, the longest due first. */
  listDue(now: number, most: number): Promise<OutboxEntry[]>;
  /** Whether one of these kinds to this address (in any case), added since then, had an attempt that failed. */
  hasStuckEmail(to: string, kinds: readonly string[], since: number): Promise<boolean>;
  /** Every email that waits or failed, oldest first. */
  listOutbox(): Promise<OutboxEntry[]>;
  findOutboxEntry(id: number): Promise<OutboxEntry | undefined>;
  /** Notes an attempt that failed, and when the next one is due. Does nothing when the email is gone. */
  postponeEmail(
    id: number,
    attempt: Pick<OutboxEntry, 'attempts' | 'nextAttemptAt' | 'lastError'>,
  ): Promise<void>;
  /** Notes that no further attempt is made. Does nothing when the email is gone. */
  markFailed(
    id: number,
    failure: { attempts: number; failedAt: number; lastError: string },
  ): Promise<void>;
  /** Makes an email due as if it had never been tried, and logs it; `false` when there is no such email. */
  retryEmail(id: number, entry: AuditEntry): Promise<boolean>;
  /** The same for every email that failed, with one entry for all; returns how many there were. */
  retryFailedEmails(entry: AuditEntry): Promise<number>;
  /** Removes an email that was sent; `false` when there is none. */
  removeFromOutbox(id: number): Promise<boolean>;
  /** Removes an email unsent, and logs it; `false` when there is none. */
  dropFromOutbox(id: number, entry: AuditEntry): Promise<boolean>;
  /** Removes emails that failed before the given time; returns how many there were. */
  removeFailedEmails(failedBefore: number): Promise<number>;
}

export interface EmailLook {
  name: string;
  accent: string | undefined;
  contact: { label: string; href: string } | undefined;
  /** The address of its first page. */
  address: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Without its angle brackets; the same at every attempt, so that one that was sent twice is recognised. */
  messageId: string;
  /** Milliseconds since the Unix epoch. */
  date: number;
}

/** `interrupted`: closed before it was known. `answer` is the server's, or why it was not reached; it may quote addresses. */
export type Delivery = {
  outcome: 'sent' | 'refused' | 'postponed' | 'interrupted';
  answer: string;
};

export interface Transport extends AsyncDisposable {
  /** Never throws, and returns within a minute. */
  deliver(mail: Mail, kind: string): Promise<Delivery>;
  /** Connects and logs in without sending anything; returns where. Throws `unavailable` with the reason. */
  verify(): Promise<string>;
  /** Asks the server which letters it takes in addresses. Never throws. */
  askForLetters?(): Promise<void>;
  /** Whether the server takes the letters of an address, as far as is known; a transport without this takes any. */
  canWriteTo?(address: string): boolean;
}
