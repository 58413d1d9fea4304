// The way out for letters that the settings name.

import type { Mailer } from '../accounts/email-messages.ts';
import type { Settings } from '../config/settings.ts';
import { openTransport } from '../email/open-transport.ts';
import { createOutboxAdmin, type OutboxAdmin } from '../email/outbox-admin.ts';
import type { OutboxStore } from '../email/ports.ts';
import { describeSender } from '../email/templates.ts';
import type { EmailAdmin } from '../http/context.ts';
import { systemClock } from '../lib/clock.ts';
import { systemTimers } from '../lib/timers.ts';
import * as mailEvents from '../ops/email-events.ts';

/** Opens it; `undefined` where mail is off. */
export function openConfiguredTransport(settings: Settings) {
  return openTransport(settings, { timers: systemTimers, writeToLog: mailEvents.emailWritten });
}

/** Connects to the mail server and logs in, sending nothing; returns where. Throws `unavailable`. */
export async function verifyMail(settings: Settings): Promise<string> {
  await using transport = await openConfiguredTransport(settings);
  return (await transport?.verify()) ?? 'off';
}

/** What administrators do about mail. */
export function openOutboxAdmin(settings: Settings, outbox: OutboxStore): OutboxAdmin {
  return createOutboxAdmin({
    outbox,
    clock: systemClock,
    openTransport: () => openConfiguredTransport(settings),
    ...describeSender(settings.baseUrl),
  });
}

/** What pages do about mail while the service runs. */
export function openEmailAdmin(
  settings: Settings,
  outbox: OutboxStore,
  mailer: Mailer,
): EmailAdmin {
  return {
    ...openOutboxAdmin(settings, outbox),
    isOn: mailer.isOpen,
    queueTest: (to, accountName) => mailer.send({ kind: 'test', to, accountName }),
  };
}
