// A history of players that cannot be read: it is set aside, and nothing else is lost or kept from starting.

import { Database } from 'bun:sqlite';
import { beforeAll, describe, expect, test } from 'bun:test';
import {
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import type { HistoryFate } from '../../src/store/sqlite/history-damage.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { openServiceStore } from '../../src/store/sqlite/open-service-store.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { accountNamed, refusalOf, sampleHash, sampleServer } from '../contract/fresh-stores.ts';
import { sampleMinute } from '../contract/history-store.ts';
import { entryOf } from '../support/moderation-samples.ts';
import { problemsOf, UNHEARD } from '../support/store.ts';
import { makeFolder, type TestFolder } from './folders.ts';
import { futureMigrations } from './migration-samples.ts';

const HISTORY = ['history_minutes', 'history_series', 'history_chunks', 'history_records'];
const RECORDS = { players: { count: 70, at: 9 }, servers: { count: 30, at: 8 } };
const PAGE = 4096;

interface Page {
  number: number;
  tree: string;
  /** `internal`, `leaf` or `overflow`. */
  type: string;
}

let sound: TestFolder;
let pages: Page[] = [];

/** A store with some pages of history and a little of the rest, closed in good order. */
beforeAll(async () => {
  sound = makeFolder();
  {
    using store = openStore({ folder: sound.path });
    await store.accounts.insertAccount(accountNamed('Alice'));
    await store.accounts.insertAccount(accountNamed('Bob'));
    await store.servers.saveBatch({ saved: [sampleServer()], removed: [], aliveAt: 5 });
    await store.moderation.addFeatured(sampleServer().hash, entryOf());
    for (let at = 0; at < 40; at += 1) {
      const newcomers = Array.from({ length: 100 }, (_, index) => ({
        hash: sampleHash(at * 100 + index),
        players: 1,
      }));
      await store.history.saveMinute(
        sampleMinute({ at: 30_000_000 + at, newcomers, records: RECORDS }),
      );
    }
    // Longer than a page, so that most of it lies elsewhere than its row.
    const long = { series: new Uint32Array(2_000).fill(1), counts: new Uint16Array(2_000) };
    await store.history.saveMinute(sampleMinute({ at: 30_000_100, ...long }));
    const slots = Uint32Array.from({ length: 60 }, (_, index) => 70_000 + index);
    const saved = Array.from({ length: 2_000 }, (_, index) => ({
      ...{ series: index, step: 1, number: 500_000 },
      ...{ means: slots, peaks: slots },
    }));
    await store.history.saveCompaction({ saved, removed: [], emptied: [] });
  }
  // Which page belongs to which table, according to SQLite.
  using client = new Database(join(sound.path, 'muster.db'));
  client.run("DELETE FROM accounts WHERE name = 'Bob'");
  pages = client
    .prepare<Page, []>(
      'SELECT pageno AS number, name AS tree, pagetype AS type FROM dbstat WHERE pageno > 1 ORDER BY length(path), path',
    )
    .all();
});

function isHistory({ tree }: Page): boolean {
  return tree.startsWith('history_');
}

/** Fills a page with rubbish, and returns that. */
function damage(folder: string, { number }: Page): Uint8Array {
  const descriptor = openSync(join(folder, 'muster.db'), 'r+');
  const bytes = crypto.getRandomValues(new Uint8Array(PAGE));
  // Never the mark of a page of a tree.
  bytes[0] = 0xa5;
  writeSync(descriptor, bytes, 0, PAGE, (number - 1) * PAGE);
  closeSync(descriptor);
  return bytes;
}

function damagedCopy(page: Page): TestFolder {
  const folder = makeFolder();
  cpSync(sound.path, folder.path, { recursive: true });
  damage(folder.path, page);
  return folder;
}

function openAsService(folder: string) {
  const fates: HistoryFate[] = [];
  const store = openServiceStore(folder, {
    service: { ...UNHEARD, onHistory: (fate) => fates.push(fate) },
  });
  return { store, fates };
}

function damageIn(path: string): string[] {
  using store = openStore({ folder: path });
  return store.checkIntegrity();
}

/** Every row of every table but those of the history, with the numbers that were given. */
function readAllButHistory(path: string): Record<string, unknown[]> {
  using client = new Database(path);
  const names = client
    .prepare<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => name)
    .filter((name) => !HISTORY.includes(name));
  return Object.fromEntries(
    names.map((name) => [name, client.prepare(`SELECT * FROM "${name}" ORDER BY 1`).values()]),
  );
}

