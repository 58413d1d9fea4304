// Runs the contract suites on PostgreSQL.

import { afterAll, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { openPostgresStore, type PostgresStore } from '../../src/store/postgres/open-store.ts';
import { describeEveryStore } from '../contract/every-store.ts';
import { accountNamed, type FreshStores } from '../contract/fresh-stores.ts';
import { startPostgres } from '../support/postgres.ts';

/** An open store, and how to empty its database. */
interface Opened {
  store: PostgresStore;
  empty(): Promise<void>;
}

await using resources = new AsyncDisposableStack();
const lifetimes = resources.move();
const server = lifetimes.use(await startPostgres());
/** Databases that a test left empty: making one takes ten times as long as emptying it. */
const free: Opened[] = [];
const emptied: Promise<void>[] = [];

afterAll(async () => {
  await Promise.all(emptied);
  await lifetimes.disposeAsync();
}, 60_000);

async function open(): Promise<Opened> {
  const url = await server.makeDatabase();
  const store = lifetimes.use(await openPostgresStore(url));
  const client = new SQL(url, { max: 1 });
  lifetimes.defer(() => client.close());
  const tables: { name: string }[] = await client`
    SELECT format('%I', tablename) AS name FROM pg_tables
    WHERE schemaname = 'public' AND tablename NOT IN ('muster_migrations', 'write_lock', 'leader_lease')`;
  // Otherwise the audit log would refuse to be emptied.
  await client.unsafe('SET session_replication_role = replica');
  const truncate = `TRUNCATE ${tables.map(({ name }) => name).join(', ')} RESTART IDENTITY`;
  return {
    store,
    async empty() {
      await client.unsafe(truncate);
    },
  };
}

/** Stores whose methods wait until the database is open. */
function openFresh(): FreshStores {
  const opening = Promise.resolve(free.pop() ?? open());
  const repository = (name: string) =>
    new Proxy(
      {},
      {
        get:
          (_target, method: string) =>
          async (...args: unknown[]) => {
            const { store } = await opening;
            return Reflect.get(Reflect.get(store, name), method)(...args);
          },
      },
    );
  async function giveBack(): Promise<void> {
    const opened = await opening;
    await opened.empty();
    free.push(opened);
  }
  const stores = new Proxy(
    {},
    {
      get: (_target, key) =>
        key === Symbol.dispose ? () => emptied.push(giveBack()) : repository(String(key)),
    },
  );
  return stores as FreshStores;
}

describeEveryStore('PostgreSQL', openFresh);

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
