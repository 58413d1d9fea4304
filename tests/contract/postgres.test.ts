// Runs the contract suites on PostgreSQL.

import { afterAll, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { eq, sql } from 'drizzle-orm';
import {
  openMovedFolder,
  openMovedPostgres,
  openPostgresStore,
  openStore,
} from '../../src/app/open-stores.ts';
import { moveData } from '../../src/platform/store/move-data.ts';
import { readRevisions } from '../../src/platform/store/postgres/engine.ts';
import { createLeadership } from '../../src/platform/store/postgres/leadership.ts';
import { openMigratedPool } from '../../src/platform/store/postgres/open-store.ts';
import { openPool } from '../../src/platform/store/postgres/pool.ts';
import { leaderLease, sharedStates } from '../../src/platform/store/postgres/replica-tables.ts';
import { openSharedStates } from '../../src/platform/store/postgres/shared-states.ts';
import { sampleEmail } from '../modules/email/samples.ts';
import { makeFolder } from '../platform/store/folders.ts';
import { createPostgresStores } from '../platform/store/postgres-stores.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { startPostgres } from '../support/postgres.ts';
import { accountNamed } from './fresh-stores.ts';
import { describeEveryStore } from './suites.ts';

await using resources = new AsyncDisposableStack();
const server = resources.use(await startPostgres());
const stores = resources.use(createPostgresStores(server));
const lifetimes = resources.move();
afterAll(() => lifetimes.disposeAsync(), 60_000);

describeEveryStore('PostgreSQL', stores.openFresh);

test('of two replicas one takes a code of an app, however close they are', async () => {
  const url = await server.makeDatabase();
  await using one = await openPostgresStore(url);
  await using other = await openPostgresStore(url);
  const { id } = await one.accounts.insertAccount(accountNamed('Alice'));
  const at = 1;
  const started = { secret: 'AAAA', at, sessionHash: 'ab' };
  expect(await one.security.startTotp(id, started)).toBe(true);
  const confirmed = { secret: 'AAAA', step: 1, at, recoveryHashes: ['h1'] };
  expect(await one.security.confirmTotp(id, confirmed)).not.toBe('refused');
  for (let step = 2; step < 30; step += 1) {
    const taken = await Promise.all(
      [one, other, one, other].map(({ security }) => security.spendTotpStep(id, step)),
    );
    expect([step, taken.filter(Boolean).length]).toEqual([step, 1]);
  }
});

test('what time it is at the database lies between two readings of the clock that never steps', async () => {
  const url = await server.makeDatabase();
  await using _store = await openPostgresStore(url);
  await using pool = openPool(url);
  const before = performance.now();
  const observed: number[][] = [];
  await readRevisions(pool.orm, { observe: (...times) => observed.push(times) });
  const after = performance.now();
  const [[shown = 0, sentAt = 0, receivedAt = 0] = []] = observed;
  const order = [before, sentAt, receivedAt, after];
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(receivedAt).toBeGreaterThan(sentAt);
  expect(Math.abs(shown - Date.now())).toBeLessThan(60_000);
});

test('a leader that hangs in the middle of a change holds it for less than a takeover may last', async () => {
  const url = await server.makeDatabase();
  await using _store = await openPostgresStore(url);
  await using pool = openPool(url);
  const leadership = createLeadership(pool.orm, 'one');
  await leadership.renew();
  const ms = sql<string>`current_setting('idle_in_transaction_session_timeout')`;
  const [shown] = await pool.orm.transaction((tx) =>
    leadership.fence(tx, 1, () => tx.select({ ms }).from(leaderLease)),
  );
  expect(shown).toEqual({ ms: '2500ms' });
});

test('what was spent is removed a minute after the mark, since a change under way may not see the mark', async () => {
  await using pool = await openMigratedPool(await server.makeDatabase(), {});
  const clock = createFakeClock(Date.UTC(2026, 0, 1));
  const states = await openSharedStates(pool.orm, clock);
  const spent = states.openSpent('tokens', { most: 1 });
  for (const key of ['a', 'b', 'c']) await spent.spend(key, clock.now() + 86_400_000);
  const counts: number[] = [];
  for (const ms of [0, 59_000, 2_000]) {
    clock.advance(ms);
    await states.sweep();
    counts.push(await pool.orm.$count(sharedStates, eq(sharedStates.kind, 'tokens')));
  }
  // The mark is a row too.
  expect(counts).toEqual([4, 4, 1]);
});

test('the numbers of a database that moves here go on, also in tables in which nothing is left', async () => {
  using folder = makeFolder();
  {
    using source = openStore({ folder: folder.path });
    for (const name of ['Alice', 'Gone']) await source.accounts.insertAccount(accountNamed(name));
    await source.accounts.deleteAccount(2);
    await source.outbox.addToOutbox(
      { email: sampleEmail('test'), createdAt: 1, expiresAt: null },
      9,
    );
    await source.outbox.removeFromOutbox(1);
  }
  const url = await server.makeDatabase();
  {
    await using from = openMovedFolder(folder.path, { isTarget: false });
    await using to = await openMovedPostgres(url);
    await moveData(from, to);
  }
  await using store = await openPostgresStore(url);
  expect((await store.accounts.insertAccount(accountNamed('Next'))).id).toBe(3);
  await store.outbox.addToOutbox({ email: sampleEmail('test'), createdAt: 1, expiresAt: null }, 9);
  expect((await store.outbox.listOutbox()).map(({ id }) => id)).toEqual([2]);
});

test('changes that wait for the lock of another process keep no read waiting, and are all made', async () => {
  const url = await server.makeDatabase();
  await using store = await openPostgresStore(url);
  const { id } = await store.accounts.insertAccount(accountNamed('Alice'));
  await using other = new SQL(url, { max: 1 });
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = other.begin(async (tx) => {
    await tx`SELECT 1 FROM write_lock FOR UPDATE`;
    held.resolve();
    await released.promise;
  });
  await held.promise;
  // More than there are connections.
  const changes = Array.from({ length: 20 }, (_, number) =>
    store.accounts.insertAccount(accountNamed(`Waiting_${number}`)),
  );
  expect(await store.accounts.findAccountById(id)).toMatchObject({ name: 'Alice' });
  released.resolve();
  await holding;
  const added = await Promise.all(changes);
  expect(added.map((account) => account.id)).toEqual(changes.map((_, index) => id + 1 + index));
});
