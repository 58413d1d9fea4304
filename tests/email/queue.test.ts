// The queue: nothing is lost, nothing is tried for ever, nobody is flooded.

import { describe, expect, test } from 'bun:test';
import type { EmailMessage } from '../../src/accounts/email-messages.ts';
import type { Delivery } from '../../src/email/ports.ts';
import { COMMAND } from '../support/moderation-samples.ts';
import { openMailRoom, START } from './room.ts';
import { CODE, EVERY_LETTER, sampleLetter, TOKEN } from './samples.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const busy = (): Delivery => ({ outcome: 'postponed', answer: '451 busy' });
const refuse = (): Delivery => ({ outcome: 'refused', answer: '550 nobody here' });

/** The letter with another end of what it holds. */
function until(letter: EmailMessage, validUntil: number): EmailMessage {
  return 'validUntil' in letter ? { ...letter, validUntil } : letter;
}

/** Lets everything run that waits for nothing. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('a letter', () => {
  test('waits in the queue until somebody sends it, and is gone then', async () => {
    await using mail = openMailRoom();
    await mail.room.mailer.send(sampleLetter('test'));
    expect(mail.offered).toEqual([]);
    expect(await mail.letters.listOutbox()).toHaveLength(1);
    await mail.turn(0);
    expect(mail.offered).toEqual([
      expect.objectContaining({ to: 'alice@example.net', date: START }),
    ]);
    expect(mail.offered[0]?.messageId).toMatch(/^letter\.1\.[0-9a-z]+@play\.example\.net$/);
    expect(await mail.letters.listOutbox()).toEqual([]);
    expect(mail.heard).toEqual(['queued test', 'sent 1 test']);
  });

  test('of every kind survives the queue', async () => {
    await using mail = openMailRoom();
    const later = START + 365 * 24 * HOUR;
    for (const [number, letter] of EVERY_LETTER.entries()) {
      await mail.room.mailer.send({ ...until(letter, later), to: `n${number}@example.net` });
    }
    for (let turn = 0; turn < EVERY_LETTER.length / 4; turn += 1) await mail.turn(0);
    expect(mail.offered).toHaveLength(EVERY_LETTER.length);
  });

  test('is tried again at longer and longer waits, and given up after two days', async () => {
    await using mail = openMailRoom();
    mail.answer = busy;
    await mail.room.mailer.send(sampleLetter('test'));
    const attemptedAt: number[] = [];
    for (let minute = 0; minute <= 72 * 60; minute += 1) {
      const before = mail.offered.length;
      await mail.turn(minute === 0 ? 0 : MINUTE);
      if (mail.offered.length > before) attemptedAt.push(minute);
    }
    expect(attemptedAt).toEqual([0, 1, 6, 21, 81, 321, 1041, 1761, 2841]);
    expect(mail.heard.at(-1)).toBe('failed 1: Given up after the last attempt: 451 busy');
    expect(mail.heard.filter((line) => line.startsWith('postponed'))).toHaveLength(8);
    expect((await mail.office.listOutbox())[0]).toMatchObject({ state: 'failed', attempts: 9 });
  });

  test('arrives when the server is back', async () => {
    await using mail = openMailRoom();
    mail.answer = busy;
    await mail.room.mailer.send(sampleLetter('test'));
    await mail.turn(0);
    mail.answer = () => ({ outcome: 'sent', answer: '250' });
    await mail.turn(MINUTE - 1);
    expect(mail.offered).toHaveLength(1);
    await mail.turn(1);
    expect(mail.heard.at(-1)).toBe('sent 1 test');
    expect(mail.offered[1]?.messageId).toBe(mail.offered[0]?.messageId ?? '');
  });

  test('that is refused for good is not tried again', async () => {
    await using mail = openMailRoom();
    mail.answer = refuse;
    await mail.room.mailer.send(sampleLetter('test'));
    await mail.turn(0);
    await mail.turn(48 * HOUR);
    expect(mail.offered).toHaveLength(1);
    expect(mail.heard.at(-1)).toBe('failed 1: 550 nobody here');
  });

  test('is not sent once its code has expired', async () => {
    await using mail = openMailRoom();
    await mail.room.mailer.send(until(sampleLetter('login code'), START + 10 * MINUTE));
    await mail.turn(10 * MINUTE);
    expect(mail.offered).toEqual([]);
    expect(mail.heard.at(-1)).toBe('failed 1: Given up: what it holds is no longer valid.');
  });

  test('is given up at once when the next attempt would come too late', async () => {
    await using mail = openMailRoom();
    mail.answer = busy;
    await mail.room.mailer.send(until(sampleLetter('login code'), START + 90_000));
    await mail.turn(0);
    await mail.turn(MINUTE);
    expect(mail.offered).toHaveLength(2);
    expect(mail.heard.at(-1)).toStartWith('failed 1: Given up');
  });

  test('leaves no address, code or link in what is told about its failure', async () => {
    await using mail = openMailRoom();
    const link = `https://play.example.net/acc/verify/${TOKEN}/`;
    mail.answer = ({ to }) => ({
      outcome: 'refused',
      answer: `550 <${to}> ${to.toUpperCase()} said ${CODE}\r\n ${TOKEN} ${link} ${'x'.repeat(999)}`,
    });
    await mail.room.mailer.send(until(sampleLetter('verify address'), START + HOUR));
    await mail.turn(0);
    const [letter] = await mail.office.listOutbox();
    for (const described of [mail.heard.join('\n'), letter?.lastError ?? '']) {
      expect(described).toContain('550 <[…]> […] said […] […] […]');
      expect(described).not.toMatch(/alice|123456|t0k/i);
    }
    expect(letter?.lastError.length).toBeLessThanOrEqual(300);
    expect(letter?.lastError).not.toMatch(/[\r\n]/);
  });
});

describe('bounds', () => {
  test('one address gets ten letters an hour, however it is spelled', async () => {
    await using mail = openMailRoom();
    for (let number = 0; number < 12; number += 1) {
      const to = number % 2 === 0 ? 'alice@example.net' : 'Alice@Example.Net';
      await mail.room.mailer.send({ ...sampleLetter('test'), to });
    }
    expect(await mail.letters.listOutbox()).toHaveLength(10);
    expect(mail.heard.at(-1)).toBe('dropped test: too many letters to one address within an hour');
    await mail.room.mailer.send({ ...sampleLetter('test'), to: 'bob@example.net' });
    expect(mail.heard.at(-1)).toBe('queued test');
    await mail.turn(HOUR);
    await mail.room.mailer.send(sampleLetter('test'));
    expect(mail.heard.at(-1)).toBe('queued test');
  });

  test('one mailbox gets ten letters an hour, in whichever script its domain is written', async () => {
    await using mail = openMailRoom();
    const spellings = ['joe@bücher.example', 'joe@xn--bcher-kva.example', 'Joe@ＢÜCHER.example'];
    for (let number = 0; number < 12; number += 1) {
      await mail.room.mailer.send({ ...sampleLetter('test'), to: spellings[number % 3] ?? '' });
    }
    expect(await mail.letters.listOutbox()).toHaveLength(10);
  });

  test('letters that strangers cause do not use up those of the owner', async () => {
    await using mail = openMailRoom();
    for (let number = 0; number < 11; number += 1) {
      await mail.room.mailer.send(sampleLetter('address in use'));
    }
    expect(mail.heard.at(-1)).toStartWith('dropped address in use');
    await mail.room.mailer.send(until(sampleLetter('verify address'), START + HOUR));
    expect(mail.heard.at(-1)).toStartWith('dropped verify address');
    await mail.room.mailer.send(until(sampleLetter('reset password'), START + HOUR));
    expect(mail.heard.at(-1)).toBe('queued reset password');
    await mail.room.mailer.send(until(sampleLetter('login code'), START + HOUR));
    expect(mail.heard.at(-1)).toBe('queued login code');
  });

  test('letters of one kind do not use up those of another', async () => {
    await using mail = openMailRoom();
    for (let number = 0; number < 11; number += 1) {
      await mail.room.mailer.send(sampleLetter('new device'));
    }
    expect(mail.heard.at(-1)).toStartWith('dropped new device');
    for (const kind of ['address changed', 'login code', 'password changed'] as const) {
      await mail.room.mailer.send(until(sampleLetter(kind), START + HOUR));
      expect(mail.heard.at(-1)).toBe(`queued ${kind}`);
    }
  });

  test('a full queue takes nothing more, and nobody is told by an error', async () => {
    const mosts: number[] = [];
    await using mail = openMailRoom({
      alter: (letters) => ({
        ...letters,
        async addToOutbox(_, most) {
          mosts.push(most);
          return false;
        },
      }),
    });
    await mail.room.mailer.send(sampleLetter('test'));
    await mail.room.mailer.send(sampleLetter('address in use'));
    expect(mail.heard).toEqual([
      'dropped test: too many letters wait',
      'dropped address in use: too many letters wait',
    ]);
    expect(mosts).toEqual([10_000, 8_000]);
  });

  test('at most four letters are under way at once', async () => {
    await using mail = openMailRoom();
    const { promise, resolve } = Promise.withResolvers<Delivery>();
    mail.answer = () => promise;
    for (let number = 0; number < 9; number += 1) {
      await mail.room.mailer.send({ ...sampleLetter('test'), to: `n${number}@example.net` });
    }
    await mail.room.sendDue();
    await mail.room.sendDue();
    expect(mail.offered).toHaveLength(4);
    resolve({ outcome: 'sent', answer: '250' });
    await mail.room.settled();
    await mail.turn(0);
    await mail.turn(0);
    expect(new Set(mail.offered.map(({ to }) => to)).size).toBe(9);
    expect(mail.offered).toHaveLength(9);
  });

  test('one that is under way is not begun again, and does not hold up the next', async () => {
    await using mail = openMailRoom();
    const { promise, resolve } = Promise.withResolvers<Delivery>();
    mail.answer = () => promise;
    await mail.room.mailer.send(sampleLetter('test'));
    await mail.room.sendDue();
    await mail.room.mailer.send({ ...sampleLetter('test'), to: 'bob@example.net' });
    await mail.room.sendDue();
    await mail.room.sendDue();
    expect(mail.offered.map(({ to }) => to)).toEqual(['alice@example.net', 'bob@example.net']);
    resolve({ outcome: 'sent', answer: '250' });
    await mail.room.settled();
    expect(mail.heard.filter((line) => line.startsWith('sent'))).toHaveLength(2);
  });

  test.each([
    'alice@example.net\r\nBcc: bob@example.net',
    'alice@example.net, bob@example.net',
    'Alice <alice@example.net>',
    'alice@example.net>',
    'alice',
    'a"b@example.net',
    `${'a'.repeat(65)}@example.net`,
    '',
  ])('no letter goes to %j', async (to) => {
    await using mail = openMailRoom();
    const sending = mail.room.mailer.send({ ...sampleLetter('test'), to });
    await expect(sending).rejects.toThrow('not an address that mail can be sent to');
    expect(await mail.letters.listOutbox()).toEqual([]);
  });
});

describe('a queue that cannot be written', () => {
  test('does not make the same mail leave again and again', async () => {
    let isFull = true;
    await using mail = openMailRoom({
      alter: (letters) => ({
        ...letters,
        async removeFromOutbox(id) {
          if (isFull) throw new Error('disk full');
          return letters.removeFromOutbox(id);
        },
      }),
    });
    await mail.room.mailer.send(sampleLetter('test'));
    for (let turn = 0; turn < 5; turn += 1) await mail.turn(30_000);
    expect(mail.offered).toHaveLength(1);
    expect(mail.heard).toContain('queue failed: Error: disk full');
    isFull = false;
    await mail.turn(MINUTE);
    expect(await mail.letters.listOutbox()).toEqual([]);
    expect(mail.offered).toHaveLength(1);
  });

  test('holds up all sending for a minute where an attempt could not be noted', async () => {
    await using mail = openMailRoom({
      alter: (letters) => ({
        ...letters,
        postponeEmail: () => Promise.reject(new Error('disk full')),
      }),
    });
    mail.answer = busy;
    await mail.room.mailer.send(sampleLetter('test'));
    for (let turn = 0; turn < 6; turn += 1) await mail.turn(10_000);
    expect(mail.offered).toHaveLength(1);
    await mail.turn(10_000);
    expect(mail.offered).toHaveLength(2);
  });
});

describe('a queue that cannot be read', () => {
  test('is told once a minute, and read again then', async () => {
    let isBroken = true;
    await using mail = openMailRoom({
      alter: (letters) => ({
        ...letters,
        async listDue(now, most) {
          if (isBroken) throw new Error('disk gone');
          return letters.listDue(now, most);
        },
      }),
    });
    await mail.room.mailer.send(sampleLetter('test'));
    for (let turn = 0; turn < 12; turn += 1) await mail.turn(10_000);
    expect(mail.heard.filter((line) => line === 'queue failed: Error: disk gone')).toHaveLength(2);
    isBroken = false;
    await mail.turn(MINUTE);
    expect(mail.heard.at(-1)).toBe('sent 1 test');
  });

  test('does not stop at a letter of another version', async () => {
    await using mail = openMailRoom();
    const letter = { kind: 'of tomorrow', to: 'a@b.example', accountName: 'A' };
    const foreign = { email: letter as unknown as EmailMessage, createdAt: START, expiresAt: null };
    await mail.letters.addToOutbox(foreign, 9);
    await mail.room.mailer.send(sampleLetter('test'));
    await mail.turn(0);
    expect(mail.heard.toSorted()).toEqual([
      'failed 1: Given up: another version of Muster put it into the queue.',
      'queued test',
      'sent 2 test',
    ]);
  });
});

describe('a service that stops', () => {
  test('waits for what is under way, then closes the transport', async () => {
    const mail = openMailRoom();
    const { promise, resolve } = Promise.withResolvers<Delivery>();
    mail.answer = () => promise;
    await mail.room.mailer.send(sampleLetter('test'));
    await mail.room.sendDue();
    const stopped = mail[Symbol.asyncDispose]();
    await mail.timers.turn(2_999);
    expect(mail.isClosed()).toBe(false);
    resolve({ outcome: 'sent', answer: '250' });
    await stopped;
    expect(mail.isClosed()).toBe(true);
    expect(mail.heard).toContain('sent 1 test');
  });

  test('notes what became of a letter that ended after its patience, however slow that is', async () => {
    const removal = Promise.withResolvers<void>();
    let isRemoving = false;
    const mail = openMailRoom({
      alter: (letters) => ({
        ...letters,
        async removeFromOutbox(id) {
          isRemoving = true;
          await removal.promise;
          return letters.removeFromOutbox(id);
        },
      }),
    });
    const delivery = Promise.withResolvers<Delivery>();
    mail.answer = () => delivery.promise;
    await mail.room.mailer.send(sampleLetter('test'));
    await mail.room.sendDue();
    let isOver = false;
    const stopped = mail.room[Symbol.asyncDispose]().then(() => {
      isOver = true;
    });
    await mail.timers.turn(3_000);
    expect(mail.isClosed()).toBe(true);
    expect(isOver).toBe(false);
    delivery.resolve({ outcome: 'sent', answer: '250' });
    while (!isRemoving) await nextTurn();
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(isOver).toBe(false);
    expect(await mail.letters.listOutbox()).toHaveLength(1);
    removal.resolve();
    await stopped;
    expect(await mail.letters.listOutbox()).toEqual([]);
    await mail[Symbol.asyncDispose]();
  });

  test('may be told twice, and waits once', async () => {
    await using mail = openMailRoom();
    const { promise, resolve } = Promise.withResolvers<Delivery>();
    mail.answer = () => promise;
    await mail.room.mailer.send(sampleLetter('test'));
    await mail.room.sendDue();
    const both = [mail.room[Symbol.asyncDispose](), mail.room[Symbol.asyncDispose]()];
    expect(mail.timers.waiting).toBe(1);
    resolve({ outcome: 'sent', answer: '250' });
    await Promise.all(both);
    expect(mail.isClosed()).toBe(true);
  });

  test('leaves a letter as it was when it was interrupted', async () => {
    await using mail = openMailRoom();
    mail.answer = () => ({ outcome: 'interrupted', answer: '' });
    await mail.room.mailer.send(sampleLetter('test'));
    await mail.turn(0);
    expect(await mail.letters.listDue(START, 9)).toEqual([
      expect.objectContaining({ attempts: 0, lastError: '' }),
    ]);
    expect(mail.heard).toEqual(['queued test']);
  });

  test('sends nothing more', async () => {
    await using mail = openMailRoom();
    await mail.room.mailer.send(sampleLetter('test'));
    await mail.room[Symbol.asyncDispose]();
    await mail.turn(0);
    expect(mail.offered).toEqual([]);
    expect(await mail.letters.listOutbox()).toHaveLength(1);
  });
});

describe('without a mail server', () => {
  test('the post is closed and drops what it is given', async () => {
    await using mail = openMailRoom({ isOn: false });
    expect(mail.room.mailer.isOpen).toBe(false);
    await mail.room.mailer.send(sampleLetter('test'));
    await mail.turn(0);
    expect(await mail.letters.listOutbox()).toEqual([]);
  });
});

describe('the office', () => {
  test('shows what waits and what failed, and nothing of what letters say', async () => {
    await using mail = openMailRoom();
    await mail.room.mailer.send(until(sampleLetter('reset password'), START + HOUR));
    await mail.room.mailer.send(sampleLetter('test'));
    mail.answer = ({ subject }) => (subject.startsWith('Test') ? refuse() : busy());
    await mail.turn(0);
    const listed = await mail.office.listOutbox();
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

  test('has letters tried again, and drops them', async () => {
    await using mail = openMailRoom();
    mail.answer = refuse;
    await mail.room.mailer.send(sampleLetter('test'));
    await mail.turn(0);
    await mail.office.retryEmail(COMMAND, 1);
    await mail.turn(0);
    expect(mail.offered).toHaveLength(2);
    expect(await mail.office.retryFailedEmails(COMMAND)).toBe(1);
    await mail.office.dropFromOutbox(COMMAND, 1);
    await mail.turn(0);
    expect(mail.offered).toHaveLength(2);
    await expect(mail.office.dropFromOutbox(COMMAND, 1)).rejects.toThrow('There is no letter 1');
    await expect(mail.office.retryEmail(COMMAND, 1)).rejects.toThrow('There is no letter 1');
    const long = 'x'.repeat(501);
    await expect(mail.office.retryFailedEmails(COMMAND, long)).rejects.toThrow('501 characters');
    for (const reason of ['two\nlines', 'turned \u202e round']) {
      await expect(mail.office.dropFromOutbox(COMMAND, 1, reason)).rejects.toThrow('one line');
    }
  });

  test('keeps failures for a week', async () => {
    await using mail = openMailRoom();
    mail.answer = refuse;
    await mail.room.mailer.send(sampleLetter('test'));
    await mail.turn(0);
    await mail.turn(7 * 24 * HOUR);
    await mail.room.sweep();
    expect(await mail.letters.listOutbox()).toHaveLength(1);
    await mail.turn(1);
    await mail.room.sweep();
    expect(await mail.letters.listOutbox()).toEqual([]);
  });

  test('sends a test at once, and repeats what the server said', async () => {
    await using mail = openMailRoom();
    expect(await mail.office.sendTest('bob@example.net')).toBe('250 OK');
    expect(mail.offered[0]).toMatchObject({ to: 'bob@example.net' });
    mail.answer = refuse;
    await expect(mail.office.sendTest('bob@example.net')).rejects.toThrow(
      'The letter was not sent: 550 nobody here',
    );
    await expect(mail.office.sendTest('nobody')).rejects.toThrow('not an address');
    expect(await mail.letters.listOutbox()).toEqual([]);
  });

  test('says what is missing where no mail server is named', async () => {
    await using mail = openMailRoom({ isOn: false });
    await expect(mail.office.sendTest('bob@example.net')).rejects.toThrow('MUSTER_SMTP_URL');
  });
});
