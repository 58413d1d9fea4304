// A database of every schema so far opens on this build, with everything that was in it.

import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { tryMigrations } from '../../src/store/sqlite/trial.ts';
import { listTables, makeSchema, SAMPLE_ROWS } from './every-schema.ts';
import { fingerprint, makeFolder } from './folders.ts';

/** Where the rows of a table are now, where a migration moved them. */
const MOVED: Readonly<Record<string, string>> = { letters: 'outbox', letter_errands: 'outbox' };

function countAll(path: string): Record<string, number> {
  using client = new Database(path, { readonly: true });
  return Object.fromEntries(
    listTables(client).map((table) => [
      table,
      Number(client.prepare(`SELECT count(*) FROM "${table}"`).values()[0]?.[0]),
    ]),
  );
}

describe.each(migrations.map(({ tag }, index) => [tag, index + 1] as const))('%s', (_, count) => {
  test('opens, and every row is there', async () => {
    using folder = makeFolder();
    const path = join(folder.path, 'muster.db');
    makeSchema(path, count);
    const before = countAll(path);
    expect(before.accounts).toBe(SAMPLE_ROWS);
    {
      using store = openStore({ folder: folder.path });
      expect(store.checkIntegrity()).toEqual([]);
      expect(await store.accounts.findAccountByName('Name1')).toMatchObject({ name: 'name1' });
    }
    const after = countAll(path);
    const expected: Record<string, number> = {};
    for (const [table, rows] of Object.entries(before)) {
      const now = MOVED[table] ?? table;
      expected[now] = (expected[now] ?? 0) + rows;
    }
    // Codes from when they were kept in clear; they last for an hour.
    delete expected.claim_codes;
    const lost = Object.entries(expected).filter(([table, rows]) => (after[table] ?? 0) < rows);
    expect(lost).toEqual([]);
  });
});

test.each([1, migrations.length])('after %d migrations a trial changes nothing', (count) => {
  using folder = makeFolder();
  makeSchema(join(folder.path, 'muster.db'), count);
  const before = fingerprint(folder.path);
  const { steps } = tryMigrations(folder.path, 0);
  expect(steps.map(({ tag }) => tag)).toEqual(migrations.slice(count).map(({ tag }) => tag));
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
      /rows would be left without what they belong to/,
    ],
  ])('%s is found by the trial', (_, sql, message) => {
    using folder = makeFolder();
    makeSchema(join(folder.path, 'muster.db'), migrations.length);
    const before = fingerprint(folder.path);
    const known = [...migrations, { tag: '9999_next', sql }];
    expect(() => tryMigrations(folder.path, 0, known)).toThrow(message);
    expect(fingerprint(folder.path)).toEqual(before);
  });
});
