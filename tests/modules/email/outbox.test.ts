// The outbox: nothing is lost, nothing is tried for ever, nobody is flooded.

import { describe, expect, test } from 'bun:test';
import { emailKinds } from '../../../src/app/facts.ts';
import type { EmailMessage } from '../../../src/modules/email/email-ports.ts';
import type { Delivery, OutboxStore } from '../../../src/modules/email/outbox.ts';
import { failureMessages } from '../../../src/modules/email/retries.ts';
import { toMail } from '../../../src/modules/email/sender.ts';
import { describeSender } from '../../../src/modules/email/templates.ts';
import { openSmtpTransport } from '../../../src/modules/email/transport.ts';
import { systemTimers } from '../../../src/platform/lib/timers.ts';
import { openSmtpPeer } from '../../support/smtp-peer.ts';
import { CODE, EVERY_EMAIL, sampleEmail, TOKEN } from './samples.ts';
import { openTestModule, START } from './test-module.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const busy = (): Delivery => ({ outcome: 'postponed', answer: '451 busy' });
const refuse = (): Delivery => ({ outcome: 'refused', answer: '550 nobody here' });

/** The email with another end of what it holds. */
function until(email: EmailMessage, validUntil: number): EmailMessage {
  return 'validUntil' in email ? { ...email, validUntil } : email;
}

