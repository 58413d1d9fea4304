// Only real files and rights show the sentence about each that cannot be used, and that no byte changes.

import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../src/app/open-stores.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { openDatabase } from '../../../src/platform/store/sqlite/database.ts';
import { fingerprint, makeFolder } from './folders.ts';
import { futureMigrations } from './migration-samples.ts';
import { runChild } from './processes.ts';

function refusalOf(folder: string): Failure {
  try {
    openStore({ folder })[Symbol.dispose]();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('expected a refusal');
}

describe('a folder left as it was', () => {
  const cases: [title: string, prepare: (path: string) => void, refusal: RegExp][] = [
    [
      'the database of a newer version',
      (path) => openDatabase({ folder: join(path, '..') }, futureMigrations, {}).client.close(true),
      /^\S+muster\.db was made by a newer muster: it has the change "9999_future", .*Nothing was changed\./,
    ],
    [
      'a database of another program',
      (path) => {
        using client = new Database(path);
        client.run('CREATE TABLE notes (x TEXT)');
      },
      /^\S+muster\.db is a database of another program\. Use another data folder/,
    ],
    [
      'a short text',
      (path) => writeFileSync(path, 'hello'),
      /^\S+muster\.db is damaged or not a database\. .* \(SQLITE_NOTADB\)$/,
    ],
    [
      'a long text',
      (path) => writeFileSync(path, 'hello '.repeat(5000)),
      /^\S+muster\.db is damaged or not a database\. .* \(SQLITE_NOTADB\)$/,
    ],
    [
      'a folder of that name',
      (path) => mkdirSync(path),
      /^\S+muster\.db is not a file\. Move it away/,
    ],
  ];
  for (const [title, prepare, sentence] of cases) {
    test(title, () => {
      using folder = makeFolder();
      prepare(join(folder.path, 'muster.db'));
      const before = fingerprint(folder.path);
      const refusal = refusalOf(folder.path);
      expect(refusal.kind).toBe('unavailable');
      expect(refusal.message).toMatch(sentence);
      expect(fingerprint(folder.path)).toEqual(before);
    });
  }
});

test('a newer database that a crash left with a WAL keeps both files as they are', () => {
  using folder = makeFolder();
  using crashed = makeFolder();
  using _open = openDatabase({ folder: folder.path }, futureMigrations, {}).client;
  const files = ['muster.db', 'muster.db-wal'];
  for (const name of files) Bun.spawnSync(['cp', join(folder.path, name), crashed.path]);
  const before = fingerprint(crashed.path);
  expect(Object.keys(before)).toEqual(files);
  expect(refusalOf(crashed.path).message).toContain('newer muster');
  expect(fingerprint(crashed.path)).toMatchObject(before);
});

test('a name with marks that mean something in an address is a name like any other', () => {
  using folder = makeFolder();
  const odd = join(folder.path, 'a?b#c%20d&e=f \u00e9');
  for (let round = 0; round < 2; round += 1) {
    using store = openStore({ folder: odd });
    expect(store.checkIntegrity()).toEqual([]);
  }
  openDatabase({ folder: odd }, futureMigrations, {}).client.close(true);
  expect(refusalOf(odd).message).toContain('newer muster');
});

test('a data folder that is a file', () => {
  using folder = makeFolder();
  const path = join(folder.path, 'data');
  writeFileSync(path, '');
  for (const at of [path, join(path, 'inner')]) {
    expect(refusalOf(at)).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining(`The data folder ${at} cannot be used (ENOTDIR).`),
    });
  }
});

describe('rights that are missing', () => {
  test('a folder that may be read only, and one that may not be made there', async () => {
    using folder = makeFolder();
    const data = join(folder.path, 'data');
    mkdirSync(data);
    chmodSync(data, 0o555);
    for (const path of [data, join(data, 'inner')]) {
      const answer = await runChild('open-as-stranger', path);
      expect(answer).toMatch(
        /^unavailable: The data folder \S+ cannot be created or written \(EACCES\)\. Make the user/,
      );
      expect(answer).toContain(path);
    }
  });

  test('a database that may be read only', async () => {
    using folder = makeFolder();
    openStore({ folder: folder.path })[Symbol.dispose]();
    chmodSync(folder.path, 0o777);
    chmodSync(join(folder.path, 'muster.db'), 0o444);
    const before = fingerprint(folder.path);
    expect(await runChild('open-as-stranger', folder.path)).toMatch(
      /^unavailable: \S+muster\.db cannot be written \(EACCES\)\. Make the user/,
    );
    expect(fingerprint(folder.path)).toMatchObject(before);
  });
});
