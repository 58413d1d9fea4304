// Only a restore that is killed anywhere shows that the next start has the old data or the new.

import { describe, expect, test } from 'bun:test';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../../src/app/open-stores.ts';
import { backUpDatabase } from '../../../../src/platform/store/sqlite/backup-files.ts';
import { lockFolder } from '../../../../src/platform/store/sqlite/folder.ts';
import { finishRestore, stageRestore } from '../../../../src/platform/store/sqlite/restore.ts';
import { accountNamed } from '../../../contract/fresh-stores.ts';
import { insertAccounts, makeFolder, overwrite, readNames, type TestFolder } from '../folders.ts';

const NOW = Date.UTC(2026, 0, 2);
const child = join(import.meta.dir, '../child.ts');
const hook = join(import.meta.dir, '../kill-before-call.ts');
/** More calls than a restore makes. */
const MAX_CALLS = 60;

/** Starts on the folder as a service does. */
function startOn(data: string): unknown[] {
  using _lock = lockFolder(data);
  finishRestore(data, NOW);
  openStore({ folder: data })[Symbol.dispose]();
  return readNames(join(data, 'muster.db'));
}

/** A data folder with Alice and Bob, Bob in the WAL alone, and a backup with Alice beside it. */
async function openCrashed(folder: TestFolder): Promise<string> {
  const made = join(folder.path, 'made');
  await insertAccounts(made, 'Alice');
  backUpDatabase(made, join(folder.path, 'backup.db'));
  using store = openStore({ folder: made });
  await store.accounts.insertAccount(accountNamed('Bob'));
  const data = join(folder.path, 'data');
  mkdirSync(data);
  for (const name of ['muster.db', 'muster.db-wal']) {
    copyFileSync(join(made, name), join(data, name));
  }
  return data;
}

/** Runs the restore until its `count`th change of files; returns whether it came to its end. */
async function restoreUntil(data: string, count: number): Promise<boolean> {
  const process_ = Bun.spawn([process.execPath, '--preload', hook, child, 'restore', data], {
    env: { ...process.env, KILL_BEFORE: String(count) },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
  });
  await process_.exited;
  if (process_.signalCode === null) expect(process_.exitCode).toBe(0);
  return process_.signalCode === null;
}

/** The names in every database that was kept. */
function listKept(data: string): unknown[][] {
  const folder = join(data, 'backups');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.db'));
  return names.map((name) => readNames(join(folder, name)));
}

/** The sizes of the logs that were kept. */
function listKeptLogs(data: string): number[] {
  const folder = join(data, 'backups');
  const names = readdirSync(folder).filter((name) => name.endsWith('.db-wal'));
  return names.map((name) => statSync(join(folder, name)).size);
}

test('killed before any of its changes, it leaves the old data or the new', async () => {
  const outcomes: string[] = [];
  for (let count = 1; count <= MAX_CALLS; count += 1) {
    using folder = makeFolder();
    const data = await openCrashed(folder);
    const isDone = await restoreUntil(data, count);
    const names = startOn(data).join();
    expect(['Alice', 'Alice,Bob']).toContain(names);
    // What is not in use any more is kept.
    if (names === 'Alice') expect(listKept(data)).toContainEqual(['Alice', 'Bob']);
    outcomes.push(names);
    // It can be done again, and then comes to its end.
    if (!isDone) stageRestore(data, join(folder.path, 'backup.db'));
    expect(startOn(data)).toEqual(['Alice']);
    expect(readdirSync(data).filter((name) => /restore|partial/.test(name))).toEqual([]);
    if (isDone) break;
  }
  expect(outcomes.length).toBeGreaterThan(10);
  expect(outcomes.length).toBeLessThan(MAX_CALLS);
  expect(new Set(outcomes)).toEqual(new Set(['Alice', 'Alice,Bob']));
  expect(outcomes.at(-1)).toBe('Alice');
});

test('a database whose header is damaged is kept with its log, which is not applied to the new one', async () => {
  for (let count = 1; count <= MAX_CALLS; count += 1) {
    using folder = makeFolder();
    const data = await openCrashed(folder);
    const walBytes = statSync(join(data, 'muster.db-wal')).size;
    overwrite(join(data, 'muster.db'), 0, Buffer.alloc(100, 0xa5));
    // The first page is also in the log; without it, nothing can be read.
    overwrite(join(data, 'muster.db-wal'), 0, Buffer.alloc(32, 0xa5));
    const isDone = await restoreUntil(data, count);
    const isReplaced = existsSync(join(data, 'muster-restore.db')) || isDone;
    if (isReplaced || !existsSync(join(data, 'muster.db-wal'))) {
      expect(startOn(data)).toEqual(['Alice']);
      expect(listKeptLogs(data)).toContain(walBytes);
    } else {
      expect(() => startOn(data)).toThrow();
      expect(statSync(join(data, 'muster.db-wal')).size).toBe(walBytes);
    }
    if (isDone) return;
  }
  throw new Error('The restore never came to its end.');
});

describe('a restore', () => {
  test('into an empty folder makes the database', async () => {
    using folder = makeFolder();
    await openCrashed(folder);
    const data = join(folder.path, 'new');
    expect(await restoreUntil(data, 999)).toBe(true);
    expect(startOn(data)).toEqual(['Alice']);
    expect(readdirSync(data).toSorted()).toEqual(['muster.db', 'service.lock']);
  });

  test('takes what is in the log beside its file too', async () => {
    using folder = makeFolder();
    const crashed = await openCrashed(folder);
    const data = join(folder.path, 'new');
    stageRestore(data, join(crashed, 'muster.db'));
    expect(startOn(data)).toEqual(['Alice', 'Bob']);
  });

  test('is the one that was staged last', async () => {
    using folder = makeFolder();
    const data = await openCrashed(folder);
    stageRestore(data, join(data, 'muster.db'));
    stageRestore(data, join(folder.path, 'backup.db'));
    expect(startOn(data)).toEqual(['Alice']);
  });

  test('of a copy that was damaged after it was staged leaves the database, and later starts are as ever', async () => {
    using folder = makeFolder();
    const data = await openCrashed(folder);
    const staged = join(data, 'muster-restore.db');
    for (const bytes of [new Uint8Array(20_000).fill(0xa5), new Uint8Array(0)]) {
      stageRestore(data, join(folder.path, 'backup.db'));
      const whole = readFileSync(staged);
      writeFileSync(
        staged,
        bytes.length === 0 ? bytes : Buffer.concat([whole.subarray(0, 8_192), bytes]),
      );
      expect(() => finishRestore(data, NOW)).toThrow(/The database was left as it is\.$/);
      expect(readdirSync(data)).toContain('muster-restore.db-refused');
      expect(startOn(data)).toEqual(['Alice', 'Bob']);
    }
  });

  test('is refused while another program has the database open, and done later', async () => {
    using folder = makeFolder();
    const data = await openCrashed(folder);
    stageRestore(data, join(folder.path, 'backup.db'));
    {
      using other = openStore({ folder: data });
      await other.accounts.findAccountByName('Alice');
      expect(() => finishRestore(data, NOW)).toThrow(/Another program has \S+muster\.db open/);
    }
    expect(readNames(join(data, 'muster.db'))).toEqual(['Alice', 'Bob']);
    expect(startOn(data)).toEqual(['Alice']);
  }, 20_000);
});
