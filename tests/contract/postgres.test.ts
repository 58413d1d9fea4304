// Runs the contract suites on PostgreSQL.

import { afterAll, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { openPostgresStore } from '../../src/store/postgres/open-store.ts';
import { createPostgresStores } from '../store/postgres-stores.ts';
import { startPostgres } from '../support/postgres.ts';
import { describeEveryStore } from './every-store.ts';
import { accountNamed } from './fresh-stores.ts';

await using resources = new AsyncDisposableStack();
const server = resources.use(await startPostgres());
const stores = resources.use(createPostgresStores(server));
const lifetimes = resources.move();
afterAll(() => lifetimes.disposeAsync(), 60_000);

describeEveryStore('PostgreSQL', stores.openFresh);

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
