// A mailer that keeps every email it is given, for tests to read, and that a test can close.

import type { EmailMessage, Mailer } from '../../src/accounts/email-messages.ts';

/** What was sent, and whether more can be. */
export interface FakeMailer extends Mailer {
  isOpen: boolean;
  /** Whether everything that it was given is stuck in the outbox. */
  isJammed: boolean;
  /** Oldest first. */
  letters: EmailMessage[];
  /** The emails since the last call, which are forgotten. */
  take(): EmailMessage[];
  /** The only email since the last call, which must be of this kind. */
  takeOne<Kind extends EmailMessage['kind']>(kind: Kind): Extract<EmailMessage, { kind: Kind }>;
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
    letters: [],
    async send(email) {
      if (mailer.isOpen) mailer.letters.push(email);
    },
    isStuck: async () => mailer.isJammed,
    take: () => mailer.letters.splice(0),
    takeOne<Kind extends EmailMessage['kind']>(kind: Kind) {
      const emails = mailer.take();
      const [email] = emails;
      if (emails.length !== 1 || email?.kind !== kind) {
        throw new Error(`expected "${kind}" alone, got ${JSON.stringify(emails)}`);
      }
      return email as Extract<EmailMessage, { kind: Kind }>;
    },
    kinds: () => mailer.letters.map(({ kind }) => kind),
    loginCode() {
      const email = mailer.letters.findLast(({ kind }) => kind === 'login code');
      if (email?.kind !== 'login code') throw new Error('No login code was sent.');
      return email.code;
    },
  };
  return mailer;
}
