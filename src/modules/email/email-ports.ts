// The ports through which emails reach the outbox: complete with their facts, or as jobs to compose later.

import type { EmailJob, EmailTo, NewEmailJob } from '../../platform/messages/email-kind.ts';

/** A kind of email with its facts, as the table of kinds describes them. Times are Unix milliseconds. */
export interface EmailFacts {
  kind: string;
  /** When the event happened. */
  at?: number;
  /** When the email is no longer of use. */
  validUntil?: number;
}

export type EmailMessage = EmailTo & EmailFacts;

/** Takes emails. `Email` are the kinds that a module sends. */
export interface Mailer<Email extends EmailFacts = EmailFacts> {
  /** Whether emails can be sent at all. Without SMTP the mailer takes none. */
  readonly isOpen: boolean;
  /**
   * Puts an email into the outbox, which survives a restart. Never waits for the mail server. Drops the email while
   * `isOpen` is false, when the address has had its share for the hour, and when the outbox is full: an error would
   * reveal whether there was an email to send. Throws `invalid` for an invalid address, and `unavailable` when the
   * outbox cannot be written.
   */
  send(email: EmailTo & Email): Promise<void>;
  /** Whether the mail server accepts the letters of an address, as far as is known. Never waits for the server. */
  canWriteTo?: ((address: string) => boolean) | undefined;
  /** Whether an email of these kinds to this address, queued after `since`, had a failed attempt. */
  isStuck(to: string, kinds: readonly Email['kind'][], since: number): Promise<boolean>;
}

export interface EmailJobStore {
  /** Adds a job outside of any other change. A job with a code replaces an earlier one of the same kind and account. */
  addEmailJob(job: NewEmailJob): Promise<void>;
}

/** Composes the emails of a job. No request may wait for it, because the time would reveal who has an account. */
export type EmailComposer = (job: EmailJob) => Promise<EmailMessage[]>;
