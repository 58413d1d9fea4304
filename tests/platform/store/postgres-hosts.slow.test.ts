// Only PostgreSQL on several hosts shows that the one that accepts writes is used, whatever the others do.

import { afterAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { sql } from 'drizzle-orm';
import { openPostgresStore } from '../../../src/app/open-stores.ts';
import { splitDatabaseUrl } from '../../../src/platform/lib/database-url.ts';
import { isDatabaseAway } from '../../../src/platform/store/postgres/failures.ts';
import { examinePostgres } from '../../../src/platform/store/postgres/open-store.ts';
import { openPool, type Pool } from '../../../src/platform/store/postgres/pool.ts';
import { accountNamed } from '../../contract/fresh-stores.ts';
import { eventually } from '../../support/eventually.ts';
import { findFreePort } from '../../support/free-port.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';

await using resources = new AsyncDisposableStack();
const [first, second] = (await Promise.all([startPostgres(), startPostgres()])) as [
  PostgresServer,
  PostgresServer,
];
resources.use(first);
resources.use(second);
const lifetimes = resources.move();
afterAll(() => lifetimes.disposeAsync(), 60_000);

/** The URL of one database on several ports of this machine. */
const on = (database: string, ...hosts: (number | string)[]) =>
  `postgres://postgres:of-the-tests@${hosts
    .map((host) => (typeof host === 'number' ? `127.0.0.1:${host}` : host))
    .join(',')}/${database}`;

let pairs = 0;

/** A database of the same name on both servers. */
async function makeDatabases() {
  pairs += 1;
  const database = `pair_${pairs}`;
  for (const server of [first, second]) {
    await using client = new SQL(server.urlOf('postgres'), { max: 1 });
    await client.unsafe(`CREATE DATABASE ${database}`);
  }
  return { database, url: on(database, first.port, second.port) };
}

/** The port of the server that answers. */
async function readPort(pool: Pool): Promise<number> {
  const rows: unknown = await pool.orm.execute(sql`SHOW port`);
  return Number((rows as { port: string }[])[0]?.port);
}

/** The port that answers once none is lost. */
const readPortAtLast = (pool: Pool) =>
  eventually(
    () => readPort(pool).catch((error) => (isDatabaseAway(error) ? 0 : Promise.reject(error))),
    (port) => port > 0,
  );

/** Lets the new transactions of a server write, or not. */
async function setReadOnly(server: PostgresServer, isReadOnly: boolean): Promise<void> {
  await using client = new SQL(server.urlOf('postgres'), { max: 1 });
  await client.unsafe(`ALTER SYSTEM SET default_transaction_read_only = ${isReadOnly}`);
  await client`SELECT pg_reload_conf()`;
  await eventually(
    async () => {
      await using fresh = new SQL(server.urlOf('postgres'), { max: 1 });
      const [row] = await fresh`SHOW transaction_read_only`;
      return row.transaction_read_only;
    },
    (value) => value === (isReadOnly ? 'on' : 'off'),
  );
}

/** A port that accepts connections, and answers nothing. */
function listenSilently() {
  let accepted = 0;
  const open = new Set<{ end(): unknown }>();
  const listener = Bun.listen({
    ...{ hostname: '127.0.0.1', port: 0 },
    socket: {
      open(socket) {
        accepted += 1;
        open.add(socket);
      },
      close: (socket) => void open.delete(socket),
      data() {},
    },
  });
  return {
    port: listener.port,
    count: () => ({ accepted, open: open.size }),
    [Symbol.dispose]: () => listener.stop(true),
  };
}

test('of two that accept writes the first is used', async () => {
  const { url } = await makeDatabases();
  await using pool = openPool(url);
  expect(await readPort(pool)).toBe(first.port);
  expect(pool.host()).toBe(`127.0.0.1:${first.port}`);
});

test('one where nobody listens is skipped', async () => {
  const { database } = await makeDatabases();
  await using pool = openPool(on(database, await findFreePort(), second.port));
  expect(await readPort(pool)).toBe(second.port);
  expect(pool.host()).toBe(`127.0.0.1:${second.port}`);
});

test('one that accepts connections and is silent is skipped, and so is one that no packet reaches', async () => {
  const { database } = await makeDatabases();
  using silent = listenSilently();
  await using pool = openPool(on(database, '192.0.2.1:5432', silent.port, second.port));
  expect(await readPort(pool)).toBe(second.port);
  await eventually(
    async () => silent.count(),
    ({ open }) => open === 0,
  );
});

test('one that accepts no writes is skipped, before and while it is used', async () => {
  const { url } = await makeDatabases();
  await setReadOnly(first, true);
  try {
    await using pool = openPool(url);
    expect(await readPort(pool)).toBe(second.port);
    await setReadOnly(second, true);
    await setReadOnly(first, false);
    const write = async () => void (await pool.orm.execute(sql`CREATE TABLE written (id int)`));
    await expect(write()).rejects.toThrow();
    expect(await readPortAtLast(pool)).toBe(first.port);
    await write();
  } finally {
    await setReadOnly(first, false);
    await setReadOnly(second, false);
  }
});

test('a single one that accepts no writes can still be read', async () => {
  const url = await first.makeDatabase();
  await setReadOnly(first, true);
  try {
    await using pool = openPool(url);
    const write = async () => void (await pool.orm.execute(sql`CREATE TABLE written (id int)`));
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(write()).rejects.toThrow();
      expect(await readPort(pool)).toBe(first.port);
    }
  } finally {
    await setReadOnly(first, false);
  }
});

