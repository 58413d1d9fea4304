// The way out for letters that the settings name.

import type { Post } from '../accounts/letters.ts';
import type { Settings } from '../config/settings.ts';
import type { MailDesk } from '../http/context.ts';
import { systemClock } from '../lib/clock.ts';
import { systemTimers } from '../lib/timers.ts';
import { describeSender } from '../mail/letters.ts';
import { createMailOffice, type MailOffice } from '../mail/office.ts';
import { openTransport } from '../mail/open-transport.ts';
import type { LetterStore } from '../mail/ports.ts';
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

/** What administrators do about mail. */
export function openMailOffice(settings: Settings, letters: LetterStore): MailOffice {
  return createMailOffice({
    letters,
    clock: systemClock,
    openTransport: () => openConfiguredTransport(settings),
    ...describeSender(settings.baseUrl),
  });
}

/** What pages do about mail while the service runs. */
export function openMailDesk(settings: Settings, letters: LetterStore, post: Post): MailDesk {
  return {
    ...openMailOffice(settings, letters),
    isOn: post.isOpen,
    queueTest: (to, accountName) => post.send({ kind: 'test', to, accountName }),
  };
}
