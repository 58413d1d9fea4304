// The ports of the room of mail: where letters wait, what carries them, and who is told.

import type { AuditEntry } from '../accounts/audit-ports.ts';
import type { EmailMessage } from '../accounts/email-messages.ts';

/** The kinds of letter. */
export type EmailKind = EmailMessage['kind'];

/** A letter that waits, or that could not be sent. Times are milliseconds since the Unix epoch. */
export interface OutboxEntry {
  id: number;
  email: EmailMessage;
  createdAt: number;
  /** When what it holds is of no use any more; `null` for never. */
  expiresAt: number | null;
  attempts: number;
  nextAttemptAt: number;
  /** What the latest attempt met with, without addresses, codes and links; empty before the first. */
  lastError: string;
  /** When it was given up; `null` while it waits. */
  failedAt: number | null;
}

/** A letter as it enters the queue. */
export type NewOutboxEntry = Pick<OutboxEntry, 'email' | 'createdAt' | 'expiresAt'>;

/** Keeps letters across restarts. */
export interface OutboxStore {
  /** Adds a letter that is due at once; `false`, and nothing is added, when `most` letters wait already. */
  addToOutbox(email: NewOutboxEntry, most: number): Promise<boolean>;
  /** Up to `most` waiting letters whose next attempt is due, the longest due first. */
  listDue(now: number, most: number): Promise<OutboxEntry[]>;
  /** Whether one of these kinds to this address (case-insensitive), added at `since` or later, had an attempt that failed. */
  hasStuckEmail(to: string, kinds: readonly EmailKind[], since: number): Promise<boolean>;
  /** Everything that waits or failed, oldest first. */
  listOutbox(): Promise<OutboxEntry[]>;
  findOutboxEntry(id: number): Promise<OutboxEntry | undefined>;
  /** Notes an attempt that failed, and when the next one is due. A letter that is gone stays gone. */
  postponeEmail(
    id: number,
    attempt: Pick<OutboxEntry, 'attempts' | 'nextAttemptAt' | 'lastError'>,
  ): Promise<void>;
  /** Notes that no further attempt is made. */
  markFailed(
    id: number,
    failure: { attempts: number; failedAt: number; lastError: string },
  ): Promise<void>;
  /**
   * Makes a letter due when the entry says, as if it had never been tried, and logs it in the same
   * transaction; `false`, and nothing is logged, when there is no such letter.
   */
  retryEmail(id: number, entry: AuditEntry): Promise<boolean>;
  /** The same for every letter that failed, with one entry for all; returns how many there were. */
  retryFailedEmails(entry: AuditEntry): Promise<number>;
  /** For letters that were sent; `false` when there is no such letter. */
  removeFromOutbox(id: number): Promise<boolean>;
  /** Removes a letter unsent, and logs it; `false`, and nothing is logged, when there is no such letter. */
  dropFromOutbox(id: number, entry: AuditEntry): Promise<boolean>;
  /** Removes letters that failed before the given time; returns how many there were. */
  removeFailedEmails(failedBefore: number): Promise<number>;
}

/** A mail with its words, ready to be carried. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Without its angle brackets; the same at every attempt, so that a mail sent twice can be told. */
  messageId: string;
  /** Milliseconds since the Unix epoch. */
  date: number;
}

/**
 * What became of a mail: the server took it, said that it never will, or could not be had just now;
 * or the transport was closed before any of that was known. `answer` is what the server said, or what kept it from being asked; it may quote addresses.
 */
export type Delivery = {
  outcome: 'sent' | 'refused' | 'postponed' | 'interrupted';
  answer: string;
};

/** Carries mails away. Disposing it interrupts what is under way. */
export interface Transport extends AsyncDisposable {
  /** Never throws, and comes back within a minute. */
  deliver(mail: Mail, kind: EmailKind): Promise<Delivery>;
  /** Connects and logs in without sending anything; returns where. Throws `unavailable` with the reason. */
  verify(): Promise<string>;
}

/** Told of what happens to letters; never of addresses, codes or links. */
export interface MailEvents {
  queued(kind: EmailKind): void;
  /** Not taken: too many to this address within the hour, or too many waiting. */
  dropped(kind: EmailKind, reason: string): void;
  sent(email: { id: number; kind: EmailKind; attempts: number }): void;
  postponed(email: { id: number; kind: EmailKind; attempts: number; reason: string }): void;
  /** No further attempt is made. */
  failed(email: { id: number; kind: EmailKind; attempts: number; reason: string }): void;
  /** The queue itself could not be read or written; the letter is tried again. */
  queueFailed(error: unknown): void;
}
