// An action and its entries are one transaction; roles survive the migration that introduced them.

import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { createStore, openStore } from '../../src/store/sqlite/open-store.ts';
import { refusalOf, sampleAccount } from '../contract/fresh-stores.ts';
import { entryOf } from '../support/moderation-samples.ts';
import { makeFolder } from './folders.ts';

test('where the log cannot be written, nothing is changed, added or removed', async () => {
  const connection = openDatabase({ memory: true }, migrations, {});
  using store = createStore(connection);
  const { administration, accounts } = store;
  const alice = await accounts.insertAccount(sampleAccount());
  connection.client.run(
    `CREATE TRIGGER no_log BEFORE INSERT ON audit_entries BEGIN SELECT RAISE(ABORT, 'full'); END`,
  );
  const action = { entries: [entryOf()], endSessions: true };
  const reserves = { skeletonHash: 'a', reservedUntil: 9 };
  const bob = sampleAccount({ name: 'Bob', email: 'bob@example.net' });
  for (const attempt of [
    () => administration.addAccount(bob, entryOf()),
    () =>
      administration.changeAccount(alice, { name: 'Zoe', suspendedAt: 1 }, { ...action, reserves }),
    () => administration.removeAccount(alice, { ...action, reserves }),
  ]) {
    await refusalOf(attempt());
    expect(await accounts.listAccounts({ afterId: 0, limit: 9 })).toEqual([
      { id: 1, ...sampleAccount() },
    ]);
  }
  expect(await store.registration.findNameObstacle('free', 'a', 0)).toBeUndefined();
});

test('administrators from before there were roles are administrators, and others are players', async () => {
  using folder = makeFolder();
  const before = migrations.findIndex(({ tag }) => tag.endsWith('_roles'));
  const old = openDatabase({ folder: folder.path }, migrations.slice(0, before), {});
  const insert = old.client.prepare(
    `INSERT INTO accounts (name, name_key, email, email_key, password_hash, suspended_at,
        suspension_reason, is_admin, flags, forum_title, is_premium, registered_at)
      VALUES (?, ?, ?, ?, 'hash', ?, 'why', ?, 'dm', 'Sir', 1, 7)`,
  );
  insert.run('Anna', 'anna', 'a@x', 'a@x', null, 1);
  insert.run('Paul', 'paul', 'p@x', 'p@x', 5, 0);
  old.client.close(true);

  using store = openStore({ folder: folder.path });
  expect(await store.accounts.listAccounts({ afterId: 0, limit: 9 })).toMatchObject([
    { name: 'Anna', role: 'administrator', suspendedAt: null, suspendedUntil: null, flags: 'dm' },
    { name: 'Paul', role: 'player', suspendedAt: 5, suspendedUntil: null, forumTitle: 'Sir' },
  ]);
  expect(store.checkIntegrity()).toEqual([]);
  using file = new Database(`${folder.path}/muster.db`, { readonly: true });
  const columns = file.prepare('PRAGMA table_info(accounts)').all() as { name: string }[];
  expect(columns.map(({ name }) => name)).not.toContain('is_admin');
});
