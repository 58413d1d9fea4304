// Chooses what carries letters: an SMTP server, the log in development, or nothing.

import type { Timers } from '../lib/timers.ts';
import { createLogTransport } from './log-transport.ts';
import type { Transport } from './ports.ts';
import { MOST_AT_ONCE } from './sender.ts';
import { openSmtpTransport } from './smtp.ts';

/** What the settings say about mail. */
export interface MailSettings {
  /** Secret. */
  smtpUrl: string | undefined;
  mailFrom: { name: string; address: string } | undefined;
  isDevelopment: boolean;
}

/** The transport that the settings ask for; `undefined` when letters cannot leave at all. */
export async function openTransport(
  { smtpUrl, mailFrom, isDevelopment }: MailSettings,
  { timers, writeToLog }: { timers: Timers; writeToLog: Parameters<typeof createLogTransport>[0] },
): Promise<Transport | undefined> {
  if (smtpUrl !== undefined && mailFrom !== undefined) {
    return openSmtpTransport({ url: smtpUrl, from: mailFrom, mostAtOnce: MOST_AT_ONCE, timers });
  }
  return isDevelopment ? createLogTransport(writeToLog) : undefined;
}
