// A post that keeps the letters it is given, for tests to read.

import type { Letter, Post } from '../../src/accounts/letters.ts';

/** A post whose letters stay where they are. */
export interface FakePost extends Post {
  isOpen: boolean;
  /** Whether everything that it took is stuck. */
  isJammed: boolean;
  letters: Letter[];
  /** The letters since the last call. */
  take(): Letter[];
  /** The only letter since the last call, which must be of this kind. */
  takeOne<Kind extends Letter['kind']>(kind: Kind): Extract<Letter, { kind: Kind }>;
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
    takeOne<Kind extends Letter['kind']>(kind: Kind) {
      const letters = post.take();
      const [letter] = letters;
      if (letters.length !== 1 || letter?.kind !== kind) {
        throw new Error(`expected "${kind}" alone, got ${JSON.stringify(letters)}`);
      }
      return letter as Extract<Letter, { kind: Kind }>;
    },
  };
  return post;
}
