// Emails on their way to the outbox: as facts, or as jobs that are still to be composed, and the ports for both.

import type { EmailJob, EmailTo, NewEmailJob } from '../../platform/messages/email-kind.ts';

/** A kind and its facts, as the table of kinds describes them. Times are Unix milliseconds. */
export interface EmailFacts {
  kind: string;
  /** When it happened. */
  at?: number;
  /** When it is of no use any more. */
  validUntil?: number;
}

export type EmailMessage = EmailTo & EmailFacts;

/** `Email` are those that a module sends. */
export interface Mailer<Email extends EmailFacts = EmailFacts> {
  /** Whether emails can be sent at all; without SMTP configured none can, and none is taken. */
  readonly isOpen: boolean;
  /**
   * Puts an email into the outbox, which survives a restart; never waits for the mail server. An email
   * is dropped while `isOpen` is false, and beyond what an address gets within an hour or the outbox
   * holds: an error would reveal in an answer whether there was an email to send. Throws `invalid` for an
   * address that is none, and `unavailable` when the outbox cannot be written.
   */
  send(email: EmailTo & Email): Promise<void>;
  /** Whether the mail server takes the letters of an address, as far as is known; never waits for it. */
  canWriteTo?: ((address: string) => boolean) | undefined;
  /** Whether an email of these kinds to this address, queued since then, was tried and not taken by the server. */
  isStuck(to: string, kinds: readonly Email['kind'][], since: number): Promise<boolean>;
}

export interface EmailJobStore {
  /** Adds a job outside of any other change. One with a code replaces an earlier one of its kind and account. */
  addEmailJob(job: NewEmailJob): Promise<void>;
}

/** Who gets which email for a job. No request may wait for it: its time would reveal who has an account. */
export type EmailComposer = (job: EmailJob) => Promise<EmailMessage[]>;
