// The events of email.

import { describeError } from '../../platform/ops/describe-error.ts';
import type { EventTable, ReportOf } from '../../platform/ops/events.ts';

/** An email that was not taken: too many to this address within the hour, or too many waiting. */
interface DroppedEmail {
  kind: string;
  reason: string;
}

export const emailEvents = {
  email_dropped: {
    line: ['email', 'warning', 'Email dropped'],
    tell({ count, write, repeat }, facts: DroppedEmail) {
      count();
      repeat(`${facts.kind} ${facts.reason}`, facts, {
        first: write,
        others: (latest, number) => write({ ...latest, count: number }, 'More emails dropped'),
        rest: (number) => write({ count: number }, 'More emails dropped for other reasons'),
      });
    },
  },
  email_failed: ['email', 'error', 'Email given up'],
  email_postponed: ['email', 'warning', 'Email could not be sent, trying again'],
  email_queued: ['email', 'debug', 'Email queued'],
  email_sent: ['email', 'info', 'Email sent'],
  email_written: ['email', 'warning', 'Email (development)'],
  mail_development: [
    'email',
    'warning',
    'DEVELOPMENT: emails are not sent but written to this log, with links and codes that let anybody who reads it log in. Never use this with real accounts',
  ],
  mail_off: [
    'email',
    'warning',
    'Email is off: nobody can confirm an address, get a login code or reset a password by email. Set smtp_url and mail_from',
  ],
  mail_queue_failed: {
    line: ['email', 'error', 'The outbox cannot be used, trying again'],
    tell({ note }, { error }: { error: unknown }) {
      const { kind, detail } = describeError(error);
      note({ kind, detail });
    },
  },
} as const satisfies EventTable;

export type Report = ReportOf<typeof emailEvents>;
