// Chooses what carries emails: an SMTP server, the log in development, or nothing.

import type { Timers } from '../lib/timers.ts';
import type { EmailKind, Transport } from './ports.ts';
import { MOST_AT_ONCE } from './sender.ts';
import { openSmtpTransport } from './smtp.ts';

/** What the settings say about mail. */
export interface MailSettings {
  /** Secret. */
  smtpUrl: string | undefined;
  mailFrom: { name: string; address: string } | undefined;
  isDevelopment: boolean;
}

/** Writes an email to the log, its links and codes included. */
export type WriteToLog = (email: { kind: EmailKind; subject: string; text: string }) => void;

/** The transport that the settings ask for; `undefined` when emails cannot be sent at all. */
export async function openTransport(
  { smtpUrl, mailFrom, isDevelopment }: MailSettings,
  { timers, writeToLog }: { timers: Timers; writeToLog: WriteToLog },
): Promise<Transport | undefined> {
  if (smtpUrl !== undefined && mailFrom !== undefined) {
    return openSmtpTransport({ url: smtpUrl, from: mailFrom, mostAtOnce: MOST_AT_ONCE, timers });
  }
  return isDevelopment ? createLogTransport(writeToLog) : undefined;
}

/** For development: emails are written to the log and go nowhere else. */
function createLogTransport(write: WriteToLog): Transport {
  return {
    async deliver({ subject, text }, kind) {
      write({ kind, subject, text });
      return { outcome: 'sent', answer: 'written to the log' };
    },
    verify: async () => 'letters are written to the log (development)',
    async [Symbol.asyncDispose]() {},
  };
}
