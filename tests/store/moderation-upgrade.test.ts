// A database whose bans are all on ranges keeps them, as bans of the command line that never end.

import { expect, test } from 'bun:test';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { refusalOf } from '../contract/fresh-stores.ts';
import { banOf, entryOf } from '../support/moderation-samples.ts';
import { makeFolder } from './folders.ts';

const BEFORE = migrations.findIndex(({ tag }) => tag.endsWith('_moderation'));

test('bans and featured servers from before are there afterwards, and count once', async () => {
  using folder = makeFolder();
  const first = openDatabase({ folder: folder.path }, migrations.slice(0, BEFORE), {});
  first.client.run(
    `INSERT INTO bans (range, reason, created_at) VALUES ('203.0.113.0/24', 'Spam', 5),
      ('198.51.100.7/32', 'Fake', 4)`,
  );
  first.client.run(`INSERT INTO featured_servers VALUES ('${'a'.repeat(32)}', 3)`);
  first.client.close(true);

  using store = openStore({ folder: folder.path });
  const spam = banOf('203.0.113.0/24', 'Spam', { createdAt: 5 });
  expect(await store.moderation.listBans()).toEqual([
    banOf('198.51.100.7/32', 'Fake', { createdAt: 4 }),
    spam,
  ]);
  expect(await store.moderation.listFeatured()).toEqual(['a'.repeat(32)]);
  expect(await refusalOf(store.moderation.addBan(spam, entryOf()))).toMatchObject({
    kind: 'conflict',
  });
  expect(await store.audit.listActions({ limit: 9 })).toEqual([]);
  expect(store.checkIntegrity()).toEqual([]);
});
