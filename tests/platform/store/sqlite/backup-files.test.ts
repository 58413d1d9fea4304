// Backups of a data folder: whole, checked, never over another file, and nothing left where one fails.

import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../../src/app/open-stores.ts';
import {
  backUpDatabase,
  findBackupPath,
  listCopies,
  listPastCopies,
} from '../../../../src/platform/store/sqlite/backup-files.ts';
import {
  type KeepRule,
  pruneCopies,
} from '../../../../src/platform/store/sqlite/backup-retention.ts';
import { migrations } from '../../../../src/platform/store/sqlite/migrations.ts';
import { summarizeBackup } from '../../../../src/platform/store/sqlite/restore.ts';
import { stampOf } from '../../../../src/platform/store/sqlite/safety-copy.ts';
import { copyVerified } from '../../../../src/platform/store/sqlite/verified-copy.ts';
import { accountNamed } from '../../../contract/fresh-stores.ts';
import {
  insertAccounts,
  makeFolder,
  manyNames,
  overwritePage,
  pagesOf,
  readNames,
  type TestFolder,
} from '../folders.ts';

const DAY_MS = 86_400_000;
const pathIn = (folder: TestFolder) => join(folder.path, 'muster.db');

test('a backup has everything, also what is only in the WAL of a service, and is private', async () => {
  using folder = makeFolder();
  using store = openStore({ folder: folder.path });
  await store.accounts.insertAccount(accountNamed('Alice'));
  expect(statSync(`${pathIn(folder)}-wal`).size).toBeGreaterThan(0);
  mkdirSync(join(folder.path, 'copies'));
  const target = join(folder.path, 'copies/a.db');
  const copy = backUpDatabase(folder.path, target);
  expect(copy).toMatchObject({ path: target, bytes: statSync(target).size });
  // An account, the migrations, and the last number of each.
  expect(copy.rows).toBe(1 + migrations.length + 2);
  expect(readNames(target)).toEqual(['Alice']);
  expect(statSync(target).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder.path, 'copies'))).toEqual(['a.db']);
  await store.accounts.insertAccount(accountNamed('Bob'));
});

test('beside no service it leaves no other file', async () => {
  using folder = makeFolder();
  await insertAccounts(folder.path, 'Alice', 'Bob');
  backUpDatabase(folder.path, join(folder.path, 'a.db'));
  expect(readdirSync(folder.path).toSorted()).toEqual(['a.db', 'muster.db']);
});

