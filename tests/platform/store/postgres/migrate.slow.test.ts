// Only real files show that an upgrade is all or nothing, with a copy, and skips nothing.

import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStore, openStore } from '../../../../src/app/open-stores.ts';
import { openDatabase } from '../../../../src/platform/store/sqlite/database.ts';
import type { SchemaChange } from '../../../../src/platform/store/sqlite/migrate.ts';
import { type Migration, migrations } from '../../../../src/platform/store/sqlite/migrations.ts';
import { accountNamed, sampleAccount, sampleSession } from '../../../contract/fresh-stores.ts';
import { fingerprint, makeFolder } from '../folders.ts';
import { futureMigration, futureMigrations } from '../migration-samples.ts';
import { runChild, runTogether } from '../processes.ts';

const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678) };
const known = migrations.length;
const copyName = `muster-before-${known}-to-${known + 1}-20260102T030405Z`;

/** Opens and closes the database with these migrations; returns what the migrator reported. */
function bringTo(folder: string, known: readonly Migration[]): SchemaChange | undefined {
  let reported: SchemaChange | undefined;
  const onMigrated = (change: SchemaChange) => {
    reported = change;
  };
  openDatabase({ folder }, known, { clock, onMigrated }).client.close(true);
  return reported;
}

async function fillWithAccounts(folder: string, count: number): Promise<void> {
  using store = openStore({ folder });
  for (let index = 0; index < count; index += 1) {
    const account = accountNamed(`name${index}`, { forumTitle: 'x'.repeat(4000) });
    await store.accounts.insertAccount(account);
  }
}

function readColumn(path: string, query: string): unknown[] {
  using client = new Database(path, { readonly: true });
  return client.prepare(query).values().flat();
}

const tagsQuery = 'SELECT tag FROM muster_migrations ORDER BY position';

test('a new database gets every migration, no copy, and nothing the second time', () => {
  using folder = makeFolder();
  expect(bringTo(folder.path, migrations)).toEqual({
    from: 0,
    to: migrations.length,
    backup: undefined,
  });
  expect(bringTo(folder.path, migrations)).toBeUndefined();
  expect(readdirSync(folder.path)).toEqual(['muster.db']);
});

test('an existing database is changed after a copy of it was kept', async () => {
  using folder = makeFolder();
  await fillWithAccounts(folder.path, 3);
  const copy = join(folder.path, 'backups', `${copyName}.db`);
  expect(bringTo(folder.path, futureMigrations)).toEqual({
    from: known,
    to: known + 1,
    backup: copy,
  });
  expect(readdirSync(folder.path).toSorted()).toEqual(['backups', 'muster.db']);
  expect(readColumn(join(folder.path, 'muster.db'), 'SELECT x FROM future')).toEqual([7]);
  expect(readColumn(copy, tagsQuery)).toEqual(migrations.map(({ tag }) => tag));
  expect(readColumn(copy, 'SELECT name FROM accounts')).toEqual(['name0', 'name1', 'name2']);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder.path, 'backups')).mode & 0o777).toBe(0o700);
});

test('what a crash left in the WAL is in the copy too', async () => {
  using folder = makeFolder();
  using crashed = makeFolder();
  using store = openStore({ folder: folder.path });
  await store.accounts.insertAccount(sampleAccount());
  for (const name of ['muster.db', 'muster.db-wal']) {
    Bun.spawnSync(['cp', join(folder.path, name), crashed.path]);
  }
  const change = bringTo(crashed.path, futureMigrations);
  expect(readColumn(change?.backup ?? '', 'SELECT name FROM accounts')).toEqual(['Alice']);
});

test('a copy that is there already is never overwritten', async () => {
  using folder = makeFolder();
  await fillWithAccounts(folder.path, 1);
  const backups = join(folder.path, 'backups');
  mkdirSync(backups);
  writeFileSync(join(backups, `${copyName}.db`), 'mine');
  writeFileSync(join(backups, `${copyName}-2.db`), '');
  const before = fingerprint(backups);
  const change = bringTo(folder.path, futureMigrations);
  expect(change?.backup).toBe(join(backups, `${copyName}-3.db`));
  expect(fingerprint(backups)).toMatchObject(before);
});