function schemaOf(path: string): unknown[] {
  using client = new Database(path);
  return client.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').values();
}

describe('the first page of each table of the history', () => {
  for (const tree of [...HISTORY, 'history_series_hash_unique']) {
    test(`${tree}: the database is kept, and a new history begins`, async () => {
      const page = pages.find((each) => each.tree === tree) as Page;
      using folder = damagedCopy(page);
      const path = join(folder.path, 'muster.db');
      const rubbish = damage(folder.path, page);
      const { store, fates } = openAsService(folder.path);
      {
        await using _store = store;
        const [fate] = fates;
        if (fate?.kind !== 'set aside')
          throw new Error(`expected it to be set aside: ${fate?.kind}`);
        expect(fates).toHaveLength(1);
        expect(fate.path).toStartWith(join(folder.path, 'backups', 'muster-damaged-'));
        expect(statSync(fate.path).mode & 0o777).toBe(0o600);
        expect(problemsOf(store)).toEqual([
          {
            status: 'degraded',
            message: expect.stringContaining(`backups/${basename(fate.path)}`),
          },
        ]);
        // What somebody may still recover is as it was found.
        const kept = readFileSync(fate.path).subarray((page.number - 1) * PAGE, page.number * PAGE);
        expect(kept.equals(rubbish)).toBe(true);
        expect(await store.history.loadMinutes()).toEqual([]);
        // Records outlast damage to what they were read from.
        const records = tree === 'history_records' ? undefined : RECORDS;
        expect(await store.history.loadRecords()).toEqual(records);
        const newcomers = [{ hash: sampleHash(1), players: 3 }];
        // Numbers are never given twice, those of the lost history included.
        expect(await store.history.saveMinute(sampleMinute({ newcomers }))).toEqual([4_001]);
        expect((await store.accounts.findAccountByName('Alice'))?.id).toBe(1);
        expect(await store.servers.loadServers()).toEqual({
          servers: [sampleServer()],
          lastAliveAt: 5,
        });
      }
      expect(readdirSync(folder.path).toSorted()).toEqual(['backups', 'muster.db']);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      const before = readAllButHistory(join(sound.path, 'muster.db'));
      const after = readAllButHistory(path);
      const withoutHistory = (rows: unknown[]) =>
        rows.filter((row) => !`${row}`.startsWith('history_'));
      expect({ ...after, sqlite_sequence: withoutHistory(after.sqlite_sequence ?? []) }).toEqual({
        ...before,
        sqlite_sequence: withoutHistory(before.sqlite_sequence ?? []),
      });
      expect(schemaOf(path)).toEqual(schemaOf(join(sound.path, 'muster.db')));
      const again = openAsService(folder.path);
      await using second = again.store;
      const found = damageIn(folder.path);
      expect([again.fates, problemsOf(second), found]).toEqual([[], [], []]);
      expect((await second.accounts.insertAccount(accountNamed('Carol'))).id).toBe(3);
    });
  }
});

test('a value that goes on in a damaged page is found at the start', async () => {
  const page = pages.find((each) => each.tree === 'history_minutes' && each.type === 'overflow');
  using folder = damagedCopy(page as Page);
  const { store, fates } = openAsService(folder.path);
  await using _store = store;
  expect(fates).toMatchObject([{ kind: 'set aside' }]);
});

test('a command leaves damaged history where it is', async () => {
  using folder = damagedCopy(pages.find(({ tree }) => tree === 'history_minutes') as Page);
  using store = openStore({ folder: folder.path });
  expect((await store.accounts.findAccountByName('Alice'))?.id).toBe(1);
  expect(existsSync(join(folder.path, 'backups'))).toBe(false);
});