/** Lets everything run that is not waiting. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('an email', () => {
  test('waits in the outbox until it is sent, and is removed then', async () => {
    await using mail = openTestModule();
    await mail.email.mailer.send(sampleEmail('test'));
    expect(mail.offered).toEqual([]);
    expect(await mail.outbox.listOutbox()).toHaveLength(1);
    await mail.turn(0);
    expect(mail.offered).toEqual([
      expect.objectContaining({ to: 'alice@example.net', date: START }),
    ]);
    expect(mail.offered[0]?.messageId).toMatch(/^email\.1\.[0-9a-z]+@play\.example\.net$/);
    expect(await mail.outbox.listOutbox()).toEqual([]);
    expect(mail.events).toEqual(['queued test', 'sent 1 test']);
  });

  test('of every kind survives the outbox', async () => {
    await using mail = openTestModule();
    const later = START + 365 * 24 * HOUR;
    for (const [number, email] of EVERY_EMAIL.entries()) {
      await mail.email.mailer.send({ ...until(email, later), to: `n${number}@example.net` });
    }
    for (let turn = 0; turn < EVERY_EMAIL.length / 4; turn += 1) await mail.turn(0);
    expect(mail.offered).toHaveLength(EVERY_EMAIL.length);
  });

  test('is tried again at longer and longer waits, and given up after two days', async () => {
    await using mail = openTestModule();
    mail.answer = busy;
    await mail.email.mailer.send(sampleEmail('test'));
    const attemptedAt: number[] = [];
    for (let minute = 0; minute <= 72 * 60; minute += 1) {
      const before = mail.offered.length;
      await mail.turn(minute === 0 ? 0 : MINUTE);
      if (mail.offered.length > before) attemptedAt.push(minute);
    }
    expect(attemptedAt).toEqual([0, 1, 6, 21, 81, 321, 1041, 1761, 2841]);
    expect(mail.events.at(-1)).toBe('failed 1: Given up after the last attempt: 451 busy');
    expect(mail.events.filter((line) => line.startsWith('postponed'))).toHaveLength(8);
    expect((await mail.admin.listOutbox())[0]).toMatchObject({ state: 'failed', attempts: 9 });
  });

  test('arrives when the server is back', async () => {
    await using mail = openTestModule();
    mail.answer = busy;
    await mail.email.mailer.send(sampleEmail('test'));
    await mail.turn(0);
    mail.answer = () => ({ outcome: 'sent', answer: '250' });
    await mail.turn(MINUTE - 1);
    expect(mail.offered).toHaveLength(1);
    await mail.turn(1);
    expect(mail.events.at(-1)).toBe('sent 1 test');
    expect(mail.offered[1]?.messageId).toBe(mail.offered[0]?.messageId ?? '');
  });

  test('that is refused for good is not tried again', async () => {
    await using mail = openTestModule();
    mail.answer = refuse;
    await mail.email.mailer.send(sampleEmail('test'));
    await mail.turn(0);
    await mail.turn(48 * HOUR);
    expect(mail.offered).toHaveLength(1);
    expect(mail.events.at(-1)).toBe('failed 1: 550 nobody here');
  });

  test('is not sent once its code has expired', async () => {
    await using mail = openTestModule();
    await mail.email.mailer.send(until(sampleEmail('login code'), START + 10 * MINUTE));
    await mail.turn(10 * MINUTE);
    expect(mail.offered).toEqual([]);
    expect(mail.events.at(-1)).toBe('failed 1: Given up: its content is no longer valid.');
  });

  test('is given up at once when the next attempt would come too late', async () => {
    await using mail = openTestModule();
    mail.answer = busy;
    await mail.email.mailer.send(until(sampleEmail('login code'), START + 90_000));
    await mail.turn(0);
    await mail.turn(MINUTE);
    expect(mail.offered).toHaveLength(2);
    expect(mail.events.at(-1)).toStartWith('failed 1: Given up');
  });

  test('leaves no address, code or link in the report of its failure', async () => {
    await using mail = openTestModule();
    const link = `https://play.example.net/acc/verify/${TOKEN}/`;
    mail.answer = ({ to }) => ({
      outcome: 'refused',
      answer: `550 <${to}> ${to.toUpperCase()} said ${CODE}\r\n ${TOKEN} ${link} ${'x'.repeat(999)}`,
    });
    await mail.email.mailer.send(until(sampleEmail('verify address'), START + HOUR));
    await mail.turn(0);
    const [email] = await mail.admin.listOutbox();
    for (const described of [mail.events.join('\n'), email?.lastError ?? '']) {
      expect(described).toContain('550 <[…]> […] said […] […] […]');
      expect(described).not.toMatch(/alice|123456|t0k/i);
    }
    expect(email?.lastError.length).toBeLessThanOrEqual(300);
    expect(email?.lastError).not.toMatch(/[\r\n]/);
  });
});

describe('bounds', () => {
  test('one address gets ten emails an hour, however it is spelled', async () => {
    await using mail = openTestModule();
    for (let number = 0; number < 12; number += 1) {
      const to = ['joe@bücher.example', 'JOE@xn--bcher-kva.example'][number % 2] ?? '';
      await mail.email.mailer.send({ ...sampleEmail('test'), to });
    }
    expect(await mail.outbox.listOutbox()).toHaveLength(10);
    expect(mail.events.at(-1)).toBe('dropped test: too many emails to one address within an hour');
    await mail.email.mailer.send({ ...sampleEmail('test'), to: 'bob@example.net' });
    expect(mail.events.at(-1)).toBe('queued test');
    await mail.turn(HOUR);
    await mail.email.mailer.send({ ...sampleEmail('test'), to: 'joe@bücher.example' });
    expect(mail.events.at(-1)).toBe('queued test');
  });

  test('emails that strangers cause do not use up those of the owner', async () => {
    await using mail = openTestModule();
    for (let number = 0; number < 11; number += 1) {
      await mail.email.mailer.send(sampleEmail('address in use'));
    }
    expect(mail.events.at(-1)).toStartWith('dropped address in use');
    await mail.email.mailer.send(until(sampleEmail('verify address'), START + HOUR));
    expect(mail.events.at(-1)).toStartWith('dropped verify address');
    await mail.email.mailer.send(until(sampleEmail('reset password'), START + HOUR));
    expect(mail.events.at(-1)).toBe('queued reset password');
    await mail.email.mailer.send(until(sampleEmail('login code'), START + HOUR));
    expect(mail.events.at(-1)).toBe('queued login code');
  });

  test('emails of one kind do not use up those of another', async () => {
    await using mail = openTestModule();
    for (let number = 0; number < 11; number += 1) {
      await mail.email.mailer.send(sampleEmail('new device'));
    }
    expect(mail.events.at(-1)).toStartWith('dropped new device');
    for (const kind of ['address changed', 'login code', 'password changed'] as const) {
      await mail.email.mailer.send(until(sampleEmail(kind), START + HOUR));
      expect(mail.events.at(-1)).toBe(`queued ${kind}`);
    }
  });

  test('a full outbox takes nothing more, and no error reveals that', async () => {
    const mosts: number[] = [];
    await using mail = openTestModule({
      alter: (outbox) => ({
        ...outbox,
        async addToOutbox(_, most) {
          mosts.push(most);
          return false;
        },
      }),
    });
    await mail.email.mailer.send(sampleEmail('test'));
    await mail.email.mailer.send(sampleEmail('address in use'));
    expect(mail.events).toEqual([
      `dropped test: ${failureMessages.queueFull}`,
      `dropped address in use: ${failureMessages.queueFull}`,
    ]);
    expect(mosts).toEqual([10_000, 8_000]);
  });

  test('at most four emails are under way at once', async () => {
    await using mail = openTestModule();
    const { promise, resolve } = Promise.withResolvers<Delivery>();
    mail.answer = () => promise;
    for (let number = 0; number < 9; number += 1) {
      await mail.email.mailer.send({ ...sampleEmail('test'), to: `n${number}@example.net` });
    }
    await mail.email.sendDue();
    await mail.email.sendDue();
    expect(mail.offered).toHaveLength(4);
    resolve({ outcome: 'sent', answer: '250' });
    await mail.email.settled();
    await mail.turn(0);
    await mail.turn(0);
    expect(new Set(mail.offered.map(({ to }) => to)).size).toBe(9);
    expect(mail.offered).toHaveLength(9);
  });

  test('is left to the leader by a process that leads no more, as if it had not been tried', async () => {
    let term: number | undefined;
    const leadership = { term: () => term, confirm: async () => term !== undefined };
    await using mail = openTestModule({ leadership });
    await mail.email.mailer.send(sampleEmail('test'));
    await mail.turn(0);
    expect(mail.offered).toEqual([]);
    expect(await mail.outbox.listOutbox()).toMatchObject([{ attempts: 0, lastError: '' }]);
    term = 1;
    await mail.turn(0);
    expect(mail.offered).toHaveLength(1);
    expect(mail.events).toEqual(['queued test', 'sent 1 test']);
  });

  test('what a process could not note that leads no more is no failure, and holds nothing up when it leads again', async () => {
    let term: number | undefined = 1;
    const leadership = { term: () => term, confirm: async () => true };
    const alter = (outbox: OutboxStore): OutboxStore => ({
      ...outbox,
      async postponeEmail(id, attempt) {
        if (term === undefined) throw new Error('another replica leads');
        await outbox.postponeEmail(id, attempt);
      },
    });
    await using mail = openTestModule({ leadership, alter });
    mail.answer = () => {
      term = undefined;
      return busy();
    };
    await mail.email.mailer.send(sampleEmail('test'));
    await mail.turn(0);
    expect(await mail.outbox.listOutbox()).toMatchObject([{ attempts: 0, lastError: '' }]);
    term = 2;
    mail.answer = () => ({ outcome: 'sent', answer: '250' });
    await mail.turn(0);
    expect(mail.events).toEqual(['queued test', 'sent 1 test']);
  });

  test('one that is under way is not begun again, and does not hold up the next', async () => {
    await using mail = openTestModule();
    const { promise, resolve } = Promise.withResolvers<Delivery>();
    mail.answer = () => promise;
    await mail.email.mailer.send(sampleEmail('test'));
    await mail.email.sendDue();
    await mail.email.mailer.send({ ...sampleEmail('test'), to: 'bob@example.net' });
    await mail.email.sendDue();
    await mail.email.sendDue();
    expect(mail.offered.map(({ to }) => to)).toEqual(['alice@example.net', 'bob@example.net']);
    resolve({ outcome: 'sent', answer: '250' });
    await mail.email.settled();
    expect(mail.events.filter((line) => line.startsWith('sent'))).toHaveLength(2);
  });

  test.each(['alice@example.net\r\nBcc: bob@example.net', 'a@b.example, bob@example.net', ''])(
    'no email goes to %j',
    async (to) => {
      await using mail = openTestModule();
      const sending = mail.email.mailer.send({ ...sampleEmail('test'), to });
      await expect(sending).rejects.toThrow('The email address is not valid');
      expect(await mail.outbox.listOutbox()).toEqual([]);
    },
  );
});

describe('an outbox that cannot be written', () => {
  test('does not make the same mail leave again and again', async () => {
    let isFull = true;
    await using mail = openTestModule({
      alter: (outbox) => ({
        ...outbox,
        async removeFromOutbox(id) {
          if (isFull) throw new Error('disk full');
          return outbox.removeFromOutbox(id);
        },
      }),
    });
    await mail.email.mailer.send(sampleEmail('test'));
    for (let turn = 0; turn < 5; turn += 1) await mail.turn(30_000);
    expect(mail.offered).toHaveLength(1);
    expect(mail.events).toContain('queue failed: Error: disk full');
    isFull = false;
    await mail.turn(MINUTE);
    expect(await mail.outbox.listOutbox()).toEqual([]);
    expect(mail.offered).toHaveLength(1);
  });

  test('holds up all sending for a minute where an attempt could not be noted', async () => {
    await using mail = openTestModule({
      alter: (outbox) => ({
        ...outbox,
        postponeEmail: () => Promise.reject(new Error('disk full')),
      }),
    });
    mail.answer = busy;
    await mail.email.mailer.send(sampleEmail('test'));
    for (let turn = 0; turn < 6; turn += 1) await mail.turn(10_000);
    expect(mail.offered).toHaveLength(1);
    await mail.turn(10_000);
    expect(mail.offered).toHaveLength(2);
  });
});

describe('an outbox that cannot be read', () => {
  test('is reported once a minute, and read again then', async () => {
    let isBroken = true;
    await using mail = openTestModule({
      alter: (outbox) => ({
        ...outbox,
        async listDue(now, most) {
          if (isBroken) throw new Error('disk gone');
          return outbox.listDue(now, most);
        },
      }),
    });
    await mail.email.mailer.send(sampleEmail('test'));
    for (let turn = 0; turn < 12; turn += 1) await mail.turn(10_000);
    expect(mail.events.filter((line) => line === 'queue failed: Error: disk gone')).toHaveLength(2);
    isBroken = false;
    await mail.turn(MINUTE);
    expect(mail.events.at(-1)).toBe('sent 1 test');
  });

  test('does not stop at an email of another version', async () => {
    await using mail = openTestModule();
    const email = { kind: 'of tomorrow', to: 'a@b.example', accountName: 'A' };
    const foreign = { email: email as unknown as EmailMessage, createdAt: START, expiresAt: null };
    await mail.outbox.addToOutbox(foreign, 9);
    await mail.email.mailer.send(sampleEmail('test'));
    await mail.turn(0);
    expect(mail.events.toSorted()).toEqual([
      'failed 1: Given up: another version of Muster queued it.',
      'queued test',
      'sent 2 test',
    ]);
  });
});

describe('a service that stops', () => {
  test('waits for what is under way, then closes the transport', async () => {
    const mail = openTestModule();
    const { promise, resolve } = Promise.withResolvers<Delivery>();
    mail.answer = () => promise;
    await mail.email.mailer.send(sampleEmail('test'));
    await mail.email.sendDue();
    const stopped = mail[Symbol.asyncDispose]();
    await mail.timers.turn(2_999);
    expect(mail.isClosed()).toBe(false);
    resolve({ outcome: 'sent', answer: '250' });
    await stopped;
    expect(mail.isClosed()).toBe(true);
    expect(mail.events).toContain('sent 1 test');
  });

  test('notes the outcome of an email that ended after its patience, however slow that is', async () => {
    const removal = Promise.withResolvers<void>();
    let isRemoving = false;
    const mail = openTestModule({
      alter: (outbox) => ({
        ...outbox,
        async removeFromOutbox(id) {
          isRemoving = true;
          await removal.promise;
          return outbox.removeFromOutbox(id);
        },
      }),
    });
    const delivery = Promise.withResolvers<Delivery>();
    mail.answer = () => delivery.promise;
    await mail.email.mailer.send(sampleEmail('test'));
    await mail.email.sendDue();
    let isOver = false;
    const stopped = mail.email[Symbol.asyncDispose]().then(() => {
      isOver = true;
    });
    await mail.timers.turn(3_000);
    expect(mail.isClosed()).toBe(true);
    expect(isOver).toBe(false);
    delivery.resolve({ outcome: 'sent', answer: '250' });
    while (!isRemoving) await nextTurn();
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(isOver).toBe(false);
    expect(await mail.outbox.listOutbox()).toHaveLength(1);
    removal.resolve();
    await stopped;
    expect(await mail.outbox.listOutbox()).toEqual([]);
    await mail[Symbol.asyncDispose]();
  });

  test('may be disposed twice, and waits once', async () => {
    await using mail = openTestModule();
    const { promise, resolve } = Promise.withResolvers<Delivery>();
    mail.answer = () => promise;
    await mail.email.mailer.send(sampleEmail('test'));
    await mail.email.sendDue();
    const both = [mail.email[Symbol.asyncDispose](), mail.email[Symbol.asyncDispose]()];
    expect(mail.timers.waiting).toBe(1);
    resolve({ outcome: 'sent', answer: '250' });
    await Promise.all(both);
    expect(mail.isClosed()).toBe(true);
  });

  test('interrupts a delivery that takes longer than it waits, and leaves its email as it was', async () => {
    await using mail = openTestModule();
    const { promise, resolve } = Promise.withResolvers<Delivery>();
    mail.answer = () => promise;
    mail.onClosed = () => resolve({ outcome: 'interrupted', answer: '' });
    await mail.email.mailer.send(sampleEmail('test'));
    await mail.email.sendDue();
    const stopped = mail.email[Symbol.asyncDispose]();
    await mail.timers.turn(2_999);
    expect(mail.isClosed()).toBe(false);
    await mail.timers.turn(1);
    await stopped;
    expect(await mail.outbox.listDue(START + 3_000, 9)).toEqual([
      expect.objectContaining({ attempts: 0, lastError: '' }),
    ]);
  });

  test('leaves an email as it was when it was interrupted', async () => {
    await using mail = openTestModule();
    mail.answer = () => ({ outcome: 'interrupted', answer: '' });
    await mail.email.mailer.send(sampleEmail('test'));
    await mail.turn(0);
    expect(await mail.outbox.listDue(START, 9)).toEqual([
      expect.objectContaining({ attempts: 0, lastError: '' }),
    ]);
    expect(mail.events).toEqual(['queued test']);
  });

  test('sends nothing more', async () => {
    await using mail = openTestModule();
    await mail.email.mailer.send(sampleEmail('test'));
    await mail.email[Symbol.asyncDispose]();
    await mail.turn(0);
    expect(mail.offered).toEqual([]);
    expect(await mail.outbox.listOutbox()).toHaveLength(1);
  });
});

describe('without a mail server', () => {
  test('the mailer is closed and drops what it is given', async () => {
    await using mail = openTestModule({ isOn: false });
    expect(mail.email.mailer.isOpen).toBe(false);
    await mail.email.mailer.send(sampleEmail('test'));
    await mail.turn(0);
    expect(await mail.outbox.listOutbox()).toEqual([]);
  });
});

describe('the administration of the outbox', () => {
  test('shows what waits and what failed, and nothing of the content', async () => {
    await using mail = openTestModule();
    await mail.email.mailer.send(until(sampleEmail('reset password'), START + HOUR));
    await mail.email.mailer.send(sampleEmail('test'));
    mail.answer = ({ subject }) => (subject.startsWith('Test') ? refuse() : busy());
    await mail.turn(0);
    const listed = await mail.admin.listOutbox();
    expect(listed).toEqual([
      {
        ...{ id: 1, kind: 'reset password', recipient: 'alice@example.net', state: 'waiting' },
        ...{ attempts: 1, createdAt: START, nextAttemptAt: START + MINUTE, failedAt: null },
        lastError: '451 busy',
      },
      {
        ...{ id: 2, kind: 'test', recipient: 'alice@example.net', state: 'failed' },
        ...{ attempts: 1, createdAt: START, nextAttemptAt: null, failedAt: START },
        lastError: '550 nobody here',
      },
    ]);
    expect(JSON.stringify(listed)).not.toContain(TOKEN);
  });

  test('keeps failures for a week', async () => {
    await using mail = openTestModule();
    mail.answer = refuse;
    await mail.email.mailer.send(sampleEmail('test'));
    await mail.turn(0);
    await mail.turn(7 * 24 * HOUR);
    await mail.email.sweep();
    expect(await mail.outbox.listOutbox()).toHaveLength(1);
    await mail.turn(1);
    await mail.email.sweep();
    expect(await mail.outbox.listOutbox()).toEqual([]);
  });

  test('sends a test at once, and repeats the server’s answer', async () => {
    await using mail = openTestModule();
    expect(await mail.admin.sendTest('bob@example.net')).toBe('250 OK');
    expect(mail.offered[0]).toMatchObject({ to: 'bob@example.net' });
    mail.answer = refuse;
    await expect(mail.admin.sendTest('bob@example.net')).rejects.toThrow(
      'The email was not sent: 550 nobody here',
    );
    await expect(mail.admin.sendTest('nobody')).rejects.toThrow('The email address is not valid');
    expect(await mail.outbox.listOutbox()).toEqual([]);
  });

  test('names the missing setting where there is no mail server', async () => {
    await using mail = openTestModule({ isOn: false });
    await expect(mail.admin.sendTest('bob@example.net')).rejects.toThrow('MUSTER_SMTP_URL');
  });
});

test('a mail server that falls silent during a delivery is left, long before the end of the delivery', async () => {
  await using peer = await openSmtpPeer();
  peer.mood = 'hang';
  await using transport = await openSmtpTransport({
    url: peer.url,
    from: { name: 'Muster', address: 'muster@example.net' },
    baseUrl: 'https://play.example.net',
    mostAtOnce: 1,
    timers: systemTimers,
    timeouts: { silenceMs: 200, deliveryMs: 3_000 },
  });
  const mail = toMail(
    emailKinds,
    { id: 1, email: sampleEmail('test'), createdAt: START },
    describeSender('https://play.example.net'),
  );
  expect(await transport.deliver(mail, 'test')).toEqual({
    outcome: 'postponed',
    answer: 'Timeout',
  });
});
