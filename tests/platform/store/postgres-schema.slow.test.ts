// Only PostgreSQL shows what its triggers refuse, and that of several starts at once one migrates.

import { afterAll, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { openPostgresStore } from '../../../src/app/open-stores.ts';
import { migrations } from '../../../src/platform/store/postgres/migrations.ts';
import { startPostgres } from '../../support/postgres.ts';

await using resources = new AsyncDisposableStack();
const server = resources.use(await startPostgres());
const url = await server.makeDatabase();
resources.use(await openPostgresStore(url));
const client = new SQL(url, { max: 1 });
resources.defer(() => client.close());
const lifetimes = resources.move();
afterAll(() => lifetimes.disposeAsync(), 60_000);

test('the audit log refuses every change and removal', async () => {
  await client`INSERT INTO audit_entries (at, actor_name, action, subject, reason, detail)
    VALUES (1, 'Alice', 'ban', 'somebody', '', '')`;
  for (const change of [
    "UPDATE audit_entries SET reason = 'another'",
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
  ]) {
    await expect(client.unsafe(change)).rejects.toThrow('the audit log is never changed');
  }
  const [{ count }] = await client`SELECT count(*)::int AS count FROM audit_entries`;
  expect(count).toBe(1);
});

test('of several processes that start at once one brings the schema up to date', async () => {
  const fresh = await server.makeDatabase();
  const changes: { from: number; to: number }[] = [];
  const stores = await Promise.all(
    Array.from({ length: 6 }, () =>
      openPostgresStore(fresh, { onMigrated: (change) => changes.push(change) }),
    ),
  );
  expect(changes).toEqual([{ from: 0, to: migrations.length }]);
  for (const store of stores) {
    const counts = { missing: 0, unknown: 0, tolerated: 0 };
    expect(await store.health.compareMigrations()).toEqual(counts);
    await store[Symbol.asyncDispose]();
  }
});
