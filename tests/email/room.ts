// The room of mail on a real store, with a mail server that does what a test says, under a clock that it turns.

import { type EmailModule, openMail } from '../../src/email/email.ts';
import { createOutboxAdmin, type OutboxAdmin } from '../../src/email/outbox-admin.ts';
import type { Delivery, Mail, MailEvents, OutboxStore } from '../../src/email/ports.ts';
import { describeSender } from '../../src/email/templates.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createFakeTimers, type FakeTimers } from '../support/fake-timers.ts';
import { openTestStore } from '../support/store.ts';

export const START = Date.UTC(2026, 10, 21, 12);

/** What the room told, an event a line: `sent 1 test`. */
export interface MailTestRoom extends AsyncDisposable {
  room: EmailModule;
  office: OutboxAdmin;
  letters: OutboxStore;
  timers: FakeTimers;
  /** Everything that the server was given, taken or not. */
  offered: Mail[];
  heard: string[];
  /** What the server says to each mail; it takes everything unless told otherwise. */
  answer: (mail: Mail) => Delivery | Promise<Delivery>;
  isClosed(): boolean;
  /** Turns the clock, then sends what is due and waits for it. */
  turn(ms: number): Promise<void>;
}

/** Opens the room; `alter` puts something in the place of the store. */
export function openMailRoom({
  isOn = true,
  alter = (letters) => letters,
}: {
  isOn?: boolean;
  alter?(letters: OutboxStore): OutboxStore;
} = {}): MailTestRoom {
  const store = openTestStore();
  const letters = alter(store.outbox);
  const clock = createFakeClock(START);
  const timers = createFakeTimers(clock);
  const offered: Mail[] = [];
  const heard: string[] = [];
  let isClosed = false;
  const events: MailEvents = {
    queued: (kind) => heard.push(`queued ${kind}`),
    dropped: (kind, reason) => heard.push(`dropped ${kind}: ${reason}`),
    sent: ({ id, kind }) => heard.push(`sent ${id} ${kind}`),
    postponed: ({ id, reason }) => heard.push(`postponed ${id}: ${reason}`),
    failed: ({ id, reason }) => heard.push(`failed ${id}: ${reason}`),
    queueFailed: (error) => heard.push(`queue failed: ${String(error)}`),
  };
  const transport = {
    async deliver(mail: Mail): Promise<Delivery> {
      offered.push(mail);
      return await test.answer(mail);
    },
    verify: async () => 'here',
    async [Symbol.asyncDispose]() {
      isClosed = true;
    },
  };
  const look = describeSender('https://play.example.net');
  const room = openMail({
    ...{ outbox: letters, events, clock, timers, ...look },
    transport: isOn ? transport : undefined,
  });
  const test: MailTestRoom = {
    room,
    office: createOutboxAdmin({
      ...{ outbox: letters, clock, ...look },
      openTransport: async () => (isOn ? transport : undefined),
    }),
    letters,
    timers,
    offered,
    heard,
    answer: () => ({ outcome: 'sent', answer: '250 OK' }),
    isClosed: () => isClosed,
    async turn(ms) {
      await timers.turn(ms);
      await room.sendDue();
      await room.settled();
    },
    async [Symbol.asyncDispose]() {
      await room[Symbol.asyncDispose]();
      store[Symbol.dispose]();
    },
  };
  return test;
}
