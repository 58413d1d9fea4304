// Only database files in real states show what `muster check` finds, and that it leaves them as they are.

import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../../src/app/open-stores.ts';
import { readBesideWriter } from '../../../../src/platform/store/sqlite/applied.ts';
import { examineDatabase } from '../../../../src/platform/store/sqlite/examine.ts';
import { migrations } from '../../../../src/platform/store/sqlite/migrations.ts';
import { accountNamed, refusalOf } from '../../../contract/fresh-stores.ts';
import { sampleMinute } from '../../../contract/history-store.ts';
import {
  fingerprint,
  insertAccounts,
  makeFolder,
  manyNames,
  overwrite,
  overwritePage,
  pagesOf,
  type TestFolder,
} from '../folders.ts';
import { futureMigrations } from '../migration-samples.ts';
import { startChild } from '../processes.ts';

const pathIn = (folder: TestFolder) => join(folder.path, 'muster.db');
const examine = (folder: TestFolder) => examineDatabase(folder.path, pathIn(folder), migrations);
const refusal = async (folder: TestFolder) => `${await refusalOf((async () => examine(folder))())}`;

/** A folder with a database of some pages, which nobody has open. */
async function openSound(): Promise<TestFolder> {
  const folder = makeFolder();
  await insertAccounts(folder.path, ...manyNames(300));
  using store = openStore({ folder: folder.path });
  for (let at = 1; at < 40; at += 1) await store.history.saveMinute(sampleMinute({ at }));
  return folder;
}

function damage(folder: TestFolder, tree: string): void {
  overwritePage(pathIn(folder), pagesOf(pathIn(folder), tree).at(-1) ?? 0);
}

test('a sound database is reported with its size and the time, and left as it is', async () => {
  using folder = await openSound();
  const before = fingerprint(folder.path);
  const { isNew, bytes, tookMs } = examine(folder);
  expect([isNew, bytes]).toEqual([false, statSync(pathIn(folder)).size]);
  expect(tookMs).toBeGreaterThan(0);
  expect(fingerprint(folder.path)).toEqual(before);
});

test('a database that is not there, or empty, is new', () => {
  using folder = makeFolder();
  expect(examine(folder)).toMatchObject({ isNew: true });
  writeFileSync(pathIn(folder), '');
  expect(examine(folder)).toMatchObject({ isNew: true });
  expect(statSync(pathIn(folder)).size).toBe(0);
});

test('an empty one that was not always empty is reported', async () => {
  using folder = await openSound();
  Bun.spawnSync(['mv', pathIn(folder), join(folder.path, 'muster.db.bak')]);
  writeFileSync(pathIn(folder), '');
  expect(await refusal(folder)).toMatch(/muster\.db is empty, but muster\.db\.bak beside it/);
});

describe('damage', () => {
  for (const tree of ['accounts', 'accounts_name_key_unique', 'sqlite_sequence']) {
    test(`to ${tree} is reported, and nothing is written`, async () => {
      using folder = await openSound();
      damage(folder, tree);
      const before = fingerprint(folder.path);
      expect(await refusal(folder)).toMatch(
        /muster\.db is damaged \(.+\)\. The table (accounts|sqlite_sequence) is damaged\. /,
      );
      expect(fingerprint(folder.path)).toEqual(before);
    });
  }

  test('that ends SQLite’s check is reported too', async () => {
    using folder = await openSound();
    overwrite(pathIn(folder), 100, new Uint8Array(3_000).fill(0xa5));
    expect(await refusal(folder)).toMatch(/muster\.db is damaged or not a database/);
  });
});

test('a database of a newer version is refused as at a start', async () => {
  using folder = await openSound();
  const newer = { folder: folder.path };
  const { openDatabase } = await import('../../../../src/platform/store/sqlite/database.ts');
  openDatabase(newer, futureMigrations, {}).client.close(true);
  expect(await refusal(folder)).toContain('newer muster');
});

describe('beside a service', () => {
  test('what cannot be read while something is written is read again, five times at most', async () => {
    using folder = await openSound();
    let looks = 0;
    const lookUntil = (count: number) =>
      readBesideWriter(pathIn(folder), () => {
        looks += 1;
        if (looks === count) return 'whole';
        using other = new Database(pathIn(folder));
        other.run(`UPDATE accounts SET forum_title = 'change ${looks}'`);
        throw new Error('torn');
      });
    expect([lookUntil(3), looks]).toEqual(['whole', 3]);
    looks = 0;
    expect(() => lookUntil(99)).toThrow('torn');
    expect(looks).toBe(5);
    const look = () =>
      readBesideWriter(pathIn(folder), () => {
        looks += 1;
        throw new Error('damaged');
      });
    expect(look).toThrow('damaged');
    expect(looks).toBe(6);
  });

  test('it is content while others read and write', async () => {
    using folder = await openSound();
    using store = openStore({ folder: folder.path });
    await store.accounts.insertAccount(accountNamed('Alice'));
    expect(examine(folder)).toMatchObject({ isNew: false });
    await store.accounts.insertAccount(accountNamed('Bob'));
    expect(store.checkIntegrity()).toEqual([]);
  });

  test('a write lock that is not released is reported', async () => {
    using folder = await openSound();
    using other = new Database(pathIn(folder));
    other.run('BEGIN IMMEDIATE');
    expect(await refusal(folder)).toMatch(/another program has locked it \(SQLITE_BUSY\)/);
    other.run('ROLLBACK');
    expect(examine(folder)).toMatchObject({ isNew: false });
  }, 20_000);

  test('a database that the service lost is reported', async () => {
    using folder = await openSound();
    await using service = await startChild('hold', folder.path);
    service.go();
    expect(await service.readLine()).toBe('held');
    expect(examine(folder)).toMatchObject({ isNew: false });
    for (const name of readdirSync(folder.path)) rmSync(join(folder.path, name));
    expect(await refusal(folder)).toMatch(
      /The running service \(process \d+\) has muster\.db open/,
    );
    await service.kill();
    expect(examine(folder)).toMatchObject({ isNew: true });
  });
});
