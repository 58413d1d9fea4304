// Only the generator shows that no change of a schema lacks its migration.

import { describe, expect, test } from 'bun:test';
import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { migrations as ofPostgres } from '../../../../src/platform/store/postgres/migrations.ts';
import { migrations as ofSqlite } from '../../../../src/platform/store/sqlite/migrations.ts';
import { fingerprint, makeFolder } from '../folders.ts';

const root = join(import.meta.dir, '../../../..');

interface Journal {
  entries: { idx: number; when: number; tag: string }[];
}

describe.each([
  ['SQLite', ofSqlite, 'drizzle', 'drizzle.config.ts'],
  ['PostgreSQL', ofPostgres, 'drizzle/postgres', 'drizzle.postgres.config.ts'],
] as const)('%s', (_engine, migrations, place, config) => {
  const folder = join(root, place);
  const { entries }: Journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'));

  test('the list has every migration of the folder, with its text, in the order of the journal', () => {
    expect(migrations.map(({ tag }) => tag)).toEqual(entries.map(({ tag }) => tag));
    const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
    expect(files.toSorted()).toEqual(migrations.map(({ tag }) => `${tag}.sql`).toSorted());
    for (const { tag, sql } of migrations) {
      expect(sql).toBe(readFileSync(join(folder, `${tag}.sql`), 'utf8'));
    }
  });

  test('the journal counts up, in number and in time', () => {
    expect(entries.map((entry) => entry.idx)).toEqual(entries.map((_, index) => index));
    const times = entries.map((entry) => entry.when);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
  });

  test('the schema has no change that a migration is missing for', async () => {
    using copy = makeFolder();
    for (const name of ['drizzle', config]) {
      cpSync(join(root, name), join(copy.path, name), { recursive: true });
    }
    for (const name of ['node_modules', 'src'])
      symlinkSync(join(root, name), join(copy.path, name));
    const before = fingerprint(join(copy.path, place));
    const generate = [join(root, 'node_modules/drizzle-kit/bin.cjs'), 'generate'];
    const kit = Bun.spawn([process.execPath, ...generate, '--config', config], {
      ...{ cwd: copy.path, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' },
    });
    const output = `${await new Response(kit.stdout).text()}${await new Response(kit.stderr).text()}`;
    expect(output).toContain('No schema changes');
    expect(fingerprint(join(copy.path, place))).toEqual(before);
  });
});
