// A database with damaged pages: a start goes on, or three commands bring everything back that can be read.

import { Database } from 'bun:sqlite';
import { afterAll, describe, expect, test } from 'bun:test';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openForLooking } from '../../src/store/sqlite/applied.ts';
import { describeOpenFailure } from '../../src/store/sqlite/connection.ts';
import { findDamage } from '../../src/store/sqlite/damage.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { finishRestore, stageRestore, summarizeBackup } from '../../src/store/sqlite/restore.ts';
import { salvageDatabase, salvageInto } from '../../src/store/sqlite/salvage.ts';
import type { DamageReport } from '../../src/store/sqlite/set-aside.ts';
import { accountNamed } from '../contract/fresh-stores.ts';
import { makeFilledDatabase } from './filled-database.ts';
import { insertAccounts, makeFolder, manyNames, overwritePage } from './folders.ts';
import { futureMigrations } from './migration-samples.ts';

const PAGE = 4096;
const NOW = Date.UTC(2026, 0, 2);
const databaseIn = (folder: string) => join(folder, 'muster.db');

interface Tree {
  name: string;
  table: string;
  rootPage: number;
}

type Rows = Record<string, string[]>;

/** A database with rows in every table, and the pages where its tables and indexes begin. */
const sound = makeFolder();
afterAll(() => sound[Symbol.dispose]());
makeFilledDatabase(databaseIn(sound.path));
const trees = read(databaseIn(sound.path), (client) =>
  client
    .prepare<Tree, []>(
      'SELECT name, tbl_name AS "table", rootpage AS rootPage FROM sqlite_schema WHERE rootpage > 1',
    )
    .all(),
);
const before = readAll(databaseIn(sound.path));
const tables = trees.filter(({ name, table }) => name === table);

function read<Result>(path: string, look: (client: Database) => Result): Result {
  using client = new Database(path, { readonly: true });
  return look(client);
}

/** Every row of every table. */
function readAll(path: string): Rows {
  return read(path, (client) => {
    const names = client.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").values();
    return Object.fromEntries(
      names.map(([name]) => [
        String(name),
        client
          .prepare(`SELECT * FROM "${name}"`)
          .values()
          .map((row) => JSON.stringify(row))
          .toSorted(),
      ]),
    );
  });
}

/** Always the same bytes for the same seed (xorshift). */
function rubbish(seed: number): Uint8Array {
  let state = seed * 2_654_435_761 + 1;
  return Uint8Array.from({ length: PAGE }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state;
  });
}

function makeDamaged(page: number, bytes = rubbish(page)) {
  const folder = makeFolder();
  copyFileSync(databaseIn(sound.path), databaseIn(folder.path));
  overwritePage(databaseIn(folder.path), page, bytes);
  return folder;
}

/** Opens the folder as a service does, reads what it loads at a start, and closes it. */
function start(folder: string): DamageReport[] {
  const reports: DamageReport[] = [];
  const { client } = openDatabase({ folder }, migrations, {
    service: { onDamage: (report) => reports.push(report) },
  });
  using _client = client;
  try {
    for (const table of ['bans', 'claims', 'unlisted_servers', 'site_notice', 'filter_words']) {
      client.prepare(`SELECT * FROM ${table}`).all();
    }
    return reports;
  } catch (error) {
    throw describeOpenFailure(error, databaseIn(folder));
  }
}

function isSound(folder: string): boolean {
  using store = openStore({ folder });
  return store.checkIntegrity().length === 0;
}

/** Tables whose rows belong to those of another one, and go with them. */
function listDependents(table: string): string[] {
  const children = read(databaseIn(sound.path), (client) =>
    tables
      .filter(({ name }) =>
        client
          .prepare('SELECT 1 FROM pragma_foreign_key_list(?) WHERE "table" = ?')
          .get(name, table),
      )
      .map(({ name }) => name),
  );
  if (table === 'history_series') children.push('history_minutes', 'history_chunks');
  return [table, ...children.flatMap(listDependents)];
}

/** The rows without those of the tables, and without the numbers of SQLite, which a lost table may change. */
function without(rows: Rows, left: readonly string[]): Rows {
  return Object.fromEntries(
    Object.entries(rows).filter(([name]) => ![...left, 'sqlite_sequence'].includes(name)),
  );
}

/** Salvages what can be read, and restores that. */
function salvage(folder: string) {
  const target = join(folder, 'salvaged.db');
  const made = salvageDatabase(folder, target);
  summarizeBackup(folder, target);
  stageRestore(folder, target);
  finishRestore(folder, NOW);
  return made.tables;
}

/** The same without what puts it on the disk. */
function salvageApart(folder: string): string {
  const target = join(folder, 'salvaged.db');
  using reader = openForLooking(databaseIn(folder));
  salvageInto(reader, target, findDamage(reader)?.tables ?? []);
  return target;
}