test('a whole history is left alone', async () => {
  using folder = makeFolder();
  cpSync(sound.path, folder.path, { recursive: true });
  writeFileSync(join(folder.path, 'history-damaged'), '');
  const { store, fates } = openAsService(folder.path);
  await using _store = store;
  expect(fates).toEqual([]);
  expect(await store.history.loadMinutes()).toHaveLength(41);
  expect(readdirSync(folder.path)).not.toContain('history-damaged');
});

test('damage deep in it is met later, reported once, and set aside by the next start', async () => {
  const deep = pages.filter(({ tree }) => tree === 'history_chunks');
  using folder = damagedCopy(deep[Math.floor(deep.length / 2)] as Page);
  {
    const { store, fates } = openAsService(folder.path);
    await using _store = store;
    expect(fates).toEqual([]);
    const readAll = () =>
      Promise.all(
        Array.from({ length: 2_000 }, (_, series) =>
          store.history.readChunks({ series, step: 1, first: 0, last: 1_000_000 }),
        ),
      );
    expect(await refusalOf(readAll())).toMatchObject({ kind: 'unavailable' });
    await refusalOf(readAll());
    expect(fates).toEqual([{ kind: 'damaged' }]);
    expect(problemsOf(store)).toEqual([
      {
        status: 'degraded',
        message: expect.stringMatching(/Restart the service, which sets it aside/),
      },
    ]);
    expect((await store.accounts.findAccountByName('Alice'))?.id).toBe(1);
  }
  const { store, fates } = openAsService(folder.path);
  await using _store = store;
  expect(fates).toMatchObject([{ kind: 'set aside' }]);
  expect(damageIn(folder.path)).toEqual([]);
  expect(readdirSync(folder.path)).not.toContain('history-damaged');
});

test('where it cannot be set aside, the rest is served and the history kept in memory', async () => {
  using folder = damagedCopy(pages.find(({ tree }) => tree === 'history_minutes') as Page);
  // In the way of the folder that the damaged database would be kept in.
  writeFileSync(join(folder.path, 'backups'), '');
  for (let round = 0; round < 2; round += 1) {
    const { store, fates } = openAsService(folder.path);
    await using _store = store;
    expect(fates).toEqual([{ kind: 'unusable', reason: 'EEXIST' }]);
    expect(problemsOf(store)).toMatchObject([{ status: 'degraded' }]);
    await store.history.saveMinute(sampleMinute());
    expect(await store.history.loadMinutes()).toHaveLength(1);
    await store.accounts.updateAccount(1, { flags: 'd' }, { endSessions: false });
  }
  rmSync(join(folder.path, 'backups'));
  const { store, fates } = openAsService(folder.path);
  await using _store = store;
  expect(fates).toMatchObject([{ kind: 'set aside' }]);
  expect((await store.accounts.findAccountById(1))?.flags).toBe('d');
});

test('where another program has the database open, it is left alone for this time', async () => {
  using folder = damagedCopy(pages.find(({ tree }) => tree === 'history_series') as Page);
  using other = openDatabase({ folder: folder.path }, migrations, {}).client;
  other.prepare('SELECT count(*) FROM accounts').get();
  const { store, fates } = openAsService(folder.path);
  await using _store = store;
  expect(fates).toMatchObject([{ kind: 'unusable' }]);
});

test('an upgrade of a database with a damaged history goes on', () => {
  using folder = damagedCopy(pages.find(({ tree }) => tree === 'history_minutes') as Page);
  const fates: HistoryFate[] = [];
  const service = {
    onProblem() {},
    onRecovered() {},
    onHistory: (fate: HistoryFate) => fates.push(fate),
  };
  const { client } = openDatabase({ folder: folder.path }, futureMigrations, { service });
  using _client = client;
  expect(fates).toMatchObject([{ kind: 'set aside' }]);
  expect(readdirSync(join(folder.path, 'backups'))).toHaveLength(2);
});

test('damage to the rest is no matter of the history', async () => {
  for (const tree of ['accounts', 'audit_entries', 'servers']) {
    using folder = damagedCopy(pages.find((page) => page.tree === tree) as Page);
    const { store, fates } = openAsService(folder.path);
    await using _store = store;
    expect(fates).toEqual([]);
  }
  expect(pages.filter(isHistory).length).toBeGreaterThan(100);
});
