// The room of mail as the service has it: takes letters, sends them, and lets go of what failed long ago.

import type { Mailer } from '../accounts/email-messages.ts';
import type { Job, Timers } from '../lib/timers.ts';
import { closedMailer, createMailer } from './mailer.ts';
import { createSender, type SenderPorts } from './sender.ts';

/** Mail while the service runs; disposing it ends what is under way, and may be done twice. */
export interface EmailModule extends AsyncDisposable {
  mailer: Mailer;
  /** Starts to send what is due; to be called often, at least every second. */
  sendDue(): Promise<void>;
  /** Resolves when no letter is under way. */
  settled(): Promise<void>;
  /** Removes letters that failed a week ago. */
  sweep(): Promise<void>;
  /** What is to be done again and again while the service runs. */
  jobs: readonly Job[];
}

/** What the room works with; without a `transport` it takes and sends nothing. */
export type MailPorts = Omit<SenderPorts, 'transport'> & {
  transport: SenderPorts['transport'] | undefined;
  timers: Timers;
};

const KEEP_FAILED_MS = 7 * 24 * 60 * 60_000;
/** How long a stopping service waits for letters under way; they are sent again after the start. */
const PATIENCE_MS = 3_000;
/** How soon emails leave, those of the command line too. */
const SEND_EVERY_MS = 400;
const SWEEP_EVERY_MS = 60 * 60_000;

/** Opens the room, which owns the transport from then on. */
export function openMail({ transport, timers, ...ports }: MailPorts): EmailModule {
  const { outbox, clock } = ports;
  const sender = transport === undefined ? undefined : createSender({ ...ports, transport });
  let isOver = false;

  async function settled(): Promise<void> {
    await sender?.settled();
  }

  let ending: Promise<void> | undefined;

  async function end(): Promise<void> {
    isOver = true;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = timers.after(PATIENCE_MS, resolve);
    await Promise.race([settled(), promise]);
    cancel();
    await transport?.[Symbol.asyncDispose]();
    // Closing interrupted the rest; what became of it is noted before the store closes.
    await settled();
  }

  async function sendDue(): Promise<void> {
    if (!isOver) await sender?.sendDue();
  }

  async function sweep(): Promise<void> {
    await outbox.removeFailedEmails(clock.now() - KEEP_FAILED_MS);
  }

  return {
    mailer: sender === undefined ? closedMailer : createMailer(ports),
    sendDue,
    settled,
    sweep,
    jobs: [
      { name: 'send emails', intervalMs: SEND_EVERY_MS, run: sendDue },
      { name: 'remove failed emails', intervalMs: SWEEP_EVERY_MS, run: sweep },
    ],
    [Symbol.asyncDispose]: () => (ending ??= end()),
  };
}
