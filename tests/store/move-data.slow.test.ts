// All data moves from SQLite to PostgreSQL and back, every row of it, or nothing does.

import { Database } from 'bun:sqlite';
import { afterAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { SQL } from 'bun';
import { COUNTED, type MovedDatabase, moveData } from '../../src/store/move-data.ts';
import { openMovedPostgres } from '../../src/store/postgres/moved-database.ts';
import { openPostgresStore } from '../../src/store/postgres/open-store.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { openMovedFolder } from '../../src/store/sqlite/moved-database.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { accountNamed } from '../contract/fresh-stores.ts';
import { startPostgres } from '../support/postgres.ts';
import { listTables, makeSchema } from './every-schema.ts';
import { makeFolder } from './folders.ts';

const server = await startPostgres();
afterAll(() => server[Symbol.asyncDispose](), 60_000);

/** A folder whose database has rows in every table, more than fit into one page in some. */
async function makeFilled() {
  const folder = makeFolder();
  const path = join(folder.path, 'muster.db');
  makeSchema(path, migrations.length);
  {
    using client = new Database(path);
    // The samples have numbers in every column, and these hold 0 or 1.
    client.run('UPDATE accounts SET is_premium = 1');
    client.run('UPDATE reports SET wants_email = 1');
    client.run('UPDATE servers SET is_public = 1, supports_web = 0');
  }
  using store = openStore({ folder: folder.path });
  for (let number = 0; number < 1_203; number += 1) {
    await store.accounts.insertAccount(accountNamed(`Many_${number}`));
  }
  const last = await store.accounts.insertAccount(accountNamed('Gone'));
  await store.accounts.deleteAccount(last.id);
  return { folder, path, lastId: last.id };
}

/** Every row of every table, and the numbers that were given. */
function readAll(path: string): Record<string, unknown[]> {
  using client = new Database(path, { readonly: true });
  const tables = [...listTables(client), 'sqlite_sequence'];
  return Object.fromEntries(
    tables.map((table) => [
      table,
      client
        .prepare(
          `SELECT * FROM "${table}" ${table === 'sqlite_sequence' ? "WHERE name <> 'muster_migrations'" : ''}`,
        )
        .values()
        .map((row) => JSON.stringify(row))
        .toSorted(),
    ]),
  );
}

async function move(from: MovedDatabase, to: MovedDatabase) {
  await using _from = from;
  await using _to = to;
  return await moveData(from, to);
}

async function countAccounts(url: string): Promise<number> {
  await using client = new SQL(url, { max: 1 });
  const [{ count }] = await client`SELECT count(*)::int AS count FROM accounts`;
  return count;
}

test('there and back, everything is as it was, and no number is given twice', async () => {
  const { folder, path, lastId } = await makeFilled();
  using _folder = folder;
  using back = makeFolder();
  const before = readAll(path);
  for (const [table, rows] of Object.entries(before)) expect([table, rows.length]).not.toContain(0);
  const url = await server.makeDatabase();
  const counts = await move(
    openMovedFolder(folder.path, { isTarget: false }),
    await openMovedPostgres(url),
  );
  expect(counts.get('accounts')).toBe(before.accounts?.length);
  expect(readAll(path)).toEqual(before);
  await move(await openMovedPostgres(url), openMovedFolder(back.path, { isTarget: true }));
  expect(readAll(join(back.path, 'muster.db'))).toEqual(before);

  await using store = await openPostgresStore(url);
  expect((await store.accounts.insertAccount(accountNamed('New'))).id).toBe(lastId + 1);
  using stores = openStore({ folder: back.path });
  expect((await stores.accounts.insertAccount(accountNamed('New'))).id).toBe(lastId + 1);
}, 120_000);

test('the tables that give each number once are those of the schema', () => {
  using folder = makeFolder();
  const path = join(folder.path, 'muster.db');
  makeSchema(path, migrations.length);
  using client = new Database(path, { readonly: true });
  const counting = client
    .prepare<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE sql LIKE '%AUTOINCREMENT%' AND name <> 'muster_migrations' ORDER BY name",
    )
    .all();
  expect(counting.map(({ name }) => name)).toEqual([...COUNTED]);
});

describe('nothing is changed', () => {
  test('where the target has data', async () => {
    const { folder } = await makeFilled();
    using _folder = folder;
    const url = await server.makeDatabase();
    {
      await using store = await openPostgresStore(url);
      await store.accounts.insertAccount(accountNamed('Here'));
    }
    const moving = move(
      openMovedFolder(folder.path, { isTarget: false }),
      await openMovedPostgres(url),
    );
    await expect(moving).rejects.toThrow(/has data already \(accounts\)/);
    expect(await countAccounts(url)).toBe(1);
  });

  test('where the copy is cut short, and it can be done again', async () => {
    const { folder, path } = await makeFilled();
    using _folder = folder;
    const url = await server.makeDatabase();
    const broken = openMovedFolder(folder.path, { isTarget: false });
    const cut: MovedDatabase = {
      ...broken,
      readCounters: () => Promise.reject(new Error('cut short')),
    };
    await expect(move(cut, await openMovedPostgres(url))).rejects.toThrow('cut short');
    expect(await countAccounts(url)).toBe(0);
    await move(openMovedFolder(folder.path, { isTarget: false }), await openMovedPostgres(url));
    expect(await countAccounts(url)).toBe(readAll(path).accounts?.length ?? 0);
  });

  test('where a row is not the same afterwards', async () => {
    const { folder } = await makeFilled();
    using _folder = folder;
    const url = await server.makeDatabase();
    const target = await openMovedPostgres(url);
    {
      await using client = new SQL(url, { max: 1 });
      await client.unsafe(`
        CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN NEW.flags := 'x'; RETURN NEW; END $$;
        CREATE TRIGGER spoil BEFORE INSERT ON accounts FOR EACH ROW
          WHEN (NEW.name = 'Many_900') EXECUTE FUNCTION spoil()`);
    }
    const moving = move(openMovedFolder(folder.path, { isTarget: false }), target);
    await expect(moving).rejects.toThrow('The copy of the table accounts is not the same');
    expect(await countAccounts(url)).toBe(0);
  });

  test('where a service uses one of the two', async () => {
    const url = await server.makeDatabase();
    await using _service = await openMovedPostgres(url);
    await expect(openMovedPostgres(url)).rejects.toThrow('A service uses');
    using folder = makeFolder();
    expect(() => openMovedFolder(folder.path, { isTarget: false })).toThrow('There is no database');
  });
});
