// A database with rows in every table is brought to the next version, or a trial shows why it cannot be.

import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { createStore } from '../../../src/app/open-stores.ts';
import { openDatabase } from '../../../src/platform/store/sqlite/database.ts';
import { migrations } from '../../../src/platform/store/sqlite/migrations.ts';
import { tryMigrations } from '../../../src/platform/store/sqlite/trial.ts';
import { listTables, makeFilledDatabase } from './filled-database.ts';
import { fingerprint, makeFolder } from './folders.ts';
import { futureMigration, futureMigrations } from './migration-samples.ts';

function readAll(path: string): Record<string, unknown[]> {
  using client = new Database(path, { readonly: true });
  return Object.fromEntries(
    listTables(client).map((table) => [table, client.prepare(`SELECT * FROM "${table}"`).values()]),
  );
}

test('every row is there afterwards', async () => {
  using folder = makeFolder();
  const path = join(folder.path, 'muster.db');
  makeFilledDatabase(path);
  const before = readAll(path);
  {
    using store = createStore(openDatabase({ folder: folder.path }, futureMigrations, {}));
    expect(store.checkIntegrity()).toEqual([]);
    expect(await store.accounts.findAccountByName('Name1')).toMatchObject({ name: 'name1' });
  }
  expect(readAll(path)).toEqual({ ...before, future: [[7]] });
});

test.each([
  ['nothing', migrations, []],
  ['the next migration', futureMigrations, [futureMigration.tag]],
])('a trial of %s changes nothing', (_, known, tags) => {
  using folder = makeFolder();
  makeFilledDatabase(join(folder.path, 'muster.db'));
  const before = fingerprint(folder.path);
  const { steps } = tryMigrations(folder.path, 0, known);
  expect(steps.map(({ tag }) => tag)).toEqual(tags);
  expect(fingerprint(folder.path)).toEqual(before);
});

describe('a migration that fails on the data', () => {
  test.each<[string, string, RegExp]>([
    [
      'in a statement',
      'CREATE UNIQUE INDEX one_only ON accounts (verified_at IS NULL);',
      /^9999_next failed on a copy of the database: UNIQUE constraint failed.*Nothing was changed\.$/,
    ],
    [
      'in what belongs together',
      'DELETE FROM accounts WHERE id = 1;',
      /rows would lose the rows that they belong to/,
    ],
  ])('%s is found by the trial', (_, sql, message) => {
    using folder = makeFolder();
    makeFilledDatabase(join(folder.path, 'muster.db'));
    const before = fingerprint(folder.path);
    const known = [...migrations, { tag: '9999_next', sql }];
    expect(() => tryMigrations(folder.path, 0, known)).toThrow(message);
    expect(fingerprint(folder.path)).toEqual(before);
  });
});