test('a migration that sorts before one that was applied is run, not skipped', () => {
  using folder = makeFolder();
  bringTo(folder.path, futureMigrations);
  const late = { tag: '0001_late', sql: 'CREATE TABLE late (x INTEGER);' };
  const change = bringTo(folder.path, [...migrations, late, futureMigration]);
  expect(change).toMatchObject({ from: known + 1, to: known + 2 });
  const path = join(folder.path, 'muster.db');
  expect(readColumn(path, 'SELECT count(*) FROM late')).toEqual([0]);
  expect(readColumn(path, tagsQuery)).toEqual([
    ...migrations.map((migration) => migration.tag),
    '9999_future',
    '0001_late',
  ]);
});

test('rebuilding a table does not empty those that refer to it', async () => {
  using folder = makeFolder();
  const session = sampleSession();
  const { passwordHash } = sampleAccount();
  {
    using store = openStore({ folder: folder.path });
    await store.accounts.insertAccount(sampleAccount());
    await store.sessions.startSession(session, { passwordHash, endsValueHash: undefined });
  }
  const rebuild = {
    tag: '0001_rebuild',
    sql:
      'PRAGMA foreign_keys=OFF;--> statement-breakpoint\n' +
      'CREATE TABLE __new_accounts AS SELECT * FROM accounts;--> statement-breakpoint\n' +
      'DROP TABLE accounts;--> statement-breakpoint\n' +
      'ALTER TABLE __new_accounts RENAME TO accounts;--> statement-breakpoint\n' +
      'CREATE UNIQUE INDEX accounts_id ON accounts (id);--> statement-breakpoint\n' +
      'PRAGMA foreign_keys=ON;',
  };
  using store = createStore(
    openDatabase({ folder: folder.path }, [...migrations, rebuild], { clock }),
  );
  expect((await store.sessions.findSession(session.valueHash))?.account.name).toBe('Alice');
});

describe('a migration that cannot be finished leaves everything as it was', () => {
  const cases: [title: string, sql: string, refusal: RegExp][] = [
    [
      'its second statement fails',
      'CREATE TABLE half (x INTEGER);--> statement-breakpoint\nINSERT INTO nowhere VALUES (1);',
      /no such table: nowhere/,
    ],
    [
      'it leaves rows without what they belong to',
      "INSERT INTO sessions (value_hash, account_id, created_at, last_used_at) VALUES ('hash', 99, 0, 0);",
      /^\S+muster\.db could not be updated: .*Nothing was changed\.$/,
    ],
  ];
  for (const [title, sql, refusal] of cases) {
    test(title, async () => {
      using folder = makeFolder();
      await fillWithAccounts(folder.path, 1);
      const before = fingerprint(folder.path);
      const withBad = [...migrations, { tag: '0001_bad', sql }];
      expect(() => bringTo(folder.path, withBad)).toThrow(refusal);
      expect(fingerprint(folder.path)).toEqual(before);
    });
  }
});

describe('without a copy nothing is changed', () => {
  test('because the place for copies is a file', async () => {
    using folder = makeFolder();
    await fillWithAccounts(folder.path, 1);
    writeFileSync(join(folder.path, 'backups'), '');
    const before = fingerprint(folder.path);
    expect(() => bringTo(folder.path, futureMigrations)).toThrow(
      /^No backup of \S+muster\.db could be made in \S+backups \(EEXIST\), so it was not changed\./,
    );
    expect(fingerprint(folder.path)).toEqual(before);
  });

  test('because the disk takes no file of that size; no half of a copy stays', async () => {
    using folder = makeFolder();
    await fillWithAccounts(folder.path, 100);
    const before = fingerprint(folder.path);
    const limited = ['bash', '-c', 'trap "" XFSZ; ulimit -f 128; exec "$@"', 'limited'];
    expect(await runChild('migrate', folder.path, limited)).toMatch(
      /^unavailable: No backup of \S+muster\.db could be made in \S+backups \(SQLITE_\w+\)/,
    );
    expect(fingerprint(folder.path)).toEqual(before);
    expect(readdirSync(join(folder.path, 'backups'))).toEqual([]);
  });
});

test('processes that start on one fresh folder at once all find it ready', async () => {
  using folder = makeFolder();
  const answers = await runTogether('open', folder.path, 6);
  expect(answers).toEqual(Array(6).fill('opened'));
  expect(readColumn(join(folder.path, 'muster.db'), tagsQuery)).toHaveLength(migrations.length);
});
