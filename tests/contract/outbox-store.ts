// What every store of the outbox must do.

import { describe, expect, test } from 'bun:test';
import type { NewOutboxEntry } from '../../src/modules/email/outbox.ts';
import type { AnyEmail } from '../support/fake-mailer.ts';
import { entryOf } from '../support/moderation-samples.ts';
import {
  accountNamed,
  type FreshStores,
  type OpenFresh,
  sampleEmailJob,
  sampleTime,
} from './fresh-stores.ts';

const ALICE: AnyEmail = {
  kind: 'verify address',
  to: 'alice@example.net',
  accountName: 'Alice',
  language: 'en',
  code: '123456',
  token: 'tok"en\'ü',
  validUntil: sampleTime + 60_000,
};

function sampleEmail(changes: Partial<NewOutboxEntry> = {}): NewOutboxEntry {
  return { email: ALICE, createdAt: sampleTime, expiresAt: sampleTime + 60_000, ...changes };
}

async function listIds({ outbox }: FreshStores): Promise<number[]> {
  return (await outbox.listOutbox()).map(({ id }) => id);
}

async function listDueIds({ outbox }: FreshStores, now: number, most = 100): Promise<number[]> {
  return (await outbox.listDue(now, most)).map(({ id }) => id);
}

async function openWith(openFresh: OpenFresh, count: number): Promise<FreshStores> {
  const stores = openFresh();
  for (let number = 0; number < count; number += 1) {
    expect(await stores.outbox.addToOutbox(sampleEmail(), 100)).toBe(true);
  }
  return stores;
}

const due = (ms: number) => entryOf({ at: sampleTime + ms, action: 'email retried' });

