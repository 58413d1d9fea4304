// The email module on a real store, with a mail server that answers as a test says, and a clock that it sets.

import { emailKinds } from '../../../src/app/facts.ts';
import { type EmailModule, openMail } from '../../../src/modules/email/email.ts';
import type { EmailComposer } from '../../../src/modules/email/email-ports.ts';
import type { Delivery, Mail, OutboxStore } from '../../../src/modules/email/outbox.ts';
import { createOutboxAdmin, type OutboxAdmin } from '../../../src/modules/email/outbox-admin.ts';
import { describeSender } from '../../../src/modules/email/templates.ts';
import { alwaysLeading, type Leadership } from '../../../src/platform/lib/leadership.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createFakeTimers, type FakeTimers } from '../../support/fake-timers.ts';
import { createReporter } from '../../support/reporter.ts';
import { openTestStore } from '../../support/store.ts';

export const START = Date.UTC(2026, 10, 21, 12);

/** The module under test, and everything around it. */
export interface TestModule extends AsyncDisposable {
  email: EmailModule;
  admin: OutboxAdmin;
  outbox: OutboxStore;
  timers: FakeTimers;
  /** Every mail that the server was given, taken or not. */
  offered: Mail[];
  /** The events, one a line: `sent 1 test`. */
  events: string[];
  /** What the server answers to each mail; it takes everything unless a test says otherwise. */
  answer: (mail: Mail) => Delivery | Promise<Delivery>;
  isClosed(): boolean;
  /** What the transport does when it is closed, besides. */
  onClosed: () => void;
  /** Moves the clock on, then composes and sends what is due, and waits for it. */
  turn(ms: number): Promise<void>;
}

/** Opens the module; `alter` replaces the store, `composeEmails` composes jobs, to nothing unless given. */
export function openTestModule({
  isOn = true,
  alter = (outbox) => outbox,
  composeEmails = async () => [],
  leadership = alwaysLeading,
}: {
  isOn?: boolean;
  alter?(outbox: OutboxStore): OutboxStore;
  composeEmails?: EmailComposer;
  leadership?: Pick<Leadership, 'term' | 'confirm'>;
} = {}): TestModule {
  const store = openTestStore();
  const outbox = alter(store.outbox);
  const clock = createFakeClock(START);
  const timers = createFakeTimers(clock);
  const offered: Mail[] = [];
  const heard: string[] = [];
  let isClosed = false;
  const report = createReporter({
    email_queued: ({ kind }) => heard.push(`queued ${kind}`),
    email_dropped: ({ kind, reason }) => heard.push(`dropped ${kind}: ${reason}`),
    email_sent: ({ outboxId, kind }) => heard.push(`sent ${outboxId} ${kind}`),
    email_postponed: ({ outboxId, reason }) => heard.push(`postponed ${outboxId}: ${reason}`),
    email_failed: ({ outboxId, reason }) => heard.push(`failed ${outboxId}: ${reason}`),
    mail_queue_failed: ({ error }) => heard.push(`queue failed: ${String(error)}`),
  });
  const transport = {
    async deliver(mail: Mail): Promise<Delivery> {
      offered.push(mail);
      return await test.answer(mail);
    },
    verify: async () => 'here',
    async [Symbol.asyncDispose]() {
      isClosed = true;
      test.onClosed();
    },
  };
  const look = describeSender('https://play.example.net');
  const email = openMail({
    ...{ outbox, report, clock, timers, composeEmails, look, leadership, kinds: emailKinds },
    transport: isOn ? transport : undefined,
  });
  const test: TestModule = {
    email,
    admin: createOutboxAdmin({
      ...{ outbox, clock, look },
      openTransport: async () => (isOn ? transport : undefined),
    }),
    outbox,
    timers,
    offered,
    events: heard,
    answer: () => ({ outcome: 'sent', answer: '250 OK' }),
    isClosed: () => isClosed,
    onClosed() {},
    async turn(ms) {
      await timers.turn(ms);
      await email.sendDue();
      await email.settled();
    },
    async [Symbol.asyncDispose]() {
      await email[Symbol.asyncDispose]();
      store[Symbol.dispose]();
    },
  };
  return test;
}
