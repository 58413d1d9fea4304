// The way out for letters that the settings name.

import type { Settings } from '../config/settings.ts';
import { systemTimers } from '../lib/timers.ts';
import { openTransport } from '../mail/open-transport.ts';
import * as mailEvents from '../ops/mail-events.ts';

/** Opens it; `undefined` where mail is off. */
export function openConfiguredTransport(settings: Settings) {
  return openTransport(settings, { timers: systemTimers, writeToLog: mailEvents.letterWritten });
}

/** Connects to the mail server and logs in, sending nothing; returns where. Throws `unavailable`. */
export async function verifyMail(settings: Settings): Promise<string> {
  await using transport = await openConfiguredTransport(settings);
  return (await transport?.verify()) ?? 'off';
}
