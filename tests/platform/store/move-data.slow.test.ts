// Only both engines together show that all data moves from one to the other, every row of it, or nothing does.

import { Database } from 'bun:sqlite';
import { afterAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { SQL as Client } from 'bun';
import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import {
  openMovedFolder,
  openMovedPostgres,
  openPostgresStore,
  openStore,
} from '../../../src/app/open-stores.ts';
import { type MovedDatabase, moveData } from '../../../src/platform/store/move-data.ts';
import { accountNamed } from '../../contract/fresh-stores.ts';
import { startPostgres } from '../../support/postgres.ts';
import { listTables, makeFilledDatabase } from './filled-database.ts';
import { makeFolder } from './folders.ts';

const server = await startPostgres();
afterAll(() => server[Symbol.asyncDispose](), 60_000);

/** A folder whose database has so many rows in every table that can have them. */
function makeFilled(rows = 501) {
  const folder = makeFolder();
  const path = join(folder.path, 'muster.db');
  makeFilledDatabase(path, rows);
  using client = new Database(path);
  // The samples have numbers in every column, and these hold 0 or 1.
  client.run('UPDATE accounts SET is_premium = 1');
  client.run('UPDATE reports SET wants_email = 1');
  client.run('UPDATE tag_changes SET is_offered = 1');
  client.run(
    'UPDATE player_pages SET is_shown = 1, are_servers_shown = 0, are_favourites_shown = 1',
  );
  client.run('UPDATE own_list_choices SET is_played_kept = 1');
  client.run('UPDATE server_states SET is_listed = 1, was_listed = 1');
  client.run('UPDATE servers SET is_public = 1, supports_web = 0, reachable_at = NULL');
  // Texts that PostgreSQL refuses, or that only one of the two would escape.
  client.run("UPDATE servers SET name = 'a' || char(0) || 'b' || char(57344) || '1'");
  client.run("UPDATE claims SET tags = '[\"' || char(57344) || '0\"]'");
  client.run(`UPDATE api_keys SET scopes = '["own:write"]'`);
  client.run(
    "UPDATE openid_clients SET redirect_uris = '[]', logout_uris = '[]', is_trusted = 1, is_active = 1",
  );
  for (const table of ['openid_consents', 'openid_grants'])
    client.run(`UPDATE ${table} SET scopes = '["openid"]'`);
  client.run("UPDATE history_chunks SET slots = x'00ff80'");
  for (const table of listTables(client)) {
    const keys = client
      .prepare<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?) WHERE pk > 0')
      .all(table);
    // What is in the first column of a key of several does not tell its rows apart.
    const [first, second] = keys.map(({ name }) => `"${name}"`);
    if (second)
      client.run(`UPDATE "${table}" SET ${first} = (SELECT min(${first}) FROM "${table}")`);
  }
  return { folder, path };
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

type Row = Record<string, unknown>;

/** A database whose devices are read in pages that `spoil` changes. */
function spoilReader(
  moved: MovedDatabase,
  spoil: (rows: Row[], page: number) => Row[],
): MovedDatabase {
  const { database } = moved;
  let page = 0;
  const select = (...columns: []) => ({
    from(table: PgTable) {
      const query = database.select(...columns).from(table);
      if (columns.length > 0 || table !== database.tables.devices) return query;
      return {
        where: (condition?: SQL) => ({
          orderBy: (...order: SQL[]) => ({
            async limit(most: number) {
              page += 1;
              const rows = await query
                .where(condition)
                .orderBy(...order)
                .limit(most);
              return spoil(rows, page);
            },
          }),
        }),
      };
    },
  });
  return { ...moved, database: { ...database, select } as unknown as MovedDatabase['database'] };
}

async function countAccounts(url: string): Promise<number> {
  await using client = new Client(url, { max: 1 });
  const [{ count }] = await client`SELECT count(*)::int AS count FROM accounts`;
  return count;
}

// No row, a page that is not full, one that is just full, and several with a rest.
test.each([0, 1, 500, 1_001])(
  'there and back with %i rows in every table, everything is as it was, and no number is given twice',
  async (rows) => {
    const { folder, path } = makeFilled(rows);
    using _folder = folder;
    using back = makeFolder();
    let lastId: number;
    {
      using store = openStore({ folder: folder.path });
      ({ id: lastId } = await store.accounts.insertAccount(accountNamed('Gone')));
      await store.accounts.deleteAccount(lastId);
    }
    const before = readAll(path);
    const singles = ['push_keys', 'service_state', 'site_notice', 'sqlite_sequence'];
    for (const [table, found] of Object.entries(before)) {
      if (!singles.includes(table)) expect([table, found.length]).toEqual([table, rows]);
    }
    const url = await server.makeDatabase();
    const counts = await move(
      openMovedFolder(folder.path, { isTarget: false }),
      await openMovedPostgres(url),
    );
    expect(counts.get('accounts')).toBe(rows);
    expect(counts.get('devices')).toBe(rows);
    expect(readAll(path)).toEqual(before);
    await move(await openMovedPostgres(url), openMovedFolder(back.path, { isTarget: true }));
    expect(readAll(join(back.path, 'muster.db'))).toEqual(before);

    await using store = await openPostgresStore(url);
    expect((await store.accounts.insertAccount(accountNamed('New'))).id).toBe(lastId + 1);
    using stores = openStore({ folder: back.path });
    expect((await stores.accounts.insertAccount(accountNamed('New'))).id).toBe(lastId + 1);
  },
  120_000,
);

describe('nothing is changed', () => {
  test('where the target has data', async () => {
    const { folder } = makeFilled();
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
    const { folder, path } = makeFilled();
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
    const { folder } = makeFilled();
    using _folder = folder;
    const url = await server.makeDatabase();
    const target = await openMovedPostgres(url);
    {
      await using client = new Client(url, { max: 1 });
      await client.unsafe(`
        CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN NEW.flags := 'x'; RETURN NEW; END $$;
        CREATE TRIGGER spoil BEFORE INSERT ON accounts FOR EACH ROW
          WHEN (NEW.name = 'name400') EXECUTE FUNCTION spoil()`);
    }
    const moving = move(openMovedFolder(folder.path, { isTarget: false }), target);
    await expect(moving).rejects.toThrow('The copy of the table accounts is not the same');
    expect(await countAccounts(url)).toBe(0);
  });

  const oneLess = (rows: Row[]) => (rows.length === 500 ? rows.slice(1) : rows);
  const firstPage = (rows: Row[], page: number) => (page === 1 ? rows : []);
  const oneOther = (rows: Row[], page: number) =>
    page === 2 ? rows.map((row, place) => (place === 0 ? { ...row, lastSeenAt: 1 } : row)) : rows;

  test.each([
    ['loses a row of each page', oneLess],
    ['ends after the first page', firstPage],
    ['alters a value', oneOther],
  ])('where the reader %s, on either engine', async (_, spoil) => {
    const { folder } = makeFilled();
    using _folder = folder;
    using back = makeFolder();
    const url = await server.makeDatabase();
    const fromSqlite = spoilReader(openMovedFolder(folder.path, { isTarget: false }), spoil);
    const notSame = 'The copy of the table devices is not the same';
    await expect(move(fromSqlite, await openMovedPostgres(url))).rejects.toThrow(notSame);
    expect(await countAccounts(url)).toBe(0);
    await move(openMovedFolder(folder.path, { isTarget: false }), await openMovedPostgres(url));
    const fromPostgres = spoilReader(await openMovedPostgres(url), spoil);
    const target = openMovedFolder(back.path, { isTarget: true });
    await expect(move(fromPostgres, target)).rejects.toThrow(notSame);
    expect(readAll(join(back.path, 'muster.db')).accounts).toEqual([]);
  });

  test('where a service uses one of the two', async () => {
    const url = await server.makeDatabase();
    await using _service = await openMovedPostgres(url);
    await expect(openMovedPostgres(url)).rejects.toThrow('A service uses');
    using folder = makeFolder();
    expect(() => openMovedFolder(folder.path, { isTarget: false })).toThrow('There is no database');
  });
});
