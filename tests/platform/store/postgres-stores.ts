// Stores on PostgreSQL for the contract suites, each on an empty database.

import { SQL } from 'bun';
import { openPostgresStore } from '../../../src/app/open-stores.ts';
import type { PoolerOptions } from '../../../src/platform/store/postgres/pool.ts';
import type { FreshStores, OpenFresh } from '../../contract/fresh-stores.ts';
import type { PostgresServer } from '../../support/postgres.ts';

/** An open store, and how to empty its database. */
interface Opened {
  store: Awaited<ReturnType<typeof openPostgresStore>>;
  empty(): Promise<void>;
}

/** How the stores reach the server. */
interface StoreOptions extends PoolerOptions {
  /** The address that a store is opened with, for that of a database on the server. */
  through?: (url: string) => string;
}

/** What opens the stores. Disposing it closes them. */
export function createPostgresStores(
  server: PostgresServer,
  { through = (url) => url, ...pooler }: StoreOptions = {},
): { openFresh: OpenFresh } & AsyncDisposable {
  const lifetimes = new AsyncDisposableStack();
  /** Databases that a test left empty: making one takes ten times as long as emptying it. */
  const free: Opened[] = [];
  const emptied: Promise<void>[] = [];

  async function open(): Promise<Opened> {
    const url = await server.makeDatabase();
    const store = lifetimes.use(await openPostgresStore(through(url), pooler));
    const client = new SQL(url, { max: 1 });
    lifetimes.defer(() => client.close());
    const tables: { name: string }[] = await client`
      SELECT format('%I', tablename) AS name FROM pg_tables
      WHERE schemaname = 'public' AND tablename NOT IN ('muster_migrations', 'write_lock', 'leader_lease')`;
    // Otherwise the audit log would refuse to be emptied.
    await client.unsafe('SET session_replication_role = replica');
    const sequences: { name: string }[] = await client`
      SELECT format('%I', sequencename) AS name FROM pg_sequences WHERE schemaname = 'public'`;
    // On tables of a few rows much quicker than TRUNCATE, which makes new files for each table and index.
    const deletes = [
      ...tables.map(({ name }) => `DELETE FROM ${name}`),
      ...sequences.map(({ name }) => `ALTER SEQUENCE ${name} RESTART`),
    ].join('; ');
    return {
      store,
      async empty() {
        await client.unsafe(deletes);
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

  return {
    openFresh,
    async [Symbol.asyncDispose]() {
      await Promise.all(emptied);
      await lifetimes.disposeAsync();
    },
  };
}
