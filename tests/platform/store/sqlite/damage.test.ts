// Damage that only a check of every page and every index finds: the same for `muster check`, backups and a service.

import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findDamage } from '../../../../src/platform/store/sqlite/damage.ts';
import { examineDatabase } from '../../../../src/platform/store/sqlite/examine.ts';
import { migrations } from '../../../../src/platform/store/sqlite/migrations.ts';
import { insertAccounts, makeFolder, overwrite, pagesOf } from '../folders.ts';

const INDEX = 'accounts_name_key_unique';

/** An index has another name than its account: each page by itself is whole. */
async function makeContradiction() {
  const folder = makeFolder();
  const path = join(folder.path, 'muster.db');
  await insertAccounts(folder.path, 'alice', 'bob');
  const [page = 0] = pagesOf(path, INDEX);
  const start = (page - 1) * 4096;
  const at = readFileSync(path)
    .subarray(start, start + 4096)
    .indexOf('alice');
  overwrite(path, start + at, Buffer.from('alicf'));
  return { folder, path, [Symbol.dispose]: folder[Symbol.dispose] };
}

test('an index that contradicts its table is found, which no check of single pages does', async () => {
  using made = await makeContradiction();
  using client = new Database(made.path, { readonly: true });
  expect(client.prepare('PRAGMA quick_check').values()).toEqual([['ok']]);
  expect(findDamage(client)).toMatchObject({ tables: ['accounts'] });
});

test('muster check tells of it, with what to do', async () => {
  using made = await makeContradiction();
  const check = () => examineDatabase(made.folder.path, made.path, migrations);
  expect(check).toThrow(
    /is damaged \(.*\)\. The table accounts is damaged\. .*muster restore.*sqlite3/,
  );
});
