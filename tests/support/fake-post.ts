// A post that keeps the letters it is given, for tests to read.

import type { EmailMessage, Mailer } from '../../src/accounts/email-messages.ts';

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
