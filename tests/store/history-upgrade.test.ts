// A database from before there was a history gets its tables, keeps its data, and leaves a copy.

import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import type { SchemaChange } from '../../src/store/sqlite/migrate.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { createStore, openStore } from '../../src/store/sqlite/open-store.ts';
import { sampleAccount, sampleServer, sampleTime } from '../contract/fresh-stores.ts';
import { sampleMinute } from '../contract/history-store.ts';
import { makeFolder } from './folders.ts';

const tablesOf = (client: Database) =>
  client
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'history%'")
    .values()
    .flat()
    .toSorted();

test('the first version’s database is brought up to date with its data in it', async () => {
  using folder = makeFolder();
  const first = openDatabase({ folder: folder.path }, migrations.slice(0, 1), {});
  first.client.run(
    `INSERT INTO servers VALUES ('${sampleServer().hash}', '203.0.113.7', 25565, 'A server', 3, 16,
      'MCGalaxy 1.9.5.3', 1, 0, 'salt-of-the-sample', 'NL', ${sampleTime}, ${sampleTime + 30_000}, NULL)`,
  );
  first.client.run(`INSERT INTO service_state VALUES (1, ${sampleTime})`);
  expect(tablesOf(first.client)).toEqual([]);
  first.client.close(true);

  const changes: SchemaChange[] = [];
  const hooks = { onMigrated: (change: SchemaChange) => void changes.push(change) };
  {
    using store = openStore({ folder: folder.path }, hooks);
    expect(await store.servers.loadServers()).toEqual({
      servers: [sampleServer()],
      lastAliveAt: sampleTime,
    });
    await store.accounts.insertAccount(sampleAccount());
    await store.history.saveMinute(sampleMinute());
    expect(store.checkIntegrity()).toEqual([]);
  }
  expect(changes).toMatchObject([{ from: 1, to: migrations.length }]);
  using copy = new Database(changes[0]?.backup ?? '', { readonly: true });
  expect(tablesOf(copy)).toEqual([]);
  expect(copy.prepare('SELECT name FROM servers').values()).toEqual([['A server']]);

  using again = createStore(openDatabase({ folder: folder.path }, migrations, {}));
  expect(await again.history.loadMinutes()).toHaveLength(1);
});

test('chunks have no second index beside the key that they are sorted by', () => {
  using folder = makeFolder();
  const { client } = openDatabase({ folder: folder.path }, migrations, {});
  expect(() => client.prepare('SELECT rowid FROM history_chunks')).toThrow(/rowid/);
  client.close(true);
});
