// A mail server that takes everything until it is told otherwise, without a network, and shows what it took.

import type { EmailKind, Mail, Transport } from '../../src/email/ports.ts';

/** A mail as its reader has it before them. */
export interface SentMail extends Mail {
  kind: EmailKind;
  /** Every link in it, in order; absolute. */
  links: string[];
  /** The code that it asks to be typed; empty for none. */
  code: string;
}

/** What was sent, and what sends it. */
export interface Mailbag {
  /** Oldest first. */
  mails: readonly SentMail[];
  /** What becomes of mails from now on. */
  outcome: 'sent' | 'refused' | 'postponed';
  transport: Transport;
}

/** An empty bag. */
export function createMailbag(): Mailbag {
  const mails: SentMail[] = [];
  const bag: Mailbag = {
    mails,
    outcome: 'sent',
    transport: {
      async deliver(mail, kind) {
        if (bag.outcome !== 'sent') return { outcome: bag.outcome, answer: 'not now' };
        mails.push({ ...mail, kind, ...readLinksAndCode(mail.text) });
        return { outcome: 'sent', answer: '250 OK' };
      },
      verify: async () => 'a bag',
      async [Symbol.asyncDispose]() {},
    },
  };
  return bag;
}

/** What a reader would open or type, out of the plain text of a letter. */
export function readLinksAndCode(text: string): { links: string[]; code: string } {
  return {
    links: text.match(/^https?:\/\/\S+$/gm) ?? [],
    code: /^ {4}(\S+)$/m.exec(text)?.[1] ?? '',
  };
}
