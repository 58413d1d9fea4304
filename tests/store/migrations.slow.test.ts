// Only the generator shows that no change of the schema lacks its migration.

import { expect, test } from 'bun:test';
import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { fingerprint, makeFolder } from './folders.ts';

const root = join(import.meta.dir, '../..');

interface Journal {
  entries: { idx: number; when: number; tag: string }[];
}

const journal: Journal = JSON.parse(readFileSync(join(root, 'drizzle/meta/_journal.json'), 'utf8'));

test('the list names every migration of the journal, in its order', () => {
  expect(migrations.map((migration) => migration.tag)).toEqual(
    journal.entries.map((entry) => entry.tag),
  );
});

test('the list carries the text of every migration in the folder', () => {
  const files = readdirSync(join(root, 'drizzle')).filter((name) => name.endsWith('.sql'));
  expect(files.toSorted()).toEqual(migrations.map((each) => `${each.tag}.sql`).toSorted());
  for (const { tag, sql } of migrations) {
    expect(sql).toBe(readFileSync(join(root, 'drizzle', `${tag}.sql`), 'utf8'));
  }
});

test('the journal counts up, in number and in time', () => {
  const { entries } = journal;
  expect(entries.map((entry) => entry.idx)).toEqual(entries.map((_, index) => index));
  const times = entries.map((entry) => entry.when);
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
});

test('the schema has no change that a migration is missing for', async () => {
  using folder = makeFolder();
  cpSync(join(root, 'drizzle'), join(folder.path, 'drizzle'), { recursive: true });
  cpSync(join(root, 'drizzle.config.ts'), join(folder.path, 'drizzle.config.ts'));
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'));
  const before = fingerprint(join(folder.path, 'drizzle'));
  const kit = Bun.spawn(
    [process.execPath, join(root, 'node_modules/drizzle-kit/bin.cjs'), 'generate'],
    { cwd: folder.path, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' },
  );
  const output = `${await new Response(kit.stdout).text()}${await new Response(kit.stderr).text()}`;
  expect(output).toContain('No schema changes');
  expect(fingerprint(join(folder.path, 'drizzle'))).toEqual(before);
});
