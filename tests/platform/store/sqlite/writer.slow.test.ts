// Only a thread shows the order, waiting, refusing and dying of the changes that are made in it.

import { Database, SQLiteError } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { openServiceStore, openStore, type ServiceStore } from '../../../../src/app/open-stores.ts';
import { Failure } from '../../../../src/platform/lib/failure.ts';
import { toError, toErrorData } from '../../../../src/platform/store/sqlite/writer-messages.ts';
import {
  accountNamed,
  refusalOf,
  sampleServer,
  sampleSession,
} from '../../../contract/fresh-stores.ts';
import { entryOf } from '../../../support/moderation-samples.ts';
import { createReporter } from '../../../support/reporter.ts';
import { problemsOf } from '../../../support/store.ts';
import { makeFolder } from '../folders.ts';

const THREAD = new URL('../../../../src/app/writer-thread.ts', import.meta.url).href;

/** A store with its threads in the order in which they were started, and its events. */
async function openWatched(startThread: (count: number) => Worker = () => new Worker(THREAD)) {
  const folder = makeFolder();
  const threads: Worker[] = [];
  const described: string[] = [];
  const store = openServiceStore(folder.path, {
    report: createReporter({
      writer_failed: ({ error }) =>
        described.push(`failed: ${error instanceof Error && error.message}`),
      writer_recovered: () => described.push('recovered'),
    }),
    startThread() {
      const thread = startThread(threads.length);
      threads.push(thread);
      return thread;
    },
  });
  return {
    folder: folder.path,
    store,
    threads,
    described,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** Another program, which has the write lock until it is disposed. */
function takeLock(folder: string): Disposable {
  const client = new Database(join(folder, 'muster.db'));
  client.run('PRAGMA busy_timeout = 5000');
  client.run('BEGIN IMMEDIATE');
  return { [Symbol.dispose]: () => client.close(true) };
}

const insert = (store: ServiceStore, name: string) =>
  store.accounts.insertAccount(accountNamed(name));

const namesOf = async (store: ServiceStore) =>
  (await store.administration.searchAccounts({ now: 0, limit: 5_000 }))
    .map(({ name }) => name)
    .toReversed();

async function eventually(isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error('not within 20 s');
    await Bun.sleep(10);
  }
}

const reasonsOf = (store: ServiceStore) => problemsOf(store).map(({ message }) => message);

describe('changes', () => {
  test('are made in the order of their calls, and visible once they are made', async () => {
    await using sample = await openWatched();
    const { store } = sample;
    const names = Array.from({ length: 200 }, (_, index) => `n${index}`);
    const seen = names.map(async (name) => {
      await insert(store, name);
      return (await store.accounts.findAccountByName(name))?.name;
    });
    expect(await Promise.all(seen)).toEqual(names);
    expect(await namesOf(store)).toEqual(names);
  });

  test('that wait when the store is closed are made', async () => {
    const folder = makeFolder();
    using _folder = folder;
    const store = openServiceStore(folder.path, { report() {} });
    const waiting = Promise.all(['a', 'b', 'c'].map((name) => insert(store, name)));
    await store[Symbol.asyncDispose]();
    expect((await waiting).map(({ id }) => id)).toEqual([1, 2, 3]);
    using later = openStore({ folder: folder.path });
    expect(await later.administration.searchAccounts({ now: 0, limit: 9 })).toHaveLength(3);
    expect(await refusalOf(insert(store, 'late'))).toMatchObject({ kind: 'unavailable' });
  });

  test('that are no data are refused, and hold up nothing', async () => {
    await using sample = await openWatched();
    const odd = accountNamed('Odd', { flags: (() => 'd') as unknown as string });
    expect(await refusalOf(sample.store.accounts.insertAccount(odd))).toBeInstanceOf(Error);
    expect((await insert(sample.store, 'Even')).id).toBe(1);
  });
});

describe('while another program has the lock', () => {
  test('changes wait for five seconds, are refused, and never made', async () => {
    await using sample = await openWatched();
    const { store } = sample;
    await insert(store, 'Before');
    const refusals: [string, number][] = [];
    const lock = takeLock(sample.folder);
    const startedAt = performance.now();
    // The first is tried again and again; the second, called later, waits behind it.
    const first = refusalOf(insert(store, 'First')).then((error) => {
      refusals.push([`${error}`, performance.now() - startedAt]);
      return error;
    });
    await Bun.sleep(1_500);
    expect(reasonsOf(store)).toEqual([
      expect.stringMatching(
        /^Another program has locked the database for [12] s, so nothing can be saved\.$/,
      ),
    ]);
    const second = refusalOf(insert(store, 'Second')).then((error) => {
      refusals.push([`${error}`, performance.now() - startedAt]);
      return error;
    });
    expect(await namesOf(store)).toEqual(['Before']);
    const busy = 'The database is busy with another change. Try again in a moment.';
    expect(await first).toMatchObject({
      kind: 'unavailable',
      message: busy,
      cause: { name: 'SQLiteError', code: 'SQLITE_BUSY' },
    });
    expect(await second).toMatchObject({ kind: 'unavailable', message: busy });
    expect(refusals.map(([, ms]) => Math.round(ms / 1_000))).toEqual([5, 7]);
    lock[Symbol.dispose]();
    await insert(store, 'After');
    expect(await namesOf(store)).toEqual(['Before', 'After']);
    expect(problemsOf(store)).toEqual([]);
  });

  test('what waits is made as soon as the lock is free', async () => {
    await using sample = await openWatched();
    const { store } = sample;
    await insert(store, 'Before');
    let waiting: Promise<unknown>;
    {
      using _lock = takeLock(sample.folder);
      waiting = Promise.all([insert(store, 'One'), insert(store, 'Two')]);
      await Bun.sleep(600);
    }
    const freeAt = performance.now();
    await waiting;
    expect(performance.now() - freeAt).toBeLessThan(1_000);
    expect(await namesOf(store)).toEqual(['Before', 'One', 'Two']);
  });

  test('a thousand wait, and one more is refused at once', async () => {
    await using sample = await openWatched();
    const { store } = sample;
    await insert(store, 'Before');
    let waiting: Promise<unknown>[];
    {
      using _lock = takeLock(sample.folder);
      // The first is under way.
      waiting = Array.from({ length: 1_001 }, (_, index) =>
        store.sessions.endSession(`session ${index}`),
      );
      const startedAt = performance.now();
      expect(await refusalOf(store.sessions.endSession('late'))).toMatchObject({
        kind: 'unavailable',
      });
      expect(performance.now() - startedAt).toBeLessThan(1_000);
    }
    await Promise.all(waiting);
  });

  test('an idle store notices', async () => {
    await using sample = await openWatched();
    const { store } = sample;
    await insert(store, 'Before');
    {
      using _lock = takeLock(sample.folder);
      await eventually(() => problemsOf(store).length > 0);
      expect(reasonsOf(store)).toEqual([
        expect.stringMatching(/^Another program has locked the database for [12] s/),
      ]);
      // It does not count from each look anew.
      await eventually(() => / for 3 s/.test(`${reasonsOf(store)}`));
    }
    await eventually(() => problemsOf(store).length === 0);
  });

  test('a stop waits for all changes together as long as for one otherwise', async () => {
    await using sample = await openWatched();
    const { store } = sample;
    await insert(store, 'Before');
    const lock = takeLock(sample.folder);
    const startedAt = performance.now();
    const first = refusalOf(insert(store, 'First'));
    store.startDeadline();
    await Bun.sleep(4_500);
    const later = refusalOf(insert(store, 'Later'));
    await Promise.all([first, later]);
    expect(performance.now() - startedAt).toBeLessThan(6_500);
    // Where nobody has the lock, even the last one is made.
    lock[Symbol.dispose]();
    await insert(store, 'Last');
    expect(await namesOf(store)).toEqual(['Before', 'Last']);
  });
});

describe('a thread that ends', () => {
  test('is started again; what it was doing is refused, what waited is done', async () => {
    await using sample = await openWatched();
    const { store, threads, described } = sample;
    await insert(store, 'Before');
    const lock = takeLock(sample.folder);
    const underWay = refusalOf(insert(store, 'UnderWay'));
    const waiting = insert(store, 'Waiting');
    await Bun.sleep(300);
    threads[0]?.terminate();
    expect(await underWay).toMatchObject({
      kind: 'unavailable',
      message: 'Saving was interrupted. Check whether it was saved before you try again.',
    });
    expect(reasonsOf(store)).toEqual([
      'The thread that writes to the database ended and is being restarted.',
    ]);
    expect(await namesOf(store)).toEqual(['Before']);
    lock[Symbol.dispose]();
    await waiting;
    expect(await namesOf(store)).toEqual(['Before', 'Waiting']);
    expect([threads.length, described, problemsOf(store)]).toEqual([
      2,
      ['failed: The thread ended.', 'recovered'],
      [],
    ]);
  });

  test('in the middle of changes leaves no lock behind', async () => {
    await using sample = await openWatched();
    const { store, threads } = sample;
    for (let round = 0; round < 5; round += 1) {
      const changes = Array.from({ length: 40 }, (_, index) =>
        insert(store, `r${round}_${index}`).catch(() => {}),
      );
      await Bun.sleep(5 * round);
      threads.at(-1)?.terminate();
      await Promise.all(changes);
      await insert(store, `after${round}`);
    }
    using later = openStore({ folder: sample.folder });
    expect(later.checkIntegrity()).toEqual([]);
  });

  test('as soon as it begins is tried again with longer pauses, and closing does not wait', async () => {
    const nowhere = new URL('nowhere.ts', import.meta.url).href;
    const sample = await openWatched((count) => new Worker(count < 3 ? nowhere : THREAD));
    const startedAt = performance.now();
    await insert(sample.store, 'Patient');
    // 100, 200 and 400 ms.
    expect(performance.now() - startedAt).toBeGreaterThan(600);
    expect(sample.described.map((line) => line.slice(0, 9))).toEqual([
      ...['failed: B', 'failed: B', 'failed: B'],
      'recovered',
    ]);
    await sample[Symbol.asyncDispose]();
    const other = await openWatched(() => new Worker(nowhere));
    const refused = refusalOf(insert(other.store, 'Never'));
    await eventually(() => other.described.length > 0);
    const closedAt = performance.now();
    await other[Symbol.asyncDispose]();
    expect(performance.now() - closedAt).toBeLessThan(1_000);
    expect(await refused).toMatchObject({ kind: 'unavailable' });
  });

  test('opens no other database than the one that was there', async () => {
    await using sample = await openWatched();
    const { store, threads, described } = sample;
    await insert(store, 'Alice');
    using other = makeFolder();
    openStore({ folder: other.path })[Symbol.dispose]();
    renameSync(join(other.path, 'muster.db'), join(sample.folder, 'muster.db'));
    threads[0]?.terminate();
    await eventually(() => described.length > 1);
    expect(described[1]).toMatch(/muster\.db is no longer the file that the service opened/);
    expect(await namesOf(store)).toEqual(['Alice']);
  });
});

test('a store is not ready while its thread starts', async () => {
  await using sample = await openWatched();
  const { store } = sample;
  expect(problemsOf(store)).toEqual([]);
  const started = store.startWriter();
  expect(problemsOf(store)).toEqual([
    {
      status: 'failed',
      message: 'The thread that writes to the database is starting.',
    },
  ]);
  expect(store.checks.database()).toMatchObject({ isStarting: true });
  await started;
  expect(problemsOf(store)).toEqual([]);
});

test('a thread that cannot begin fails its start', async () => {
  const nowhere = new URL('nowhere.ts', import.meta.url).href;
  await using sample = await openWatched(() => new Worker(nowhere));
  expect(`${await refusalOf(sample.store.startWriter())}`).toContain('nowhere.ts');
});

describe('the signal', () => {
  test('moves when another program commits, and not for changes of the service', async () => {
    await using sample = await openWatched();
    const { store, folder } = sample;
    using command = openStore({ folder });
    await insert(store, 'Alice');
    const before = store.changes.version();
    await store.servers.saveBatch({ saved: [sampleServer()], removed: [], aliveAt: 1 });
    await store.moderation.setMark('featured', sampleServer().hash, entryOf());
    await Bun.sleep(1_000);
    expect(store.changes.version()).toBe(before);
    await command.accounts.updateAccount(1, { flags: 'd' }, { endSessions: false });
    const committedAt = performance.now();
    await eventually(() => store.changes.version() !== before);
    expect(performance.now() - committedAt).toBeLessThan(1_000);
  });

  test('moves for what was committed before the thread ran', async () => {
    await using sample = await openWatched();
    const { store, folder } = sample;
    const before = store.changes.version();
    {
      using command = openStore({ folder });
      await command.accounts.insertAccount(accountNamed('Alice'));
    }
    expect(store.changes.version()).toBe(before);
    await store.startWriter();
    await eventually(() => store.changes.version() !== before);
  });
});

describe('a failure that crosses to this thread', () => {
  test('is a conflict in the repository’s own words', async () => {
    await using sample = await openWatched();
    await insert(sample.store, 'Alice');
    const refusal = await refusalOf(insert(sample.store, 'aLICE'));
    expect(refusal).toBeInstanceOf(Failure);
    expect(refusal).toMatchObject({
      kind: 'conflict',
      message: 'The name "aLICE" is taken. Choose another one.',
    });
  });

  test('holds nothing of what was to be stored', async () => {
    await using sample = await openWatched();
    const { store } = sample;
    const { passwordHash } = await insert(store, 'Alice');
    const session = sampleSession({ device: null as unknown as string });
    const refusal = await refusalOf(
      store.sessions.startSession(session, { passwordHash, endsValueHash: undefined }),
    );
    expect(refusal).toBeInstanceOf(SQLiteError);
    expect(refusal).toMatchObject({ code: 'SQLITE_CONSTRAINT_NOTNULL' });
    expect(Bun.inspect(refusal)).not.toMatch(/argon2id|a1a1a1/);
  });

  const sqlite = (): unknown => {
    try {
      return new Database(':memory:').run('nonsense');
    } catch (error) {
      return error;
    }
  };
  test.each([
    ['a failure with a cause', new Failure('unavailable', 'Full.', { cause: sqlite() })],
    ['one of SQLite', sqlite()],
    ['one of the program', new TypeError('x is not a function')],
    ['one of a number', new RangeError('too long')],
    ['any other', new Error('other')],
  ])('%s comes back as it was', (_title, error) => {
    const back = toError(structuredClone(toErrorData(error)));
    const { name, message, stack } = error as Error;
    expect(back).toBeInstanceOf((error as Error).constructor as typeof Error);
    expect(back).toMatchObject({ name, message, stack });
    expect((back.cause as Error)?.message).toBe(((error as Error).cause as Error)?.message);
  });

  test('that is no error is passed as what it is', () => {
    expect(toError(toErrorData('a text')).message).toBe('a text');
  });
});
