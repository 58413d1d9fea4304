// Only files that are deleted or replaced while open show what the service reports, refuses and saves.

import { describe, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { openServiceStore, type ServiceStore } from '../../src/store/sqlite/open-service-store.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { refuseBesideService } from '../../src/store/sqlite/other-process.ts';
import { accountNamed, refusalOf, sampleServer } from '../contract/fresh-stores.ts';
import { createReporter } from '../support/reporter.ts';
import { problemsOf } from '../support/store.ts';
import { fingerprint, insertAccounts, makeFolder, readNames } from './folders.ts';
import { runChild } from './processes.ts';

interface Reported {
  reason: string;
  savedAs?: string;
  loss?: string;
}

/** A store as the service opens it, with one account, and its events. */
async function openWatched(folder: string) {
  const described: Reported[] = [];
  let recovered = 0;
  const store = openServiceStore(folder, {
    report: createReporter({
      database_files_gone: (problem) => described.push(problem),
      database_files_back() {
        recovered += 1;
      },
    }),
  });
  await store.accounts.insertAccount(accountNamed('Alice'));
  return { store, described, countRecovered: () => recovered };
}

async function expectReadOnly(store: ServiceStore): Promise<void> {
  expect(await refusalOf(store.accounts.insertAccount(accountNamed('Late')))).toMatchObject({
    kind: 'unavailable',
  });
  const batch = { saved: [sampleServer()], removed: [], aliveAt: 1 };
  expect(await refusalOf(store.servers.saveBatch(batch))).toMatchObject({ kind: 'unavailable' });
  expect((await store.accounts.findAccountByName('Alice'))?.name).toBe('Alice');
}

/** Of the data folder that was in this one. */
function nameOfCopy(folder: string): string {
  return readdirSync(folder).find((name) => name.startsWith('data-saved-')) ?? '';
}

/** Another sound database, as an operator would put back. */
async function makeOther(path: string, name: string): Promise<void> {
  using folder = makeFolder();
  await insertAccounts(folder.path, name);
  Bun.spawnSync(['cp', join(folder.path, 'muster.db'), path]);
}

test('unchanged files bring no event', async () => {
  using folder = makeFolder();
  const { store, described } = await openWatched(folder.path);
  await using _store = store;
  await store.checkFiles();
  await store.accounts.insertAccount(accountNamed('Bob'));
  await store.checkFiles();
  expect([described, problemsOf(store)]).toEqual([[], []]);
});

describe('a folder that was deleted', () => {
  test('is reported with the time, changes are refused, and all data is saved', async () => {
    using folder = makeFolder();
    const data = join(folder.path, 'data');
    {
      const { store, described } = await openWatched(data);
      await using _store = store;
      rmSync(data, { recursive: true });
      await store.checkFiles();
      await expectReadOnly(store);
      expect(described).toHaveLength(1);
      expect(described[0]?.reason).toMatch(
        /^muster\.db was deleted or moved away while the service was running/,
      );
      expect(described[0]?.savedAs).toBe(join(folder.path, nameOfCopy(folder.path)));
      expect(problemsOf(store)).toEqual([
        {
          status: 'failed',
          message: expect.stringMatching(
            /^muster\.db was deleted.* saved as data-saved-\d{8}T\d{6}Z\.db beside the data folder\. \(Since \d{4}-\d\d-\d\dT[\d:.]{12}Z\.\)$/,
          ),
        },
      ]);
      await store.checkFiles();
      expect(described).toHaveLength(1);
      // What was saved may be lost too.
      rmSync(join(folder.path, nameOfCopy(folder.path)));
      await store.checkFiles();
      expect(described).toHaveLength(2);
    }
    expect(existsSync(data)).toBe(false);
    const copy = join(folder.path, nameOfCopy(folder.path));
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(readNames(copy)).toEqual(['Alice']);
    const refusal = await refusalOf((async () => openStore({ folder: data }))());
    expect(`${refusal}`).toMatch(/muster\.db is missing, but \.\.\/data-saved-\S+\.db beside it/);
    expect(existsSync(data)).toBe(false);
  });

  test('is noticed at the stop too, when nobody looked before', async () => {
    using folder = makeFolder();
    const data = join(folder.path, 'data');
    const { store, described } = await openWatched(data);
    rmSync(data, { recursive: true });
    await store[Symbol.asyncDispose]();
    expect(readNames(described[0]?.savedAs ?? '')).toEqual(['Alice']);
  });

  test('whose place is taken by a file is lost, which is reported at once and at the stop', async () => {
    using folder = makeFolder();
    const data = join(folder.path, 'data');
    const { store, described } = await openWatched(data);
    rmSync(data, { recursive: true });
    writeFileSync(data, 'in the way');
    await store.checkFiles();
    await expectReadOnly(store);
    await store[Symbol.asyncDispose]();
    expect(described).toHaveLength(2);
    for (const { savedAs, loss } of described) {
      expect(savedAs).toBeUndefined();
      expect(loss).toMatch(/could not be saved in .*backups \((EEXIST|ENOTDIR)\)/);
    }
  });

  test('is saved at the stop when it could not be before', async () => {
    using folder = makeFolder();
    const data = join(folder.path, 'data');
    const { store, described } = await openWatched(data);
    rmSync(data, { recursive: true });
    writeFileSync(data, 'in the way');
    await store.checkFiles();
    rmSync(data);
    await store[Symbol.asyncDispose]();
    expect(readNames(described[1]?.savedAs ?? '')).toEqual(['Alice']);
  });
});

test('a folder that was moved away and back is taken up again', async () => {
  using folder = makeFolder();
  const data = join(folder.path, 'data');
  {
    const { store, described, countRecovered } = await openWatched(data);
    await using _store = store;
    renameSync(data, `${data}-away`);
    await store.checkFiles();
    await expectReadOnly(store);
    expect(described).toHaveLength(1);
    // Commands do not make another database meanwhile, and nothing is in the way of this one.
    expect(await runChild('open', data)).toMatch(/^unavailable: .*muster\.db is missing/);
    expect(existsSync(data)).toBe(false);
    renameSync(`${data}-away`, data);
    await store.checkFiles();
    expect([countRecovered(), problemsOf(store)]).toEqual([1, []]);
    await store.accounts.insertAccount(accountNamed('Bob'));
  }
  expect(readdirSync(data)).toEqual(['muster.db']);
  expect(readNames(join(data, 'muster.db'))).toEqual(['Alice', 'Bob']);
});

describe('a database that was replaced', () => {
  const ways: [title: string, replace: (path: string) => void][] = [
    ['by a rename over it', (path) => renameSync(`${path}.other`, path)],
    [
      'after it was moved away',
      (path) => {
        renameSync(path, join(path, '../old.db'));
        renameSync(`${path}.other`, path);
      },
    ],
  ];
  for (const [title, replace] of ways) {
    test(`${title}: the other one stays as it is, and what was in the first is saved`, async () => {
      using folder = makeFolder();
      const path = join(folder.path, 'muster.db');
      const { store, described } = await openWatched(folder.path);
      await makeOther(`${path}.other`, 'Other');
      const before = fingerprint(folder.path)['muster.db.other'];
      replace(path);
      await store.checkFiles();
      await expectReadOnly(store);
      expect(described[0]?.reason).toMatch(/^muster\.db was replaced by another file/);
      expect(problemsOf(store)[0]?.status).toBe('failed');
      // A process that opens the other database now shares nothing with this one.
      expect(existsSync(`${path}-wal`)).toBe(false);
      expect(await runChild('count', folder.path)).toEqual(['Other']);
      await store[Symbol.asyncDispose]();
      expect(fingerprint(folder.path)['muster.db']).toBe(before as string);
      expect(readNames(path)).toEqual(['Other']);
      expect(readNames(described[0]?.savedAs ?? '')).toEqual(['Alice']);
      const old = join(folder.path, 'old.db');
      if (existsSync(old)) expect(readNames(old)).toEqual(['Alice']);
    });
  }

  test('with a WAL of its own keeps it when the service stops', async () => {
    using folder = makeFolder();
    using crashed = makeFolder();
    const path = join(folder.path, 'muster.db');
    {
      using other = openStore({ folder: crashed.path });
      await other.accounts.insertAccount(accountNamed('InTheWal'));
      for (const name of ['muster.db', 'muster.db-wal']) {
        Bun.spawnSync(['cp', join(crashed.path, name), join(crashed.path, `copy-of-${name}`)]);
      }
    }
    const { store } = await openWatched(folder.path);
    for (const name of ['muster.db', 'muster.db-wal']) {
      renameSync(join(crashed.path, `copy-of-${name}`), join(folder.path, name));
    }
    await store[Symbol.asyncDispose]();
    rmSync(`${path}-shm`, { force: true });
    expect(readNames(path)).toEqual(['InTheWal']);
  });
});

test('a file in place of a deleted one is reported next', async () => {
  using folder = makeFolder();
  const path = join(folder.path, 'muster.db');
  const { store, described } = await openWatched(folder.path);
  rmSync(path);
  await store.checkFiles();
  await makeOther(path, 'Other');
  await store.checkFiles();
  await store[Symbol.asyncDispose]();
  expect(described.map(({ reason }) => /deleted|replaced/.exec(reason)?.[0])).toEqual([
    'deleted',
    'replaced',
  ]);
  expect(described[0]?.savedAs).toBe(described[1]?.savedAs as string);
  expect(readNames(path)).toEqual(['Other']);
});

describe('a side file that was deleted', () => {
  for (const side of ['-wal', '-shm']) {
    test(`muster.db${side}: all is in the database at once, and changes are refused`, async () => {
      using folder = makeFolder();
      const path = join(folder.path, 'muster.db');
      const { store, described } = await openWatched(folder.path);
      rmSync(`${path}${side}`);
      await store.checkFiles();
      expect(described[0]?.reason).toMatch(
        new RegExp(`^muster\\.db${side} was deleted .* Restart the service\\.$`),
      );
      expect([described[0]?.savedAs, described[0]?.loss]).toEqual([undefined, undefined]);
      await expectReadOnly(store);
      // As a process that is killed now would leave it.
      const copy = join(folder.path, 'copy.db');
      Bun.spawnSync(['cp', path, copy]);
      expect(readNames(copy)).toEqual(['Alice']);
      await store[Symbol.asyncDispose]();
      rmSync(`${path}-wal`, { force: true });
      expect(readNames(path)).toEqual(['Alice']);
    });
  }
});

describe('commands beside a service whose files are gone', () => {
  test('refuse to make a second database, and say which process has the first', async () => {
    using folder = makeFolder();
    const data = join(folder.path, 'data');
    const { store } = await openWatched(data);
    await using _store = store;
    rmSync(data, { recursive: true });
    const answer = await runChild('open', data);
    expect(answer).toMatch(
      new RegExp(
        `^conflict: The running service \\(process ${process.pid}\\) has muster\\.db open`,
      ),
    );
    expect(existsSync(data)).toBe(false);
  });

  test('refuse to work on another database, and on one whose WAL is gone', async () => {
    using folder = makeFolder();
    const path = join(folder.path, 'muster.db');
    const { store } = await openWatched(folder.path);
    await using _store = store;
    expect(await runChild('open', folder.path)).toBe('opened');
    rmSync(`${path}-wal`);
    expect(await runChild('open', folder.path)).toMatch(/^conflict: .*muster\.db-wal in \S+ was/);
    await makeOther(`${path}.other`, 'Other');
    renameSync(`${path}.other`, path);
    expect(await runChild('open', folder.path)).toMatch(/^conflict: .*muster\.db in \S+ was/);
  });
});

test('a process that closes the database at this moment is no service that lost it', async () => {
  using folder = makeFolder();
  const path = join(folder.path, 'muster.db');
  writeFileSync(path, 'x');
  const code = `const fs = require('fs'); for (;;) fs.closeSync(fs.openSync(${JSON.stringify(path)}, 'r'))`;
  const closing = Array.from({ length: 3 }, () =>
    Bun.spawn([process.execPath, '-e', code], { stdout: 'ignore', stderr: 'ignore' }),
  );
  try {
    await Bun.sleep(200);
    for (let look = 0; look < 300; look += 1) refuseBesideService(path);
  } finally {
    for (const child of closing) child.kill('SIGKILL');
  }
});

describe('a missing or empty database', () => {
  const traces: [title: string, leave: (folder: string) => void, named: string][] = [
    ['a WAL', (folder) => writeFileSync(join(folder, 'muster.db-wal'), 'x'), 'muster.db-wal'],
    [
      'a copy that Muster kept',
      (folder) => {
        mkdirSync(join(folder, 'backups'));
        writeFileSync(join(folder, 'backups', 'muster-before-1-to-2.db'), 'x');
      },
      'backups/muster-before-1-to-2.db',
    ],
    ['a copy', (folder) => writeFileSync(join(folder, 'muster.db.bak'), 'x'), 'muster.db.bak'],
  ];
  for (const [title, leave, named] of traces) {
    for (const state of ['missing', 'empty']) {
      test(`${state}, beside ${title}, is refused and left alone`, async () => {
        using folder = makeFolder();
        if (state === 'empty') writeFileSync(join(folder.path, 'muster.db'), '');
        leave(folder.path);
        const before = fingerprint(folder.path);
        const refusal = await refusalOf((async () => openStore({ folder: folder.path }))());
        expect(refusal).toMatchObject({ kind: 'unavailable' });
        expect(`${refusal}`).toContain(
          `muster.db is ${state}, but ${named} beside it shows that there was a database.`,
        );
        expect(fingerprint(folder.path)).toEqual(before);
      });
    }
  }

  test('with nothing beside it is made, whether there was an empty file or not', () => {
    for (const hasFile of [true, false]) {
      using folder = makeFolder();
      const path = join(folder.path, 'muster.db');
      if (hasFile) writeFileSync(path, '');
      writeFileSync(join(folder.path, 'muster.toml'), 'x');
      writeFileSync(join(folder.path, 'muster.db-wal'), '');
      let from: number | undefined;
      const hooks = { onMigrated: (change: { from: number }) => (from = change.from) };
      openStore({ folder: folder.path }, hooks)[Symbol.dispose]();
      expect(from).toBe(0);
      chmodSync(path, 0o600);
    }
  });
});