test('when the one in use stops, the other is used, and when that one stops, the first again', async () => {
  const { url } = await makeDatabases();
  for (const single of splitDatabaseUrl(url)) {
    await using _migrated = await openPostgresStore(single);
  }
  await using store = await openPostgresStore(url);
  await using pool = openPool(url);
  let rounds = 0;
  for (const [stopped, next] of [
    [first, second],
    [second, first],
    [first, second],
  ] as const) {
    rounds += 1;
    expect(await readPort(pool)).toBe(stopped.port);
    const { name } = await store.accounts.insertAccount(accountNamed(`Round_${rounds}`));
    expect(name).toBe(`Round_${rounds}`);
    await stopped.stop();
    // What is lost says that it is: nothing else is answered.
    const lost = await Promise.allSettled(
      Array.from({ length: 20 }, () => store.accounts.findAccountById(1)),
    );
    for (const result of lost) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ kind: 'unavailable' });
    }
    expect(await readPortAtLast(pool)).toBe(next.port);
    await stopped.start();
  }
  await first.stop();
  await first.start();
}, 120_000);

describe('where none can be used', () => {
  test('calls end, and share a few connections', async () => {
    using one = listenSilently();
    using two = listenSilently();
    await using pool = openPool(on('any', one.port, two.port));
    const calls = await Promise.allSettled(Array.from({ length: 40 }, () => readPort(pool)));
    for (const call of calls) {
      expect(call.status).toBe('rejected');
      if (call.status === 'rejected') expect(isDatabaseAway(call.reason)).toBe(true);
    }
    expect(one.count().accepted + two.count().accepted).toBe(2);
    await eventually(
      async () => one.count().open + two.count().open,
      (open) => open === 0,
    );
  }, 30_000);

  test('searches keep apart, however many calls there are', async () => {
    await using pool = openPool(on('gone', first.port, second.port));
    const errors = new Set<unknown>();
    const until = performance.now() + 3_000;
    let calls = 0;
    while (performance.now() < until) {
      calls += 1;
      errors.add(await readPort(pool).catch((error) => error.cause));
      await Bun.sleep(1);
    }
    // Each search has errors of its own: waits of 0.1, 0.2, 0.4, 0.8 and 1.6 s are at least half of that.
    expect(calls).toBeGreaterThan(100);
    expect(errors.size).toBeLessThanOrEqual(7);
    expect(errors.size).toBeGreaterThan(1);
  });

  test('what a host refuses is said rather than that another is not there', async () => {
    const url = on('gone', await findFreePort(), first.port);
    await expect(examinePostgres(url)).rejects.toThrow('has no database of that name');
    const names = url.split('@').at(-1)?.split('/')[0]?.replace(',', ', ');
    await expect(examinePostgres(url)).rejects.toThrow(`The PostgreSQL server at ${names} `);
  });

  test('that they accept no writes is said', async () => {
    const { url } = await makeDatabases();
    await setReadOnly(first, true);
    await setReadOnly(second, true);
    try {
      await expect(openPostgresStore(url)).rejects.toThrow('accepts no writes');
      const beside = url.replace('@', `@127.0.0.1:${await findFreePort()},`);
      await expect(openPostgresStore(beside)).rejects.toThrow('accepts no writes');
      await expect(openPostgresStore(splitDatabaseUrl(url)[0] ?? '')).rejects.toThrow(
        'accepts no writes',
      );
    } finally {
      await setReadOnly(first, false);
      await setReadOnly(second, false);
    }
  });
});
