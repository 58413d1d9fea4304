// Only a PostgreSQL that falls silent shows that every call ends, as behind a firewall that forgot its connections.

import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { SQL } from 'bun';
import { openPostgresStore } from '../../../src/app/open-stores.ts';
import { shareDatabase } from '../../../src/platform/store/postgres/lock-database.ts';
import { accountNamed, refusalOf } from '../../contract/fresh-stores.ts';
import { eventually } from '../../support/eventually.ts';
import { startPostgres } from '../../support/postgres.ts';

await using resources = new AsyncDisposableStack();
const server = resources.use(await startPostgres());
const lifetimes = resources.move();
afterAll(() => lifetimes.disposeAsync(), 60_000);

/** The open connections of this machine to the server, as the kernel sees those who connected. */
function countSockets(): number {
  const port = server.port.toString(16).toUpperCase().padStart(4, '0');
  const established = new RegExp(`^ *\\d+: (\\S+) [0-9A-F]+:${port} 01 `, 'gm');
  const found = readFileSync('/proc/self/net/tcp', 'utf8').matchAll(established);
  // The kernel tells a socket twice where others come and go while the table is read.
  return new Set([...found].map(([, own]) => own)).size;
}

test('every call ends and says that the database is away, connections are bounded, and all works afterwards', async () => {
  const url = await server.makeDatabase();
  await using store = await openPostgresStore(url);
  const { id } = await store.accounts.insertAccount(accountNamed('Alice'));
  /** What was answered, and how often each user was refused. */
  const made: number[] = [];
  const refused: number[] = [];
  let isOver = false;
  let inserted = 0;

  async function use(call: () => Promise<number>, user: number): Promise<void> {
    refused[user] = 0;
    while (!isOver) {
      try {
        made.push(await call());
      } catch (error) {
        expect(error).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 5 });
        refused[user] = (refused[user] ?? 0) + 1;
        await Bun.sleep(5);
      }
    }
  }
  const read = async () => (await store.accounts.findAccountById(id))?.id ?? 0;
  const insert = async () => {
    inserted += 1;
    return (await store.accounts.insertAccount(accountNamed(`Made_${inserted}`))).id;
  };
  const users = [...Array<typeof read>(30).fill(read), ...Array<typeof read>(5).fill(insert)];
  const working = users.map(use);
  await eventually(
    async () => made.length,
    (count) => count > 200,
  );
  expect(Math.max(...refused)).toBe(0);

  server.pause();
  let most = 0;
  try {
    // Longer than the bounds of a query and of a change, which waits for the one before it.
    const begunAt = performance.now();
    while (performance.now() - begunAt < 25_000) {
      most = Math.max(most, countSockets());
      await Bun.sleep(50);
    }
  } finally {
    server.resume();
  }
  expect(Math.min(...refused)).toBeGreaterThan(0);
  // Those of the pool, and one that looks for the server.
  expect(most).toBeLessThanOrEqual(8 + 1);
  const before = made.length;
  await eventually(
    async () => made.length,
    (count) => count > before + 100,
  );
  isOver = true;
  await Promise.all(working);

  // What was answered is there.
  for (const answered of new Set(made)) {
    expect(await store.accounts.findAccountById(answered)).toMatchObject({ id: answered });
  }
  await using watching = new SQL(server.urlOf('postgres'), { max: 1 });
  await eventually(
    async () => {
      const [row] = await watching`
        SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'muster'`;
      return row.count;
    },
    (count) => count <= 8,
  );
}, 120_000);

test('the lock of services is waited for no longer than its bound, by a first call and by a later one', async () => {
  const url = await server.makeDatabase();
  await using lock = await shareDatabase(url);
  server.pause();
  try {
    const begunAt = performance.now();
    const refusals = await Promise.all([refusalOf(shareDatabase(url)), refusalOf(lock.retake())]);
    for (const refusal of refusals) expect(refusal).toBeInstanceOf(Error);
    expect(performance.now() - begunAt).toBeLessThan(10_000);
  } finally {
    server.resume();
  }
  expect(await lock.retake()).toBe(true);
}, 60_000);
