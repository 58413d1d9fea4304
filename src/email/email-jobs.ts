// Composes the jobs of the outbox: each becomes the emails that are to be sent, none, one or several.

import type { EmailComposer } from '../accounts/email-messages.ts';
import type { Clock } from '../lib/clock.ts';
import type { OutboxMailer } from './mailer.ts';
import type { OutboxStore } from './ports.ts';

const AT_ONCE = 50;

/**
 * Returns a function that composes the jobs that wait, and returns how many emails they became. A job
 * that fails stays in the outbox and does not hold up the others; the first failure is thrown at the end.
 */
export function createJobRunner({
  outbox,
  composeEmails,
  mailer,
  clock,
}: {
  outbox: Pick<OutboxStore, 'listEmailJobs'>;
  composeEmails: EmailComposer;
  mailer: Pick<OutboxMailer, 'isOpen' | 'replaceJob'>;
  clock: Clock;
}): () => Promise<number> {
  return async () => {
    let count = 0;
    const failures: unknown[] = [];
    for (const job of await outbox.listEmailJobs(AT_ONCE)) {
      try {
        const isUseful = mailer.isOpen && job.validUntil > clock.now();
        const emails = isUseful ? await composeEmails(job) : [];
        await mailer.replaceJob(job.id, emails);
        count += emails.length;
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return count;
  };
}
