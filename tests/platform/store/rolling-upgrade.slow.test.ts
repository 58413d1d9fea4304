// Only two versions on one PostgreSQL database show what holds while replicas are upgraded one by one.

import { afterAll, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { openPostgresStore } from '../../../src/app/open-stores.ts';
import { checkPostgres } from '../../../src/modules/doctor/file-checks.ts';
import { tell } from '../../../src/platform/lib/finding.ts';
import { version } from '../../../src/platform/lib/version.ts';
import { migrate } from '../../../src/platform/store/postgres/migrate.ts';
import {
  migrations,
  type SharedMigration,
} from '../../../src/platform/store/postgres/migrations.ts';
import { examinePostgres } from '../../../src/platform/store/postgres/open-store.ts';
import { openPool } from '../../../src/platform/store/postgres/pool.ts';
import { accountNamed } from '../../contract/fresh-stores.ts';
import { startPostgres } from '../../support/postgres.ts';

await using resources = new AsyncDisposableStack();
const server = resources.use(await startPostgres());
const lifetimes = resources.move();
afterAll(() => lifetimes.disposeAsync(), 60_000);

/** A migration of a version to come, after which every older version still works. */
const ADDS: SharedMigration = {
  tag: '9998_adds',
  sql: `ALTER TABLE "accounts" ADD COLUMN "mood" text;
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "shoe_size" bigint DEFAULT 42 NOT NULL;
--> statement-breakpoint
CREATE TABLE "shoes" ("id" bigint PRIMARY KEY NOT NULL);`,
};
/** One that takes away what versions before `oldestVersion` use. */
const removes = (oldestVersion: string): SharedMigration => ({
  ...{ tag: '9999_removes', oldestVersion },
  sql: 'DROP TABLE "site_values";',
});
const [major = '', minor = ''] = version.split('.');
const nextVersion = `${major}.${Number(minor) + 1}.0`;

/** What the start of a version does that knows these migrations. */
async function migrateTo(url: string, known: readonly SharedMigration[]) {
  await using pool = openPool(url);
  return await migrate(pool.orm, known, 1);
}

async function makeDatabase(known: readonly SharedMigration[]): Promise<string> {
  const url = await server.makeDatabase();
  await migrateTo(url, known);
  return url;
}

async function readRows(url: string): Promise<{ tag: string; oldest: string }[]> {
  await using client = new SQL(url, { max: 1 });
  return [
    ...(await client`SELECT tag, oldest_version AS oldest FROM muster_migrations ORDER BY position`),
  ];
}

test('a version starts and works on a database to which a newer one only added', async () => {
  const url = await makeDatabase(migrations);
  expect(await migrateTo(url, [...migrations, ADDS])).toEqual({
    from: migrations.length,
    to: migrations.length + 1,
  });
  await using store = await openPostgresStore(url);
  const { id } = await store.accounts.insertAccount(accountNamed('Alice'));
  expect(await store.accounts.findAccountById(id)).toMatchObject({ name: 'Alice' });
  await using client = new SQL(url, { max: 1 });
  expect([...(await client`SELECT mood, shoe_size::int AS size FROM accounts`)]).toEqual([
    { mood: null, size: 42 },
  ]);

  const counts = { missing: 0, unknown: 0, tolerated: 1 };
  expect(await store.health.compareMigrations()).toEqual(counts);
  expect(await examinePostgres(url)).toMatchObject(counts);
  expect(tell(await checkPostgres(url)).message).toEndWith(
    '(the schema is up to date; it has 1 migration of a newer version of Muster, and this version works with that schema)',
  );
});

test('a version starts on a database from which a newer one took what it no longer uses', async () => {
  const url = await makeDatabase([...migrations, ADDS, removes(version)]);
  expect(await migrateTo(url, migrations)).toBeUndefined();
  expect((await examinePostgres(url)).tolerated).toBe(2);
});

test('a version that is too old for a migration is refused, and changes nothing', async () => {
  const url = await makeDatabase([...migrations, ADDS, removes(nextVersion)]);
  const before = await readRows(url);
  await expect(openPostgresStore(url)).rejects.toThrow(
    `it has the change "9999_removes", which this version (${version}) does not know and cannot work with. ` +
      `Nothing was changed. Use version ${nextVersion} or a newer one.`,
  );
  expect(await readRows(url)).toEqual(before);
  expect(await examinePostgres(url)).toMatchObject({ missing: 0, unknown: 1, tolerated: 1 });
  expect(await checkPostgres(url)).toMatchObject({ status: 'failed' });
});
