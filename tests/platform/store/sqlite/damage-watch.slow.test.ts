// Only damaged files show which table a running service names, until a check finds none.

import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openServiceStore, openStore, type ServiceStore } from '../../../../src/app/open-stores.ts';
import { accountNamed, refusalOf } from '../../../contract/fresh-stores.ts';
import { sampleMinute } from '../../../contract/history-store.ts';
import { createReporter } from '../../../support/reporter.ts';
import { problemsOf } from '../../../support/store.ts';
import { insertAccounts, makeFolder, manyNames, overwritePage, pagesOf } from '../folders.ts';

/** A database of some pages, one of which is overwritten with something else; `undo` puts it back. */
async function makeDamaged(tree: string, which: 'first' | 'middle') {
  const folder = makeFolder();
  await insertAccounts(folder.path, ...manyNames(300));
  {
    using store = openStore({ folder: folder.path });
    const slots = Uint32Array.from({ length: 60 }, (_, index) => 70_000 + index);
    const saved = Array.from({ length: 500 }, (_, series) => ({
      ...{ series, step: 1, number: 1, means: slots, peaks: slots },
    }));
    await store.history.saveCompaction({ saved, removed: [], emptied: [] });
    await store.history.saveMinute(sampleMinute());
  }
  const path = join(folder.path, 'muster.db');
  const pages = pagesOf(path, tree);
  const page = pages[which === 'first' ? 0 : Math.floor(pages.length / 2)] ?? 0;
  const before = readFileSync(path).subarray((page - 1) * 4096, page * 4096);
  overwritePage(path, page);
  return {
    folder,
    undo: () => overwritePage(path, page, before),
    [Symbol.dispose]: folder[Symbol.dispose],
  };
}

function open(folder: string) {
  const reports: object[] = [];
  const waiting: (() => void)[] = [];
  const store = openServiceStore(folder, {
    report: createReporter({
      tables_damaged(facts) {
        reports.push(facts);
        waiting.shift()?.();
      },
    }),
  });
  const nextReport = () => new Promise<void>((resolve) => waiting.push(resolve));
  return { store, reports, nextReport };
}

const adviceOn = (table: string) =>
  `The table ${table} is damaged. Stop the service, then restore a backup (muster restore). Rows that the backup lacks may still be readable with sqlite3, as docs/backups.md says.`;

const messagesOf = (store: ServiceStore) => problemsOf(store).map(({ message }) => message);

test('a read that meets damage makes the service not ready at once, names the table, and is reported once', async () => {
  using damaged = await makeDamaged('accounts', 'middle');
  const { store, reports, nextReport } = open(damaged.folder.path);
  await using _store = store;
  expect(problemsOf(store)).toEqual([]);
  const known = nextReport();
  const readAll = () => refusalOf(store.administration.searchAccounts({ now: 0, limit: 1_000 }));
  expect(await readAll()).toMatchObject({ kind: 'unavailable' });
  expect(problemsOf(store)).toMatchObject([{ status: 'failed' }]);
  await known;
  await readAll();
  expect(reports).toEqual([
    { tables: ['accounts'], outcome: expect.stringContaining('The table accounts is damaged') },
  ]);
  expect(problemsOf(store)).toEqual([
    {
      status: 'failed',
      message: adviceOn('accounts'),
    },
  ]);
});

test('a write that meets damage does so too', async () => {
  using damaged = await makeDamaged('accounts_name_key_unique', 'first');
  const { store, nextReport } = open(damaged.folder.path);
  await using _store = store;
  const known = nextReport();
  expect(await refusalOf(store.accounts.insertAccount(accountNamed('Late')))).toMatchObject({
    kind: 'unavailable',
  });
  await known;
  expect(messagesOf(store)).toEqual([expect.stringMatching(/^The table accounts is damaged\./)]);
});

test('a check finds what nobody has read, and the next one whether it is over', async () => {
  using damaged = await makeDamaged('accounts', 'middle');
  const { store, reports } = open(damaged.folder.path);
  await using _store = store;
  await store.checkDamage();
  await store.checkDamage();
  expect([reports.length, messagesOf(store)]).toEqual([
    1,
    [expect.stringMatching(/^The table accounts is damaged\./)],
  ]);
  damaged.undo();
  await store.checkDamage();
  expect(problemsOf(store)).toEqual([]);
});

test('what is found deep in the history leaves the service ready, and each start tells of it again', async () => {
  using damaged = await makeDamaged('history_chunks', 'middle');
  for (const _ of 'twice') {
    const { store, reports } = open(damaged.folder.path);
    await using _store = store;
    expect(reports).toEqual([]);
    await store.checkDamage();
    expect(reports).toMatchObject([{ tables: ['history_chunks'] }]);
    expect(problemsOf(store)).toEqual([
      { status: 'degraded', message: adviceOn('history_chunks') },
    ]);
    expect(await store.history.loadMinutes()).toHaveLength(1);
  }
});

test('where a start cannot read the history, the rest is served and the history kept in memory', async () => {
  using damaged = await makeDamaged('history_minutes', 'first');
  for (let round = 0; round < 2; round += 1) {
    const { store, reports } = open(damaged.folder.path);
    await using _store = store;
    expect(reports).toMatchObject([{ tables: ['history_minutes'] }]);
    expect(problemsOf(store)).toMatchObject([{ status: 'degraded' }]);
    await store.history.saveMinute(sampleMinute());
    expect(await store.history.loadMinutes()).toHaveLength(1);
    await store.accounts.updateAccount(1, { flags: 'd' }, { endSessions: false });
  }
  damaged.undo();
  const { store, reports } = open(damaged.folder.path);
  await using _store = store;
  expect(reports).toEqual([]);
  expect((await store.accounts.findAccountById(1))?.flags).toBe('d');
  expect(await store.history.loadMinutes()).toHaveLength(1);
});
