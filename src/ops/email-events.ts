// One function for each event of email: it writes the log line and counts. None gets an address; only `emailWritten` shows a text.

import { countEvent } from './counters.ts';
import { describeError } from './describe-error.ts';
import { loggerOf } from './log.ts';
import { createRepeats } from './repeats.ts';

const mail = loggerOf('email');

interface Attempted {
  id: number;
  kind: string;
  attempts: number;
}

/** The service runs without a mail server. */
export function mailIsOff(): void {
  countEvent('mail_off');
  mail.warning(
    'Email is off: nobody can confirm an address, get a sign-in code or reset a password by email. Set smtp_url and mail_from',
  );
}

/** The service runs in development: what is secret elsewhere is in this log. */
export function developmentIsOn(): void {
  countEvent('mail_development');
  mail.warning(
    'DEVELOPMENT: emails are not sent but written to this log, with links and codes that let anybody who reads it log in. Never use this with real accounts',
  );
}

/** An email as it would have been sent; in development only. */
export function emailWritten(email: { kind: string; subject: string; text: string }): void {
  countEvent('email_written');
  const { kind, subject, text } = email;
  mail.warning('Email (development)', { kind, subject, text });
}

/** An email waits to be sent. */
export function queued(kind: string): void {
  countEvent('email_queued');
  mail.debug('Email queued', { kind });
}

const droppedEmails = createRepeats<{ kind: string; reason: string }>({
  first: (facts) => mail.warning('Email dropped', facts),
  others: (facts, count) => mail.warning('More emails dropped', { ...facts, count }),
  rest: (count) => mail.warning('More emails dropped for other reasons', { count }),
});

/** An email was not accepted because there are too many. */
export function dropped(kind: string, reason: string): void {
  countEvent('email_dropped');
  droppedEmails.note(`${kind} ${reason}`, { kind, reason });
}

/** The mail server accepted an email. */
export function sent({ id, kind, attempts }: Attempted): void {
  countEvent('email_sent');
  mail.info('Email sent', { outboxId: id, kind, attempts });
}

/** An email could not be sent now and is tried again; `reason` is the server's answer without addresses. */
export function postponed({ id, kind, attempts, reason }: Attempted & { reason: string }): void {
  countEvent('email_postponed');
  mail.warning('Email could not be sent, trying again', { outboxId: id, kind, attempts, reason });
}

/** An email was refused permanently, or failed at its last attempt. */
export function failed({ id, kind, attempts, reason }: Attempted & { reason: string }): void {
  countEvent('email_failed');
  mail.error('Email given up', { outboxId: id, kind, attempts, reason });
}

/** The outbox could not be read or written. */
export function queueFailed(error: unknown): void {
  countEvent('mail_queue_failed');
  const { kind, detail } = describeError(error);
  mail.error('The outbox cannot be used, trying again', { kind, detail });
}
