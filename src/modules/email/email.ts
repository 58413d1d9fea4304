// Opens the email module: it takes emails into the outbox, composes and sends them, and removes old failures.

import type { Clock } from '../../platform/lib/clock.ts';
import { createJob, type Timers, within } from '../../platform/lib/timers.ts';
import type { EmailJob, EmailTable } from '../../platform/messages/email-kind.ts';
import type { EmailComposer } from './email-ports.ts';
import { createClosedMailer, createMailer, type OutboxMailer } from './mailer.ts';
import type { OutboxStore } from './outbox.ts';
import { createSender, type SenderPorts } from './sender.ts';

/** Without a `transport`, the module neither takes nor sends emails. */
type MailPorts = Omit<SenderPorts, 'transport'> & {
  transport: SenderPorts['transport'] | undefined;
  composeEmails: EmailComposer;
  timers: Timers;
};

const KEEP_FAILED_MS = 7 * 24 * 60 * 60_000;
/** How long a stopping service waits for emails under way. Interrupted emails are sent after the next start. */
const PATIENCE_MS = 3_000;
const SEND_EVERY_MS = 250;
const SWEEP_EVERY_MS = 60 * 60_000;

/** Opens email while the service runs. Disposing it ends emails under way; disposing it twice is fine. */
export function openMail({ transport, timers, composeEmails, ...ports }: MailPorts) {
  const { outbox, clock } = ports;
  const sender = transport && createSender({ ...ports, transport });
  const mailer = transport ? createMailer({ ...ports, transport }) : createClosedMailer(outbox);
  void transport?.askForLetters?.();
  const runJobs = createJobRunner({ outbox, composeEmails, mailer, clock });
  let composing: Promise<unknown> | undefined;
  let isOver = false;
  let ending: Promise<void> | undefined;

  /** Resolves when no job and no email is under way. */
  async function settled(): Promise<void> {
    await composing?.catch(() => {});
    await sender?.settled();
  }

  async function end(): Promise<void> {
    isOver = true;
    await within(PATIENCE_MS, settled(), () => {}, timers);
    await transport?.[Symbol.asyncDispose]();
    // Closing interrupted the rest. Their outcomes are noted before the store closes.
    await settled();
  }

  /**
   * Composes the waiting jobs, then begins to send due emails. Call it several times a second. Throws the first failure
   * of a job, after the other jobs are composed. The next call tries that job again.
   */
  async function sendDue(): Promise<void> {
    if (isOver) return;
    try {
      composing ??= runJobs().finally(() => {
        composing = undefined;
      });
      await composing;
    } finally {
      if (!isOver) await sender?.sendDue();
    }
  }

  async function sweep(): Promise<void> {
    await outbox.removeFailedEmails(clock.now() - KEEP_FAILED_MS);
  }

  const jobs = [
    createJob('send emails', SEND_EVERY_MS, sendDue, 'leader'),
    createJob('remove failed emails', SWEEP_EVERY_MS, sweep, 'leader'),
  ];
  return { mailer, sendDue, settled, sweep, jobs, [Symbol.asyncDispose]: () => (ending ??= end()) };
}

export type EmailModule = ReturnType<typeof openMail>;

/** What other modules add to emails. */
interface EmailHooks {
  /** By kind of email: finds facts for it when it is composed. */
  emailFacts?: readonly Readonly<Record<string, (job: EmailJob) => Promise<object | undefined>>>[];
}

declare module '../../platform/module/description.ts' {
  interface Hooks extends EmailHooks {}
}

/** Composes emails by the table of kinds. Composers in `others` choose the recipients of their own jobs. */
export function createEmailComposer(
  kinds: EmailTable,
  others: Readonly<Record<string, EmailComposer>>,
  hooks: EmailHooks = {},
): EmailComposer {
  return async (job) => {
    const { kind, recipient: to, accountName, language } = job;
    const composed = others[kind]?.(job);
    if (composed) return composed;
    const added = await Promise.all((hooks.emailFacts ?? []).map((find) => find[kind]?.(job)));
    const facts = Object.assign({}, kinds[kind]?.read(job), ...added);
    return [{ kind, to, accountName, language, ...facts }];
  };
}

const JOBS_AT_ONCE = 50;

/**
 * Creates a function that composes the waiting jobs and returns the number of emails. A job that fails stays in the
 * outbox and does not delay the others. The first failure is thrown at the end.
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
    for (const job of await outbox.listEmailJobs(JOBS_AT_ONCE, clock.now())) {
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