/** The sample as it waits. */
function composedSample() {
  const untried = { attempts: 0, nextAttemptAt: sampleTime, lastError: '', failedAt: null };
  return { ...sampleEmail(), ...untried };
}

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeOutboxStore(openFresh: OpenFresh): void {
  test('an email comes back exactly, due at once', async () => {
    using stores = await openWith(openFresh, 1);
    const email = { id: 1, ...composedSample() };
    expect(await stores.outbox.listOutbox()).toEqual([email]);
    expect(await stores.outbox.listDue(sampleTime, 1)).toEqual([email]);
    expect(await stores.outbox.listDue(sampleTime - 1, 1)).toEqual([]);
  });

  test('an email is found by its number alone, whether it waits or failed', async () => {
    using stores = await openWith(openFresh, 2);
    await stores.outbox.markFailed(1, { attempts: 2, failedAt: sampleTime, lastError: 'no' });
    const [failed, waiting] = await stores.outbox.listOutbox();
    expect(await stores.outbox.findOutboxEntry(1)).toEqual(failed);
    expect(await stores.outbox.findOutboxEntry(2)).toEqual(waiting);
    expect(await stores.outbox.findOutboxEntry(3)).toBeUndefined();
  });

  test('an email may be good for ever', async () => {
    using stores = openFresh();
    await stores.outbox.addToOutbox(sampleEmail({ expiresAt: null }), 1);
    expect((await stores.outbox.listOutbox())[0]?.expiresAt).toBeNull();
  });

  test('no more wait than are allowed; failed ones do not count', async () => {
    using stores = await openWith(openFresh, 2);
    expect(await stores.outbox.addToOutbox(sampleEmail(), 2)).toBe(false);
    expect(await listIds(stores)).toEqual([1, 2]);
    await stores.outbox.markFailed(1, { attempts: 1, failedAt: sampleTime, lastError: 'no' });
    expect(await stores.outbox.addToOutbox(sampleEmail(), 2)).toBe(true);
  });

  test('due emails come in the order in which they became due, and no more than requested', async () => {
    using stores = await openWith(openFresh, 3);
    const later = { attempts: 1, lastError: 'busy', nextAttemptAt: sampleTime + 10 };
    await stores.outbox.postponeEmail(1, later);
    expect(await listDueIds(stores, sampleTime + 9)).toEqual([2, 3]);
    expect(await listDueIds(stores, sampleTime + 10)).toEqual([2, 3, 1]);
    expect(await listDueIds(stores, sampleTime + 10, 2)).toEqual([2, 3]);
    expect((await stores.outbox.listOutbox())[0]).toMatchObject(later);
  });

  test('what waits is counted with its age, jobs and emails that are not due included', async () => {
    using empty = openFresh();
    expect(await empty.outbox.measureOutbox()).toEqual({
      ...{ waiting: 0, failed: 0, oldestAt: undefined },
    });
    using stores = await openWith(openFresh, 3);
    const later = { attempts: 1, lastError: 'busy', nextAttemptAt: sampleTime + 10 };
    await stores.outbox.postponeEmail(2, later);
    const failure = { attempts: 3, failedAt: sampleTime + 5, lastError: '550 no such user' };
    await stores.outbox.markFailed(1, failure);
    const measured = { waiting: 2, failed: 1, oldestAt: sampleTime };
    expect(await stores.outbox.measureOutbox()).toEqual(measured);
    // All of them wait for another attempt, and wait since they were made.
    await stores.outbox.postponeEmail(3, later);
    expect(await stores.outbox.measureOutbox()).toEqual(measured);
    await stores.outbox.addEmailJob(
      sampleEmailJob({ accountId: null, createdAt: sampleTime - 1_000 }),
    );
    expect(await stores.outbox.measureOutbox()).toEqual({
      ...{ waiting: 3, failed: 1, oldestAt: sampleTime - 1_000 },
    });
  });

  test('what failed is not due, and keeps why', async () => {
    using stores = await openWith(openFresh, 1);
    const failure = { attempts: 3, failedAt: sampleTime + 5, lastError: '550 no such user' };
    await stores.outbox.markFailed(1, failure);
    expect(await listDueIds(stores, sampleTime + 1e9)).toEqual([]);
    expect(await stores.outbox.listOutbox()).toEqual([expect.objectContaining(failure)]);
  });

  test('an email with a failed attempt is found by its address, kind and age', async () => {
    using stores = await openWith(openFresh, 2);
    const { outbox } = stores;
    const kinds = ['verify address', 'address in use'] as const;
    const request = (
      to = 'Alice@Example.net',
      since = sampleTime,
      of: readonly AnyEmail['kind'][] = kinds,
    ) => outbox.hasStuckEmail(to, of, since);
    expect(await request()).toBe(false);
    await outbox.postponeEmail(1, { attempts: 1, nextAttemptAt: 1e15, lastError: 'busy' });
    expect(await request()).toBe(true);
    expect(await request('bob@example.net')).toBe(false);
    expect(await request('alice@example.net', sampleTime + 1)).toBe(false);
    expect(await request('alice@example.net', sampleTime, ['address in use'])).toBe(false);
    await outbox.removeFromOutbox(1);
    expect(await request()).toBe(false);
    await outbox.markFailed(2, { attempts: 1, failedAt: sampleTime, lastError: 'no' });
    expect(await request()).toBe(true);
  });

  test('an email is tried again from its beginning, whether it waits or failed', async () => {
    using stores = await openWith(openFresh, 3);
    await stores.outbox.markFailed(1, { attempts: 9, failedAt: 1, lastError: 'no' });
    await stores.outbox.postponeEmail(2, { attempts: 4, nextAttemptAt: 1e15, lastError: 'x' });
    expect(await stores.outbox.retryEmail(1, due(7))).toBe(true);
    expect(await stores.outbox.retryEmail(2, due(8))).toBe(true);
    expect(await stores.outbox.retryEmail(4, due(0))).toBe(false);
    expect(await listDueIds(stores, sampleTime + 8)).toEqual([3, 1, 2]);
    expect(await stores.audit.listActions({ limit: 9 })).toMatchObject([due(8), due(7)]);
    const [first] = await stores.outbox.listOutbox();
    expect(first).toMatchObject({ attempts: 0, failedAt: null, nextAttemptAt: sampleTime + 7 });
  });

  test('all that failed, and nothing else, is tried again at once', async () => {
    using stores = await openWith(openFresh, 3);
    for (const id of [1, 3]) {
      await stores.outbox.markFailed(id, { attempts: 9, failedAt: 1, lastError: 'no' });
    }
    await stores.outbox.postponeEmail(2, { attempts: 4, nextAttemptAt: 1e15, lastError: 'x' });
    expect(await stores.outbox.retryFailedEmails(due(0))).toBe(2);
    expect(await listDueIds(stores, sampleTime)).toEqual([1, 3]);
    expect(await stores.outbox.retryFailedEmails(due(0))).toBe(0);
    expect(await stores.audit.listActions({ limit: 9 })).toHaveLength(1);
  });

  test('an email that is gone stays gone, and its number is given to no other', async () => {
    using stores = await openWith(openFresh, 2);
    expect(await stores.outbox.removeFromOutbox(2)).toBe(true);
    expect(await stores.outbox.removeFromOutbox(2)).toBe(false);
    await stores.outbox.postponeEmail(2, { attempts: 1, nextAttemptAt: 1, lastError: '' });
    await stores.outbox.markFailed(2, { attempts: 1, failedAt: 1, lastError: '' });
    await stores.outbox.addToOutbox(sampleEmail(), 100);
    expect(await listIds(stores)).toEqual([1, 3]);
  });

  test('dropping is logged with the email, and happens once', async () => {
    using stores = await openWith(openFresh, 2);
    const entry = entryOf({ action: 'email deleted', subject: 'email 1' });
    expect(await stores.outbox.dropFromOutbox(1, entry)).toBe(true);
    expect(await stores.outbox.dropFromOutbox(1, entry)).toBe(false);
    expect(await listIds(stores)).toEqual([2]);
    expect(await stores.audit.listActions({ limit: 9 })).toEqual([{ id: 1, ...entry }]);
  });

  test('old failures are cleared away, and what waits is not', async () => {
    using stores = await openWith(openFresh, 3);
    await stores.outbox.markFailed(1, { attempts: 1, failedAt: 99, lastError: '' });
    await stores.outbox.markFailed(2, { attempts: 1, failedAt: 100, lastError: '' });
    expect(await stores.outbox.removeFailedEmails(100)).toBe(1);
    expect(await listIds(stores)).toEqual([2, 3]);
  });

  describe('a job', () => {
    const bounded = (most = 100) => ({ entry: sampleEmail(), most });

    test('is replaced by its emails, the first of which keeps its number', async () => {
      using stores = openFresh();
      const { outbox } = stores;
      await stores.accounts.insertAccount(accountNamed('Alice'));
      await outbox.addEmailJob(sampleEmailJob());
      await outbox.addToOutbox(sampleEmail(), 100);
      expect(await outbox.listEmailJobs(9)).toEqual([{ id: 1, ...sampleEmailJob() }]);
      expect(await listIds(stores)).toEqual([2]);
      expect(await outbox.replaceEmailJob(1, [bounded(), bounded()])).toEqual([true, true]);
      expect(await outbox.listEmailJobs(9)).toEqual([]);
      expect(await listIds(stores)).toEqual([1, 2, 3]);
      expect(await outbox.findOutboxEntry(1)).toEqual({ id: 1, ...composedSample() });
      expect(await outbox.replaceEmailJob(1, [bounded()])).toBeUndefined();
      expect(await listIds(stores)).toEqual([1, 2, 3]);
      // The emails are no longer removed with the account.
      await stores.accounts.deleteAccount(1);
      expect(await listIds(stores)).toEqual([1, 2, 3]);
    });

    test('is gone when no email is due, and when no more may wait', async () => {
      using stores = openFresh();
      const { outbox } = stores;
      for (let number = 0; number < 2; number += 1) {
        await outbox.addEmailJob(sampleEmailJob({ accountId: null }));
      }
      expect(await outbox.replaceEmailJob(1, [])).toEqual([]);
      expect(await outbox.replaceEmailJob(2, [bounded(0), bounded(1), bounded(1)])).toEqual([
        ...[false, true, false],
      ]);
      expect(await outbox.listEmailJobs(9)).toEqual([]);
      expect(await listIds(stores)).toEqual([2]);
    });

    test('is not an email: not listed, tried, dropped, or counted among those that wait', async () => {
      using stores = openFresh();
      const { outbox } = stores;
      const job = sampleEmailJob({ accountId: null });
      await outbox.addEmailJob(job);
      await outbox.postponeEmail(1, { attempts: 1, nextAttemptAt: 1, lastError: 'busy' });
      await outbox.markFailed(1, { attempts: 1, failedAt: 1, lastError: 'no' });
      expect(await outbox.hasStuckEmail(job.recipient, ['verify address'], 0)).toBe(false);
      expect(await outbox.removeFailedEmails(1e15)).toBe(0);
      expect(await outbox.retryFailedEmails(due(0))).toBe(0);
      expect(await outbox.retryEmail(1, due(0))).toBe(false);
      expect(await outbox.dropFromOutbox(1, due(0))).toBe(false);
      expect(await outbox.removeFromOutbox(1)).toBe(false);
      expect(await outbox.findOutboxEntry(1)).toBeUndefined();
      expect(await listDueIds(stores, 1e15)).toEqual([]);
      expect(await listIds(stores)).toEqual([]);
      expect(await outbox.addToOutbox(sampleEmail(), 1)).toBe(true);
      expect(await outbox.listEmailJobs(9)).toEqual([{ id: 1, ...job }]);
      expect(await outbox.replaceEmailJob(2, [])).toBeUndefined();
      expect(await listIds(stores)).toEqual([2]);
      expect(await stores.audit.listActions({ limit: 9 })).toEqual([]);
    });

    test('ends with its account, unless it has none', async () => {
      using stores = openFresh();
      const alice = await stores.accounts.insertAccount(accountNamed('Alice'));
      const reset = sampleEmailJob({ kind: 'reset password', accountId: null, code: '' });
      await stores.outbox.addEmailJob(sampleEmailJob());
      await stores.outbox.addEmailJob(reset);
      await stores.registration.remove(alice, {
        ...{ skeletonHash: 's', reservedUntil: sampleTime, now: sampleTime, emailJob: undefined },
      });
      expect(await stores.outbox.listEmailJobs(9)).toEqual([{ id: 2, ...reset }]);
    });
  });
}
