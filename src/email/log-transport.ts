// For development: letters go to the log, links and codes included, and nowhere else.

import type { EmailKind, Transport } from './ports.ts';

/** A transport that hands subject and plain text to `write`. */
export function createLogTransport(
  write: (email: { kind: EmailKind; subject: string; text: string }) => void,
): Transport {
  return {
    async deliver({ subject, text }, kind) {
      write({ kind, subject, text });
      return { outcome: 'sent', answer: 'written to the log' };
    },
    verify: async () => 'letters are written to the log (development)',
    async [Symbol.asyncDispose]() {},
  };
}
