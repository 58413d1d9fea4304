// A mailer that keeps every email it is given, for tests to read, and that a test can close.

import type { FACTS } from '../../src/app/facts.ts';
import { createJobRunner } from '../../src/modules/email/email.ts';
import type { EmailComposer, EmailMessage, Mailer } from '../../src/modules/email/email-ports.ts';
import type { OutboxStore } from '../../src/modules/email/outbox.ts';
import type { Clock } from '../../src/platform/lib/clock.ts';
import type { EmailsOf, EmailTo } from '../../src/platform/messages/email-kind.ts';

/** An email of any module, with its facts. */
export type AnyEmail = EmailTo & EmailOf<(typeof FACTS)[number]>;

type EmailOf<Facts> = Facts extends { emails: infer Table } ? EmailsOf<Table> : never;

/** What was sent, and whether more can be. */
export interface FakeMailer extends Mailer {
  isOpen: boolean;
  /** Whether everything that it was given is stuck in the outbox. */
  isJammed: boolean;
  /** Oldest first. */
  emails: AnyEmail[];
  /** The emails since the last call, which are forgotten. */
  take(): AnyEmail[];
  /** The only email since the last call, which must be of this kind. */
  takeOne<Kind extends AnyEmail['kind']>(kind: Kind): Extract<AnyEmail, { kind: Kind }>;
  /** The kinds of all emails that are kept, in order. */
  kinds(): string[];
  /** The latest login code; throws without one. */
  loginCode(): string;
}

/** Makes one that is open. */
export function createFakeMailer(): FakeMailer {
  const mailer: FakeMailer = {
    isOpen: true,
    isJammed: false,
    emails: [],
    async send(email) {
      if (mailer.isOpen) mailer.emails.push(email as AnyEmail);
    },
    isStuck: async () => mailer.isJammed,
    take: () => mailer.emails.splice(0),
    takeOne<Kind extends AnyEmail['kind']>(kind: Kind) {
      const emails = mailer.take();
      const [email] = emails;
      if (emails.length !== 1 || email?.kind !== kind) {
        throw new Error(`expected "${kind}" alone, got ${JSON.stringify(emails)}`);
      }
      return email as Extract<AnyEmail, { kind: Kind }>;
    },
    kinds: () => mailer.emails.map(({ kind }) => kind),
    loginCode() {
      const email = mailer.emails.findLast(({ kind }) => kind === 'login code');
      if (email?.kind !== 'login code') throw new Error('No login code was sent.');
      return email.code;
    },
  };
  return mailer;
}

/** Composes the jobs of an outbox as the service does, and gives the emails to another mailer. */
export function composeInto(
  target: Mailer,
  ports: { outbox: OutboxStore; composeEmails: EmailComposer; clock: Clock },
): () => Promise<number> {
  const mailer = {
    get isOpen() {
      return target.isOpen;
    },
    async replaceJob(id: number, emails: readonly EmailMessage[]) {
      for (const email of emails) await target.send(email);
      await ports.outbox.replaceEmailJob(id, []);
    },
  };
  return createJobRunner({ ...ports, mailer });
}
