// The numbers of a moved database: none is given twice, also of tables in which nothing is left.

import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { openMovedFolder, openStore } from '../../../src/app/open-stores.ts';
import { moveData } from '../../../src/platform/store/move-data.ts';
import { accountNamed } from '../../contract/fresh-stores.ts';
import { sampleEmail } from '../../modules/email/samples.ts';
import { makeFolder } from './folders.ts';

test('numbers go on behind the highest that was ever given, in tables with rows and without', async () => {
  using folder = makeFolder();
  const [from, to] = ['from', 'to'].map((name) => join(folder.path, name)) as [string, string];
  const email = { email: sampleEmail('test'), createdAt: 1, expiresAt: null };
  {
    using store = openStore({ folder: from });
    for (const name of ['Alice', 'Bob', 'Gone']) {
      await store.accounts.insertAccount(accountNamed(name));
    }
    await store.accounts.deleteAccount(3);
    for (let count = 0; count < 2; count += 1) await store.outbox.addToOutbox(email, 9);
    for (const id of [1, 2]) await store.outbox.removeFromOutbox(id);
  }
  {
    await using source = openMovedFolder(from, { isTarget: false });
    await using target = openMovedFolder(to, { isTarget: true });
    await moveData(source, target);
  }
  using store = openStore({ folder: to });
  expect((await store.accounts.insertAccount(accountNamed('Next'))).id).toBe(4);
  await store.outbox.addToOutbox(email, 9);
  expect((await store.outbox.listOutbox()).map(({ id }) => id)).toEqual([3]);
});
