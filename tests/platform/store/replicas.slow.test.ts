// Only PostgreSQL between replicas of this process shows how what one hears comes to the others.

import { afterAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { sql } from 'drizzle-orm';
import {
  openMovedPostgres,
  openPostgresServiceStore,
  openPostgresStore,
  type ServiceStore,
  type Store,
} from '../../../src/app/open-stores.ts';
import { computeServerHash } from '../../../src/modules/registry/server-hash.ts';
import type { StoredServer } from '../../../src/modules/registry/server-ports.ts';
import { WELL } from '../../../src/platform/lib/finding.ts';
import { stateOf } from '../../../src/platform/ops/readiness.ts';
import { toStoreError } from '../../../src/platform/store/postgres/failures.ts';
import { openPool, type Pool } from '../../../src/platform/store/postgres/pool.ts';
import { accountNamed, sampleHash, sampleServer } from '../../contract/fresh-stores.ts';
import { eventually } from '../../support/eventually.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { GOOD_FIELDS } from '../../support/good-heartbeat.ts';
import { entryOf } from '../../support/moderation-samples.ts';
import { startPostgres } from '../../support/postgres.ts';
import { openTcpGate } from '../../support/tcp-gate.ts';
import {
  ADDRESS,
  MINUTE_MS,
  openTestServers,
  SECOND_MS,
  START,
  type TestServers,
} from '../../support/test-servers.ts';

await using resources = new AsyncDisposableStack();
const server = resources.use(await startPostgres());
const lifetimes = resources.move();
afterAll(() => lifetimes.disposeAsync(), 60_000);

/** A replica, whose jobs run when a test says so. */
interface Replica extends AsyncDisposable {
  store: ServiceStore;
  bench: TestServers;
  run(name: string): Promise<void>;
  /** The names of its live servers. */
  names(): string[];
}

async function openReplica(
  url: string,
  clock: FakeClock | undefined,
  machine?: FakeClock,
): Promise<Replica> {
  const store = await openPostgresServiceStore(url, {
    ...(machine === undefined ? {} : { clock: machine }),
  });
  const bench = await openTestServers({
    store: store as unknown as Store,
    others: store.others,
    clock: clock ?? { ...store.clock, now: store.clock?.now ?? Date.now, advance() {} },
    isPortCheckOn: false,
  });
  const jobs = [...store.jobs, ...bench.jobs];
  return {
    store,
    bench,
    async run(name) {
      const job = jobs.find((one) => one.name === name);
      if (job === undefined) throw new Error(`no job "${name}" among ${jobs.map((it) => it.name)}`);
      await job.run();
    },
    names: () =>
      Array.from({ length: 20 }, (_, index) => computeServerHash(ADDRESS, 25_565 + index)).flatMap(
        (hash) => bench.servers.findServer(hash)?.listing.name ?? [],
      ),
    async [Symbol.asyncDispose]() {
      await bench.stop();
      await store[Symbol.asyncDispose]();
    },
  };
}

const SAVE = 'save servers';
const READ = 'read what other replicas saved';
const LOOK = 'look for changes in the database';

async function openTwo() {
  const url = await server.makeDatabase();
  const clock = createFakeClock(START);
  const stack = new AsyncDisposableStack();
  const one = stack.use(await openReplica(url, clock));
  const other = stack.use(await openReplica(url, clock));
  return { url, clock, one, other, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test('what one saved the other knows', async () => {
  await using two = await openTwo();
  const { one, other } = two;
  await one.bench.beat({ name: 'Heard by one' });
  await one.run(SAVE);
  await other.run(READ);
  expect(other.names()).toEqual(['Heard by one']);
});

test('a look shows that another one decided something, and does not count own changes', async () => {
  await using two = await openTwo();
  const { one, other } = two;
  const before = other.store.changes.version();
  await one.store.moderation.setMark('featured', sampleHash(1), entryOf());
  await other.run(LOOK);
  expect(other.store.changes.version()).not.toBe(before);
  await one.run(LOOK);
  expect(one.store.changes.version()).toBe(0);
});

test('a server that moves by its key at one is at its new place at the other, too', async () => {
  await using two = await openTwo();
  const { one, other } = two;
  const { id } = await one.store.accounts.insertAccount(accountNamed('Alice'));
  await one.bench.beat();
  const hash = computeServerHash(ADDRESS, 25_565);
  const code = { hash, accountId: id, codeHash: 'c', expiresAt: START + MINUTE_MS };
  await one.store.claims.saveCode(code, START);
  await one.store.claims.completeClaim(code, START);
  await one.bench.servers.claims.reload();
  const key = await one.bench.servers.claims.makeKey(id, hash);
  const catchUp = async (from: Replica, to: Replica) => {
    await from.run(SAVE);
    for (const name of [READ, LOOK, 'reload moderation']) await to.run(name);
  };
  await catchUp(one, other);
  const raw = { ...GOOD_FIELDS, port: '25565' };
  const moved = await other.bench.servers.announce(raw, '198.51.100.9', key);
  await catchUp(other, one);
  expect(one.bench.servers.findServer(hash)).toBeUndefined();
  expect(one.bench.servers.findServer(moved.hash)).toMatchObject({ claim: { accountId: id } });
  expect(one.bench.servers.presentHash(hash)).toBe(moved.hash);
});

test('of two heartbeats the later one counts, whatever the clocks of their machines show', async () => {
  const url = await server.makeDatabase();
  const shifted = (ms: number) => ({ now: () => Date.now() + ms, advance() {} });
  await using ahead = await openReplica(url, undefined, shifted(2 * MINUTE_MS));
  await using behind = await openReplica(url, undefined, shifted(-2 * MINUTE_MS));
  for (const [turn, one] of [ahead, behind, ahead, behind].entries()) {
    await one.bench.beat({ name: `Turn ${turn}` });
    await one.run(SAVE);
    for (const replica of [ahead, behind]) {
      await replica.run(READ);
      expect(replica.names()).toEqual([`Turn ${turn}`]);
    }
    await Bun.sleep(20);
  }
  expect(stateOf(ahead.store.checks.clock?.() ?? WELL).message).toStartWith(
    'The clock of this machine is 120 s ahead',
  );
  expect(stateOf(behind.store.checks.clock?.() ?? WELL).status).toBe('degraded');
});

test('one that missed more batches than are kept loads all servers', async () => {
  await using two = await openTwo();
  const { one, other, clock } = two;
  await one.bench.beat({ name: 'Saved first' });
  await one.run(SAVE);
  for (let turn = 0; turn < 210; turn += 1) {
    clock.advance(400);
    await one.bench.beat({ name: 'Saved often', port: '25566', users: `${turn}` });
    await one.run(SAVE);
  }
  await other.run(READ);
  expect(other.names()).toEqual(['Saved first', 'Saved often']);
  expect(other.bench.servers.findServer(computeServerHash(ADDRESS, 25_566))?.listing.players).toBe(
    209,
  );
  await one.bench.beat({ name: 'Saved last', port: '25567' });
  await one.run(SAVE);
  await other.run(READ);
  expect(other.names()).toEqual(['Saved first', 'Saved often', 'Saved last']);
});

test('servers that beat to another replica stay listed while the database is away, and go when they are silent after that', async () => {
  const own = await startPostgres();
  await using stack = new AsyncDisposableStack();
  stack.use(own);
  const url = await own.makeDatabase();
  const clock = createFakeClock(START);
  const one = stack.use(await openReplica(url, clock));
  const other = stack.use(await openReplica(url, clock));
  await one.bench.beat({ name: 'Heard by one' });
  await other.bench.beat({ name: 'Heard by the other', port: '25566' });
  await one.run(SAVE);
  await other.run(READ);
  await own.stop();
  for (let second = 0; second < 360; second += 5) {
    clock.advance(5 * SECOND_MS);
    await other.run(READ).catch(() => {});
    if (second % 45 === 0) await one.bench.beat({ name: 'Heard by one' });
    other.bench.servers.sweep();
  }
  expect(other.names()).toEqual(['Heard by one', 'Heard by the other']);
  await own.start();
  await one.run(SAVE);
  await other.run(READ);
  clock.advance(4 * MINUTE_MS);
  await other.run(READ);
  other.bench.servers.sweep();
  expect(other.names()).toEqual([]);
});

test('one that alone is cut off tells the others nothing that they know better', async () => {
  await using stack = new AsyncDisposableStack();
  const url = await server.makeDatabase();
  const gate = stack.use(await openTcpGate(server.port));
  const clock = createFakeClock(START);
  const one = stack.use(await openReplica(url, clock));
  const cut = stack.use(
    await openReplica(url.replace(`:${server.port}/`, `:${gate.port}/`), clock),
  );
  await one.bench.beat({ name: 'Dies' });
  await one.bench.beat({ name: 'Before', port: '25566' });
  await one.run(SAVE);
  await cut.run(READ);
  gate.cut();
  for (let second = 0; second < 720; second += 45) {
    clock.advance(45 * SECOND_MS);
    await cut.run(READ).catch(() => {});
    await one.bench.beat({ name: 'Meanwhile', port: '25566' });
    await one.run(SAVE);
    await one.run(READ);
    one.bench.servers.sweep();
    cut.bench.servers.sweep();
  }
  expect(one.names()).toEqual(['Meanwhile']);
  expect(cut.names()).toEqual(['Dies', 'Before']);
  gate.open();
  await eventually(
    () =>
      cut.run(READ).then(
        () => true,
        () => false,
      ),
    Boolean,
  );
  await cut.run(SAVE);
  await one.run(READ);
  expect(one.names()).toEqual(['Meanwhile']);
  clock.advance(MINUTE_MS);
  await one.bench.beat({ name: 'Meanwhile', port: '25566' });
  await one.run(SAVE);
  await cut.run(READ);
  cut.bench.servers.sweep();
  expect(cut.names()).toEqual(['Meanwhile']);
  await cut.run(SAVE);
  await one.run(READ);
  expect(one.names()).toEqual(['Meanwhile']);
});

test('one whose machine slept does not take the servers for live longer than until their next heartbeat', async () => {
  await using two = await openTwo();
  const { one, other, clock } = two;
  await one.bench.beat({ name: 'Dies' });
  await one.run(SAVE);
  await other.run(READ);
  clock.advance(5 * MINUTE_MS);
  other.bench.servers.adjustClock({ steppedMs: 0, sleptMs: 5 * MINUTE_MS });
  expect(other.names()).toEqual(['Dies']);
  await other.run(SAVE);
  await one.run(READ);
  expect(one.names()).toEqual([]);
  await other.run(READ);
  clock.advance(MINUTE_MS);
  await other.run(READ);
  expect(other.names()).toEqual([]);
});

test('a database whose numbers come again, as after a restore, has all servers loaded', async () => {
  await using two = await openTwo();
  const { one, other, url } = two;
  await one.bench.beat({ name: 'Saved first' });
  await one.run(SAVE);
  await other.run(READ);
  await other.run(LOOK);
  await using client = new SQL(url, { max: 1 });
  await client`UPDATE write_lock SET revision = 0 WHERE id = 2`;
  await client`DELETE FROM server_batches`;
  await other.run(LOOK);
  await one.bench.beat({ name: 'Saved last', port: '25567' });
  await one.run(SAVE);
  await other.run(READ);
  expect(other.names()).toEqual(['Saved first', 'Saved last']);
});

test('the lock that keeps copies of the data off is taken again, whoever ended its connection', async () => {
  await using two = await openTwo();
  const { one, other, url } = two;
  await using client = new SQL(url, { max: 1 });
  const countLocks = async () => {
    const [row] = await client`SELECT count(DISTINCT pid)::int AS count FROM pg_locks
      WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    return row.count;
  };
  expect(await countLocks()).toBe(2);
  await client`SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  await eventually(
    async () => {
      await one.run(LOOK);
      await other.run(LOOK);
      return countLocks();
    },
    (count) => count === 2,
  );
});

test('a statement that took too long is answered as busy', async () => {
  await using client = new SQL(await server.makeDatabase(), { max: 1 });
  await client`SET statement_timeout = 20`;
  const error = toStoreError(await client`SELECT pg_sleep(5)`.catch((failed: unknown) => failed));
  expect(error).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 5 });
  expect(String(error)).toContain('too busy');
});

test('a database that falls silent is known to be away before the wait for it ends', async () => {
  const url = await server.makeDatabase();
  await using gate = await openTcpGate(server.port);
  const through = url.replace(`:${server.port}/`, `:${gate.port}/`);
  await using replica = await openReplica(through, createFakeClock(START));
  const isKnown = () => stateOf(replica.store.checks.database()).status === 'failed';
  gate.silence();
  const silentAt = performance.now();
  const looking = replica.run(LOOK);
  expect(isKnown()).toBe(false);
  await eventually(async () => isKnown(), Boolean);
  expect(performance.now() - silentAt).toBeLessThan(6_000);
  gate.open();
  await looking;
  expect(isKnown()).toBe(false);
});

test('a user with no connection left is told so, and its default isolation does not count', async () => {
  const url = await server.makeDatabase();
  await using admin = new SQL(url, { max: 1 });
  const user = 'with_limits';
  await admin.unsafe(
    `CREATE ROLE ${user} LOGIN PASSWORD 'own'; GRANT ALL ON SCHEMA public TO ${user}`,
  );
  await admin.unsafe(`ALTER ROLE ${user} SET default_transaction_isolation = 'serializable'`);
  const own = url.replace('postgres:of-the-tests', `${user}:own`);
  const shown = async (db: Pick<Pool['orm'], 'execute'>) =>
    JSON.stringify(await db.execute(sql`SHOW transaction_isolation`));
  for (const isPooled of [false, true]) {
    await using pool = openPool(own, { isPooled });
    expect(await pool.orm.transaction(shown)).toContain('read committed');
    // Behind a pooler nothing can be said outside of a transaction.
    if (!isPooled) expect(await shown(pool.orm)).toContain('read committed');
  }

  const full = 'has no connection left: max_connections';
  await admin.unsafe(`ALTER ROLE ${user} CONNECTION LIMIT 1`);
  // Enough to migrate, and not for the lock beside it.
  await expect(openPostgresServiceStore(own)).rejects.toThrow(full);
  await expect(openMovedPostgres(own)).rejects.toThrow(full);
  await admin.unsafe(`ALTER ROLE ${user} CONNECTION LIMIT 9`);
  await using replica = await openReplica(own, createFakeClock(START));
  await admin.unsafe(`ALTER ROLE ${user} CONNECTION LIMIT 0`);
  await admin`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = ${user}`;
  await eventually(
    async () => {
      await replica.run(LOOK);
      return stateOf(replica.store.checks.database()).message;
    },
    (message) => message.includes('no connection left'),
  );
  await expect(replica.store.accounts.findAccountById(1)).rejects.toThrow('too busy');
  await admin.unsafe(`ALTER ROLE ${user} CONNECTION LIMIT -1`);
});

test('one that is alone lets servers go while the database is away', async () => {
  const own = await startPostgres();
  await using stack = new AsyncDisposableStack();
  stack.use(own);
  const clock = createFakeClock(START);
  const alone = stack.use(await openReplica(await own.makeDatabase(), clock));
  await alone.bench.beat({ name: 'Gone' });
  await alone.run(SAVE);
  await own.stop();
  for (let second = 0; second < 200; second += 5) {
    clock.advance(5 * SECOND_MS);
    await alone.run(READ).catch(() => {});
  }
  expect(alone.names()).toEqual([]);
  await own.start();
});

describe('a batch', () => {
  const save = (store: Pick<Store, 'servers'>, saved: StoredServer, aliveAt = START) =>
    store.servers.saveBatch({ saved: [saved], removed: [], aliveAt });

  test('replaces no later heartbeat, but one from a future that no clock has reached', async () => {
    await using store = await openPostgresStore(await server.makeDatabase());
    const later = sampleServer({ lastBeatAt: START, players: 2 });
    await save(store, later);
    await save(store, { ...later, lastBeatAt: START - 1, players: 1 });
    expect((await store.servers.loadServers()).servers).toEqual([later]);
    const removed = { hash: later.hash, lastBeatAt: START - 1 };
    await store.servers.saveBatch({ saved: [], removed: [removed], aliveAt: START });
    expect((await store.servers.loadServers()).servers).toEqual([later]);

    const back = { ...later, lastBeatAt: START - 3 * 60 * MINUTE_MS, players: 3 };
    await save(store, back, START - 3 * 60 * MINUTE_MS);
    expect(await store.servers.loadServers()).toEqual({
      servers: [back],
      lastAliveAt: START - 3 * 60 * MINUTE_MS,
    });
  });

  test('does not set back when the site was last alive', async () => {
    await using store = await openPostgresStore(await server.makeDatabase());
    await save(store, sampleServer(), START);
    await save(store, sampleServer(), START - SECOND_MS);
    expect((await store.servers.loadServers()).lastAliveAt).toBe(START);
  });

  test('is numbered, and not kept for long', async () => {
    const url = await server.makeDatabase();
    await using store = await openPostgresStore(url);
    for (let number = 0; number < 205; number += 1) await save(store, sampleServer());
    await store.servers.saveBatch({ saved: [], removed: [], aliveAt: START });
    await using client = new SQL(url, { max: 1 });
    const [row] = await client`
      SELECT count(*)::int AS count, min(revision)::int AS first, max(revision)::int AS last FROM server_batches`;
    expect(row).toEqual({ count: 200, first: 6, last: 205 });
  });
});