describe('random bytes where a table begins', () => {
  test('there are 44 tables', () => expect(tables).toHaveLength(44));

  test.each(tables)(
    '$name: a restart, or a salvage, brings everything else back',
    ({ name, rootPage }) => {
      using folder = makeDamaged(rootPage);
      let isMended = false;
      try {
        isMended = start(folder.path).some(({ kind }) => kind === 'set aside');
      } catch (error) {
        expect(`${error}`).toMatch(/muster\.db is damaged.*muster salvage/);
      }
      if (!isMended) {
        const salvaged = salvage(folder.path).find((table) => table.name === name);
        // What was migrated can be seen from the schema.
        expect(salvaged?.lost === 0).toBe(name === 'muster_migrations');
        expect(start(folder.path)).toEqual([]);
      }
      const after = readAll(databaseIn(folder.path));
      const gone = listDependents(name);
      expect(without(after, gone)).toEqual(without(before, gone));
      if (name === 'muster_migrations') {
        expect(after[name]).toHaveLength(migrations.length);
      }
      expect(isSound(folder.path)).toBe(true);
    },
  );

  test.each([
    ['zeros', new Uint8Array(PAGE)],
    ['a page that begins like one', Uint8Array.of(13, 0, 0, 0, 9, ...rubbish(1).subarray(5))],
  ])('the same with %s', (_, bytes) => {
    for (const { name, rootPage } of tables) {
      using folder = makeDamaged(rootPage, bytes);
      const target = salvageApart(folder.path);
      const gone = listDependents(name);
      expect(without(readAll(target), gone)).toEqual(without(before, gone));
    }
  });
});

test('an index is made again, with nothing lost', () => {
  for (const { name, rootPage } of trees.filter((tree) => tree.name !== tree.table)) {
    using folder = makeDamaged(rootPage);
    const target = salvageApart(folder.path);
    expect([name, readAll(target)]).toEqual([name, before]);
    expect(read(target, (client) => findDamage(client))).toBeUndefined();
  }
});

test('of a table with a damaged page in the middle, every row on other pages is salvaged and the rest counted', async () => {
  using folder = makeFolder();
  await insertAccounts(folder.path, ...manyNames(400));
  const path = databaseIn(folder.path);
  const leaves = read(path, (client) =>
    client
      .prepare<{ pageno: number; ncell: number }, []>(
        "SELECT pageno, ncell FROM dbstat WHERE name = 'accounts' AND pagetype = 'leaf' ORDER BY path",
      )
      .all(),
  );
  expect(leaves.length).toBeGreaterThan(5);
  const { pageno = 0, ncell = 0 } = leaves[2] ?? {};
  overwritePage(path, pageno);
  const accounts = salvage(folder.path).find(({ name }) => name === 'accounts');
  expect(accounts).toEqual({ name: 'accounts', rows: 400 - ncell, lost: ncell });
  // A number that was given is given to nobody else.
  using store = openStore({ folder: folder.path });
  expect((await store.accounts.insertAccount(accountNamed('Next'))).id).toBe(401);
});

describe('a start that sets a table aside', () => {
  const rootOf = (name: string) => tables.find((tree) => tree.name === name)?.rootPage ?? 0;

  test('keeps the damaged database as it was found, and reports it once', () => {
    using folder = makeDamaged(rootOf('site_notice'));
    const found = readFileSync(databaseIn(folder.path));
    const [report] = start(folder.path);
    if (report?.kind !== 'set aside') throw new Error(`not set aside: ${report?.kind}`);
    expect(report.tables).toEqual(['site_notice']);
    expect(report.path).toStartWith(join(folder.path, 'backups', 'muster-damaged-'));
    // But for the head of the file, which says how it is written.
    expect(readFileSync(report.path).subarray(100).equals(found.subarray(100))).toBe(true);
    expect(start(folder.path)).toEqual([]);
  });

  test('leaves it where another program has the database open, and goes on', () => {
    using folder = makeDamaged(rootOf('outbox'));
    using other = openDatabase({ folder: folder.path }, migrations, {}).client;
    other.prepare('SELECT count(*) FROM accounts').get();
    expect(start(folder.path)).toMatchObject([{ kind: 'not set aside', tables: ['outbox'] }]);
    expect(existsSync(join(folder.path, 'backups'))).toBe(false);
  }, 20_000);

  test('goes on with an upgrade', () => {
    using folder = makeDamaged(rootOf('reports'));
    const { client } = openDatabase({ folder: folder.path }, futureMigrations, {
      service: { onDamage() {} },
    });
    using _client = client;
    expect(client.prepare('SELECT x FROM future').values()).toEqual([[7]]);
  });

  test('never loses who is banned, or an account, without being told to', () => {
    for (const name of ['bans', 'accounts', 'account_security', 'claims', 'unlisted_servers']) {
      using folder = makeDamaged(rootOf(name));
      const found = readFileSync(databaseIn(folder.path)).subarray(100);
      try {
        expect(start(folder.path)).toEqual([{ kind: 'damaged', tables: [name] }]);
      } catch (error) {
        expect(`${error}`).toMatch(/muster salvage/);
      }
      expect(readFileSync(databaseIn(folder.path)).subarray(100).equals(found)).toBe(true);
    }
  });
});