describe('refused, with nothing changed', () => {
  test.each<[string, (folder: TestFolder) => string, RegExp]>([
    ['a file that exists', ({ path }) => join(path, 'mine.db'), /mine\.db exists already/],
    ['a folder', ({ path }) => join(path, 'shelf'), /shelf is a folder. Name a file in it/],
    ['a place below a file', ({ path }) => join(path, 'mine.db/x.db'), /\(ENOTDIR\)/],
    ['a folder that is missing', ({ path }) => join(path, 'usb/x.db'), /usb .*mount the disk/],
    ['the database itself', pathIn, /muster\.db exists already/],
  ])('%s', async (_, targetIn, message) => {
    using folder = makeFolder();
    await insertAccounts(folder.path, 'name0');
    writeFileSync(join(folder.path, 'mine.db'), 'mine');
    mkdirSync(join(folder.path, 'shelf'));
    expect(() => backUpDatabase(folder.path, targetIn(folder))).toThrow(message);
    expect(readdirSync(folder.path).toSorted()).toEqual(['mine.db', 'muster.db', 'shelf']);
    expect(statSync(join(folder.path, 'mine.db')).size).toBe(4);
    expect(readNames(pathIn(folder))).toEqual(['name0']);
  });

  test('a folder without a database', () => {
    using folder = makeFolder();
    expect(() => backUpDatabase(folder.path, join(folder.path, 'a.db'))).toThrow(
      /There is no database in .* yet\./,
    );
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('the database of another program', () => {
    using folder = makeFolder();
    using other = new Database(pathIn(folder));
    other.run('CREATE TABLE songs (title TEXT)');
    expect(() => backUpDatabase(folder.path, join(folder.path, 'a.db'))).toThrow(/another program/);
  });

  test('a damaged database', async () => {
    using folder = makeFolder();
    await insertAccounts(folder.path, ...manyNames(300));
    overwritePage(pathIn(folder), pagesOf(pathIn(folder), 'accounts').at(-1) ?? 0);
    mkdirSync(join(folder.path, 'b'));
    expect(() => backUpDatabase(folder.path, join(folder.path, 'b/a.db'))).toThrow(
      /muster\.db is damaged or not a database \(SQLITE_CORRUPT\w*\), so it could not be copied/,
    );
    expect(readdirSync(join(folder.path, 'b'))).toEqual([]);
  });
});

test('a backup that is damaged, also where its summary reads nothing, is refused', async () => {
  using folder = makeFolder();
  await insertAccounts(folder.path, 'Alice');
  const backup = join(folder.path, 'a.db');
  backUpDatabase(folder.path, backup);
  expect(summarizeBackup(folder.path, backup).counts.accounts).toBe(1);
  overwritePage(backup, pagesOf(backup, 'devices').at(-1) ?? 0);
  expect(() => summarizeBackup(folder.path, backup)).toThrow(/a\.db is damaged \(/);
});

describe('a change in the moment between both snapshots', () => {
  /** A connection beside which another one adds an account before each of the first copies. */
  class Disturbed extends Database {
    constructor(
      path: string,
      private times: number,
    ) {
      super(path, { readwrite: true });
    }

    override run(...given: Parameters<Database['run']>): ReturnType<Database['run']> {
      if (given[0].startsWith('VACUUM INTO') && this.times > 0) {
        this.times -= 1;
        using other = new Database(this.filename);
        other.run('INSERT INTO featured_servers VALUES (?, 0)', [`hash${this.times}`]);
      }
      return super.run(...given);
    }
  }

  async function copyDisturbed(folder: TestFolder, times: number) {
    await insertAccounts(folder.path, 'name0');
    mkdirSync(join(folder.path, 'b'));
    let opened = 0;
    return copyVerified({
      source: pathIn(folder),
      target: join(folder.path, 'b/a.db'),
      open: (path) => {
        opened += 1;
        return new Disturbed(path, opened === 2 ? times : 0);
      },
    });
  }

  test('causes another copy', async () => {
    using folder = makeFolder();
    const { path } = await copyDisturbed(folder, 2);
    using copy = new Database(path, { readonly: true });
    expect(copy.prepare('SELECT count(*) FROM featured_servers').values()).toEqual([[2]]);
    expect(readdirSync(join(folder.path, 'b'))).toEqual(['a.db']);
  });

  test('at every attempt makes it fail', async () => {
    using folder = makeFolder();
    expect(copyDisturbed(folder, 99)).rejects.toThrow(/featured_servers: 3 rows instead of 2/);
    expect(readdirSync(join(folder.path, 'b'))).toEqual([]);
  });
});

test('what killed processes left behind is removed, and nothing else', async () => {
  using folder = makeFolder();
  await insertAccounts(folder.path, 'name0');
  const copies = join(folder.path, 'b');
  mkdirSync(copies);
  const gone = 'muster-1.db.muster-999999999.partial';
  const stays = ['muster-1.db.muster-1.partial', 'other.partial', 'x.db-journal'];
  for (const name of [gone, `${gone}-journal`, `a.db.muster-${process.pid}.partial`, ...stays]) {
    writeFileSync(join(copies, name), 'x');
  }
  backUpDatabase(folder.path, join(copies, 'a.db'));
  expect(readdirSync(copies).toSorted()).toEqual(['a.db', ...stays].toSorted());
});

describe('removing old copies', () => {
  const now = Date.UTC(2026, 5, 30);
  const names = ['20260629', '20260628', '20260601', '20260501'].map(
    (day) => `muster-${day}T000000Z.db`,
  );
  const others = [
    'muster-saved-20200101T000000Z.db',
    'muster-damaged-20200101T000000Z.db',
    'mine.db',
    'muster-20200101T000000Z.db.gz',
  ];

  /** The database is in the same folder, where there is one. */
  const prune = (kind: 'backup' | 'before', rule: KeepRule, folder: string, at = now) =>
    pruneCopies(folder, kind, rule, at, folder);

  test.each<[string, number, number, number]>([
    ['by count', 2, 0, 2],
    ['by age', 99, 30 * DAY_MS, 3],
    ['by both', 1, 30 * DAY_MS, 1],
    ['never the newest', 1, 1, 1],
    ['not at all', 99, 0, 4],
  ])('%s', async (_, count, maxAgeMs, left) => {
    using folder = makeFolder();
    for (const name of [...names, ...others]) writeFileSync(join(folder.path, name), '');
    const removed = await prune('backup', { count, maxAgeMs }, folder.path);
    expect(removed).toEqual(names.slice(left).map((name) => join(folder.path, name)));
    expect(readdirSync(folder.path).toSorted()).toEqual(
      [...names.slice(0, left), ...others].toSorted(),
    );
  });

  test.each([1, 24, 24 * 3_650])(
    'one dated %d hours ahead is not the newest, counts for nothing, and stays',
    async (hours) => {
      using folder = makeFolder();
      const ahead = `muster-${stampOf(now + hours * 3_600_000)}.db`;
      for (const name of [...names, ahead]) writeFileSync(join(folder.path, name), '');
      const removed = await prune('backup', { count: 2, maxAgeMs: 0 }, folder.path);
      expect(removed).toEqual(names.slice(2).map((name) => join(folder.path, name)));
      expect(await listPastCopies(folder.path, 'backup', now)).toHaveLength(2);
      expect(readdirSync(folder.path)).toContain(ahead);
    },
  );

  test('none is removed after the clock leapt, nor where the database cannot say', async () => {
    using folder = makeFolder();
    for (const name of names) writeFileSync(join(folder.path, name), '');
    const remove = (at: number) => prune('backup', { count: 1, maxAgeMs: DAY_MS }, folder.path, at);
    const batch = { saved: [], removed: [] };
    const later = now + 400 * DAY_MS;
    {
      using store = openStore({ folder: folder.path });
      await store.servers.saveBatch({ ...batch, aliveAt: now });
      expect(await remove(later)).toEqual([]);
      // The service has run since, with the same clock.
      await store.servers.saveBatch({ ...batch, aliveAt: later });
    }
    expect(await remove(later + DAY_MS - 1)).toEqual([]);
    overwritePage(pathIn(folder), 1);
    expect(await remove(later + DAY_MS)).toEqual([]);
  });

  test('copies from before migrations and restores are a kind of their own', async () => {
    using folder = makeFolder();
    const before = [
      'muster-before-restore-20260629T000000Z.db',
      'muster-before-9-to-11-20260628T000000Z-2.db',
      'muster-before-9-to-11-20260628T000000Z.db',
    ];
    for (const name of [...names, ...before]) writeFileSync(join(folder.path, name), '');
    const listed = await listCopies(folder.path, 'before');
    expect(listed.map(({ path }) => path.slice(folder.path.length + 1))).toEqual(
      [before[0], before[2], before[1]].map(String),
    );
    const removed = await prune('before', { count: 1, maxAgeMs: 0 }, folder.path);
    expect(removed).toHaveLength(2);
    expect(await listCopies(folder.path, 'backup')).toHaveLength(4);
  });

  test('the time of a copy does not depend on the zone of this machine', async () => {
    using folder = makeFolder();
    writeFileSync(join(folder.path, names[0] ?? ''), '');
    const zone = process.env.TZ;
    try {
      for (process.env.TZ of ['America/St_Johns', 'Asia/Tokyo']) {
        expect(new Date(now).getTimezoneOffset()).not.toBe(0);
        const [copy] = await listCopies(folder.path, 'backup');
        expect(copy?.at).toBe(now - DAY_MS);
        expect(await findBackupPath(folder.path, now)).toEndWith('/muster-20260630T000000Z.db');
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  test('a second one of the same second has a name of its own, and is found', async () => {
    using folder = makeFolder();
    for (const _ of [1, 2]) writeFileSync(await findBackupPath(folder.path, now), '');
    expect(await listCopies(folder.path, 'backup')).toHaveLength(2);
  });

  test('a folder that does not exist has none', async () => {
    expect(await listCopies('/nowhere/at/all', 'backup')).toEqual([]);
  });
});
