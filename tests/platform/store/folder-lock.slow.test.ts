// Only processes that live and are killed show how long a data folder is taken.

import { describe, expect, test } from 'bun:test';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../src/app/open-stores.ts';
import { lockFolder } from '../../../src/platform/store/sqlite/folder.ts';
import { accountNamed } from '../../contract/fresh-stores.ts';
import { makeFolder } from './folders.ts';
import { runChild, startChild } from './processes.ts';

const refusal =
  /^Another muster is using the data folder \S+\. Stop it first, or use another folder/;

test('a folder is taken once, and free again when the lock is disposed', () => {
  using folder = makeFolder();
  const data = join(folder.path, 'data');
  for (let round = 0; round < 3; round += 1) {
    using _lock = lockFolder(data);
    expect(() => lockFolder(data)).toThrow(refusal);
  }
  expect(statSync(join(data, 'service.lock')).mode & 0o777).toBe(0o600);
});

test('other folders are not concerned', () => {
  using first = makeFolder();
  using second = makeFolder();
  using _first = lockFolder(first.path);
  using _second = lockFolder(second.path);
  expect(() => lockFolder(second.path)).toThrow(refusal);
});

test('the database of a locked folder stays open to commands', async () => {
  using folder = makeFolder();
  using _lock = lockFolder(folder.path);
  using store = openStore({ folder: folder.path });
  await store.accounts.insertAccount(accountNamed('Alice'));
  expect(await runChild('open', folder.path)).toBe('opened');
});

test('a second process is refused while the first lives, and not once it was killed', async () => {
  using folder = makeFolder();
  await using owner = await startChild('lock', folder.path);
  owner.go();
  expect(await owner.readLine()).toBe('locked');
  expect(await runChild('lock', folder.path)).toMatch(/^conflict: Another muster is using/);
  expect(() => lockFolder(folder.path)).toThrow(refusal);
  await owner.kill();
  using _lock = lockFolder(folder.path);
  expect(await runChild('lock', folder.path)).toMatch(/^conflict: Another muster is using/);
});

describe('a lock that cannot be taken for another reason', () => {
  test('the data folder is a file', () => {
    using folder = makeFolder();
    const path = join(folder.path, 'data');
    writeFileSync(path, '');
    expect(() => lockFolder(path)).toThrow(/^The data folder \S+ is a file\./);
  });

  test('the lock is a folder', () => {
    using folder = makeFolder();
    mkdirSync(join(folder.path, 'service.lock'));
    expect(() => lockFolder(folder.path)).toThrow(
      /^\S+service\.lock cannot be opened for writing\./,
    );
  });
});
