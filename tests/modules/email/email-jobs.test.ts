// Jobs of the outbox: each is composed into its emails, once, and none is lost.

import { describe, expect, test } from 'bun:test';
import type { EmailMessage } from '../../../src/modules/email/email-ports.ts';
import { failureMessages } from '../../../src/modules/email/retries.ts';
import type { EmailJob } from '../../../src/platform/messages/email-kind.ts';
import { sampleEmailJob } from '../../contract/fresh-stores.ts';
import { sampleEmail } from './samples.ts';
import { openTestModule, START } from './test-module.ts';

const MINUTE = 60_000;

function jobFor(recipient: string, changes: Partial<EmailJob> = {}) {
  const times = { createdAt: START, validUntil: START + 60 * MINUTE };
  return sampleEmailJob({ accountId: null, recipient, ...times, ...changes });
}

/** Composes each job into one email to its recipient. */
const toRecipient = async ({ recipient: to }: EmailJob): Promise<EmailMessage[]> => [
  { ...sampleEmail('password changed'), to },
];

describe('a job', () => {
  test('is composed and sent at the next look, under its number', async () => {
    await using mail = openTestModule({ composeEmails: toRecipient });
    await mail.outbox.addEmailJob(jobFor('alice@example.net'));
    expect(await mail.admin.listOutbox()).toEqual([]);
    await mail.turn(250);
    expect(mail.events).toEqual(['queued password changed', 'sent 1 password changed']);
    expect(mail.offered).toEqual([
      expect.objectContaining({ to: 'alice@example.net', date: START + 250 }),
    ]);
    expect(await mail.outbox.listEmailJobs(9)).toEqual([]);
  });

  test('may become several emails, or none', async () => {
    await using mail = openTestModule({
      composeEmails: async (job) =>
        job.recipient === 'nobody'
          ? []
          : [...(await toRecipient(job)), { ...sampleEmail('test'), to: 'bob@example.net' }],
    });
    await mail.outbox.addEmailJob(jobFor('nobody'));
    await mail.outbox.addEmailJob(jobFor('alice@example.net'));
    await mail.turn(0);
    expect(mail.offered.map(({ to }) => to)).toEqual(['alice@example.net', 'bob@example.net']);
    expect(await mail.outbox.listEmailJobs(9)).toEqual([]);
  });

  test('is removed once its links are no longer valid', async () => {
    await using mail = openTestModule({ composeEmails: toRecipient });
    await mail.outbox.addEmailJob(jobFor('alice@example.net', { validUntil: START + MINUTE }));
    await mail.turn(MINUTE);
    expect([mail.events, await mail.outbox.listEmailJobs(9)]).toEqual([[], []]);
  });

  test('is removed where no mail server is named', async () => {
    await using mail = openTestModule({ isOn: false, composeEmails: toRecipient });
    await mail.outbox.addEmailJob(jobFor('alice@example.net'));
    await mail.turn(0);
    expect([mail.events, await mail.outbox.listEmailJobs(9)]).toEqual([[], []]);
  });

  test('that fails holds up neither others nor what is due, and is tried again', async () => {
    let isBroken = true;
    await using mail = openTestModule({
      async composeEmails(job) {
        if (isBroken && job.recipient.startsWith('alice')) throw new Error('disk gone');
        return toRecipient(job);
      },
    });
    await mail.outbox.addEmailJob(jobFor('alice@example.net'));
    await mail.outbox.addEmailJob(jobFor('bob@example.net'));
    await expect(mail.turn(0)).rejects.toThrow('disk gone');
    await mail.email.settled();
    expect(mail.offered.map(({ to }) => to)).toEqual(['bob@example.net']);
    isBroken = false;
    await mail.turn(0);
    expect(mail.events.at(-1)).toBe('sent 1 password changed');
  });

  test('stays whole where its emails could not be written', async () => {
    let isFull = true;
    await using mail = openTestModule({
      composeEmails: toRecipient,
      alter: (outbox) => ({
        ...outbox,
        async replaceEmailJob(id, emails) {
          if (isFull) throw new Error('disk full');
          return outbox.replaceEmailJob(id, emails);
        },
      }),
    });
    await mail.outbox.addEmailJob(jobFor('alice@example.net'));
    await expect(mail.turn(0)).rejects.toThrow('disk full');
    expect([mail.events, mail.offered]).toEqual([[], []]);
    isFull = false;
    await mail.turn(0);
    expect(mail.events).toEqual(['queued password changed', 'sent 1 password changed']);
  });

  test('that was removed while it was composed brings no email', async () => {
    await using mail = openTestModule({
      async composeEmails(job) {
        await mail.outbox.replaceEmailJob(job.id, []);
        return toRecipient(job);
      },
    });
    await mail.outbox.addEmailJob(jobFor('alice@example.net'));
    await mail.turn(0);
    expect([mail.events, mail.offered]).toEqual([[], []]);
  });
});

test('emails of jobs are bounded like all others', async () => {
  await using mail = openTestModule({ composeEmails: toRecipient });
  for (let number = 0; number < 11; number += 1) {
    await mail.outbox.addEmailJob(jobFor('alice@example.net'));
  }
  await mail.turn(0);
  expect(mail.events.filter((line) => line.startsWith('queued'))).toHaveLength(10);
  expect(mail.events).toContain(`dropped password changed: ${failureMessages.recipientBudget}`);
  expect(await mail.outbox.listEmailJobs(9)).toEqual([]);
});

test('a module that stops waits for the job that is composed, and sends nothing more', async () => {
  const composed = Promise.withResolvers<void>();
  const mail = openTestModule({
    async composeEmails(job) {
      await composed.promise;
      return toRecipient(job);
    },
  });
  await mail.outbox.addEmailJob(jobFor('alice@example.net'));
  const looked = mail.email.sendDue();
  let isOver = false;
  const stopped = mail.email[Symbol.asyncDispose]().then(() => {
    isOver = true;
  });
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  composed.resolve();
  await Promise.all([looked, stopped]);
  expect(mail.offered).toEqual([]);
  expect(await mail.outbox.listOutbox()).toHaveLength(1);
  await mail[Symbol.asyncDispose]();
});
