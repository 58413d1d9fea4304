// An action of an administrator and its entries in the audit log are one transaction.

import { expect, test } from 'bun:test';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { createStore } from '../../src/store/sqlite/open-store.ts';
import { refusalOf, sampleAccount } from '../contract/fresh-stores.ts';
import { entryOf } from '../support/moderation-samples.ts';

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
