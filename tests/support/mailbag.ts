// A mail server without a network, which accepts every email unless a test says otherwise, and keeps them.

import type { Mail, Transport } from '../../src/modules/email/outbox.ts';

/** An email as its reader sees it. */
export interface SentMail extends Mail {
  kind: string;
  /** Every link in it, in order; absolute. */
  links: string[];
  /** The code in it that is to be typed; empty where there is none. */
  code: string;
}

export type Mailbag = ReturnType<typeof createMailbag>;

/** Makes one that has accepted nothing yet. */
export function createMailbag() {
  const mails: SentMail[] = [];
  const transport: Transport = {
    async deliver(mail, kind) {
      if (bag.outcome !== 'sent') return { outcome: bag.outcome, answer: 'not now' };
      mails.push({ ...mail, kind, ...readLinksAndCode(mail.text) });
      return { outcome: 'sent', answer: '250 OK' };
    },
    verify: async () => 'a bag',
    canWriteTo: (address) => bag.takesLetters || /^[ -~]*$/.test(address),
    async [Symbol.asyncDispose]() {},
  };
  const bag = {
    transport,
    /** What was sent, oldest first. */
    mails: mails as readonly SentMail[],
    /** What happens to emails from now on. */
    outcome: 'sent' as 'sent' | 'refused' | 'postponed',
    /** Whether it takes addresses with letters outside ASCII. */
    takesLetters: true,
  };
  return bag;
}

/** The links and the code in the plain text of an email. */
export function readLinksAndCode(text: string): { links: string[]; code: string } {
  return {
    links: text.match(/^https?:\/\/\S+$/gm) ?? [],
    code: /^ {4}(\S+)$/m.exec(text)?.[1] ?? '',
  };
}
