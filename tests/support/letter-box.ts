// A post that keeps every letter it is given, and that a test can close.

import type { EmailMessage, Mailer } from '../../src/accounts/email-messages.ts';

/** What was sent, oldest first, and whether more can be. */
export interface LetterBox extends Mailer {
  isOpen: boolean;
  letters: EmailMessage[];
  /** The kinds of the letters, in order. */
  kinds(): string[];
  /** The latest login code; throws without one. */
  loginCode(): string;
}

/** Makes an open one. */
export function createLetterBox(): LetterBox {
  const box: LetterBox = {
    isOpen: true,
    letters: [],
    async send(letter) {
      if (box.isOpen) box.letters.push(letter);
    },
    isStuck: async () => false,
    kinds: () => box.letters.map(({ kind }) => kind),
    loginCode() {
      const letter = box.letters.findLast(({ kind }) => kind === 'login code');
      if (letter?.kind !== 'login code') throw new Error('No login code was sent.');
      return letter.code;
    },
  };
  return box;
}
