// A post that keeps the letters it is given, for tests to read.

import type { EmailComposer, EmailMessage, Mailer } from '../../src/accounts/email-messages.ts';
import { createJobRunner } from '../../src/email/email.ts';
import type { OutboxStore } from '../../src/email/ports.ts';
import type { Clock } from '../../src/lib/clock.ts';

/** A post whose letters stay where they are. */
export interface FakePost extends Mailer {
  isOpen: boolean;
  /** Whether everything that it took is stuck. */
  isJammed: boolean;
  letters: EmailMessage[];
  /** The letters since the last call. */
  take(): EmailMessage[];
  /** The only letter since the last call, which must be of this kind. */
  takeOne<Kind extends EmailMessage['kind']>(kind: Kind): Extract<EmailMessage, { kind: Kind }>;
}

/** Makes a post that is open. */
export function createFakePost(): FakePost {
  const post: FakePost = {
    isOpen: true,
    isJammed: false,
    letters: [],
    async send(letter) {
      if (post.isOpen) post.letters.push(letter);
    },
    isStuck: async () => post.isJammed,
    take: () => post.letters.splice(0),
    takeOne<Kind extends EmailMessage['kind']>(kind: Kind) {
      const letters = post.take();
      const [letter] = letters;
      if (letters.length !== 1 || letter?.kind !== kind) {
        throw new Error(`expected "${kind}" alone, got ${JSON.stringify(letters)}`);
      }
      return letter as Extract<EmailMessage, { kind: Kind }>;
    },
  };
  return post;
}

/** Composes the jobs of an outbox as the service does, and gives the emails to another mailer. */
export function composeInto(
  post: Mailer,
  ports: { outbox: OutboxStore; composeEmails: EmailComposer; clock: Clock },
): () => Promise<number> {
  const mailer = {
    get isOpen() {
      return post.isOpen;
    },
    async replaceJob(id: number, emails: readonly EmailMessage[]) {
      for (const email of emails) await post.send(email);
      await ports.outbox.replaceEmailJob(id, []);
    },
  };
  return createJobRunner({ ...ports, mailer });
}
