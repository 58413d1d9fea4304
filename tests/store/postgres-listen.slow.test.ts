// Only a real PostgreSQL shows who is woken by a notification after connection, server or answers were gone.

import { afterAll, expect, spyOn, test } from 'bun:test';
import { SQL } from 'bun';
import { drizzle } from 'drizzle-orm/bun-sql';
import { listen, openNotify } from '../../src/store/postgres/listen.ts';
import { eventually } from '../support/eventually.ts';
import { startPostgres } from '../support/postgres.ts';

const CHANNEL = 'changes';
const warnings = spyOn(console, 'warn');
await using resources = new AsyncDisposableStack();
const server = resources.use(await startPostgres());
const lifetimes = resources.move();
afterAll(async () => {
  await lifetimes.disposeAsync();
  warnings.mockRestore();
}, 60_000);

/** A subscription on a database of its own, and what came of it. */
async function subscribe() {
  await using opening = new AsyncDisposableStack();
  const url = await server.makeDatabase();
  const client = new SQL(url, { max: 1 });
  opening.defer(() => client.close());
  const heard: string[] = [];
  let resumed = 0;
  opening.use(
    listen(url, CHANNEL, {
      onNotified: (payload) => heard.push(payload),
      onResumed() {
        resumed += 1;
      },
    }),
  );
  const open = opening.move();
  return {
    client,
    heard,
    countResumed: async () => resumed,
    /** Its connections, as the server sees them. */
    countConnections: async () => {
      const [{ count }] = await client`
        SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`;
      return count;
    },
    /** Sends a notification, and returns when it arrived. */
    async wake(payload: string) {
      await client.notify(CHANNEL, payload);
      await eventually(
        async () => heard,
        (all) => all.includes(payload),
      );
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

test('a notification wakes, with its text, and none is left out while the connection lasts', async () => {
  await using subscription = await subscribe();
  await eventually(subscription.countResumed, (count) => count === 1);
  for (let number = 0; number < 200; number += 1) {
    await subscription.client.notify(CHANNEL, `${number}`);
  }
  await subscription.wake('last');
  expect(subscription.heard).toEqual([
    ...Array.from({ length: 200 }, (_, number) => `${number}`),
    'last',
  ]);
  expect(await subscription.countConnections()).toBe(2);
});

test('after its connections were ended it listens again, and says so', async () => {
  await using subscription = await subscribe();
  for (let losses = 0; losses < 3; losses += 1) {
    await eventually(subscription.countResumed, (count) => count === losses + 1);
    await subscription.wake(`before ${losses}`);
    await subscription.client`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  }
  await eventually(subscription.countResumed, (count) => count === 4);
  await subscription.wake('after');
  expect(await subscription.countConnections()).toBe(2);
});

test('after a restart of the server it listens again', async () => {
  await using subscription = await subscribe();
  await eventually(subscription.countResumed, (count) => count === 1);
  await server.stop();
  // It has tried in vain by then, more than once.
  await Bun.sleep(2_000);
  await server.start();
  await eventually(subscription.countResumed, (count) => count === 2);
  await subscription.wake('after');
}, 60_000);

test('a server that falls silent is noticed, and listened to again when it answers', async () => {
  await using subscription = await subscribe();
  await eventually(subscription.countResumed, (count) => count === 1);
  server.pause();
  try {
    // Longer than it takes to be noticed: a notification each 5 s, and 5 s for its way.
    await Bun.sleep(12_000);
  } finally {
    server.resume();
  }
  await eventually(subscription.countResumed, (count) => count === 2);
  await subscription.wake('after');
  await eventually(subscription.countConnections, (count) => count === 2);
}, 60_000);

test('disposed, it leaves no connection, also while the server is away', async () => {
  const subscription = await subscribe();
  await eventually(subscription.countResumed, (count) => count === 1);
  await using other = await subscribe();
  await eventually(other.countResumed, (count) => count === 1);
  const { countConnections } = subscription;
  expect(await countConnections()).toBe(2);
  await using watching = new SQL(server.urlOf('postgres'), { max: 1 });
  await subscription[Symbol.asyncDispose]();
  await eventually(
    async () => {
      const [{ count }] = await watching`
        SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'muster listen'`;
      return count;
    },
    (count) => count === 2,
  );
  await server.stop();
  await other[Symbol.asyncDispose]();
  await server.start();
}, 60_000);

/** A database whose server has no notifications, as on other engines that speak PostgreSQL. */
async function makeWithout(): Promise<string> {
  const url = await server.makeDatabase();
  await using client = new SQL(url, { max: 1 });
  await client`ALTER FUNCTION pg_notify(text, text) RENAME TO pg_notify_gone`;
  return url;
}

test('where the server has no notifications nothing is called, and it is rarely tried again', async () => {
  const url = await makeWithout();
  const called: string[] = [];
  await using _subscription = listen(url, CHANNEL, {
    onNotified: () => called.push('notified'),
    onResumed: () => called.push('resumed'),
  });
  await using watching = new SQL(server.urlOf('postgres'), { max: 1 });
  const countSessions = async () => {
    const [row] = await watching`
      SELECT sessions::int FROM pg_stat_database WHERE datname = ${url.split('/').at(-1)}`;
    return row.sessions;
  };
  // One that made the function go, and two of the first try.
  await eventually(countSessions, (count) => count === 3);
  await Bun.sleep(3_000);
  expect(await countSessions()).toBe(3);
  expect(called).toEqual([]);
});

test('a transaction notifies when it is committed, and only then', async () => {
  await using subscription = await subscribe();
  await eventually(subscription.countResumed, (count) => count === 1);
  const orm = drizzle({ client: subscription.client });
  const notify = await openNotify(orm);
  const undone = orm.transaction(async (tx) => {
    await notify(tx, CHANNEL, 7);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await orm.transaction((tx) => notify(tx, CHANNEL, 8));
  await subscription.wake('9');
  expect(subscription.heard).toEqual(['8', '9']);
});

test('where the server has no notifications a transaction is not broken by one', async () => {
  await using client = new SQL(await makeWithout(), { max: 1 });
  const orm = drizzle({ client });
  const notify = await openNotify(orm);
  await orm.transaction(async (tx) => {
    await tx.execute('CREATE TABLE kept (id int)');
    await notify(tx, CHANNEL, 1);
  });
  expect(await client`SELECT * FROM kept`).toHaveLength(0);
});

test('whether the server has notifications is not guessed while it is away', async () => {
  await using client = new SQL(server.urlOf('postgres').replace(/:\d+\//, ':1/'), { max: 1 });
  await expect(openNotify(drizzle({ client }))).rejects.toThrow();
});

test('nothing of all this was written to the console', () => {
  expect(warnings).not.toHaveBeenCalled();
});
