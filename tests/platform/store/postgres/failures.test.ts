// What a caller hears when the disk or the database fails, and what it must never hear.

import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { createStore } from '../../../../src/app/open-stores.ts';
import type { Connection } from '../../../../src/platform/store/sqlite/connection.ts';
import { openDatabase } from '../../../../src/platform/store/sqlite/database.ts';
import {
  describeStorageFailure,
  withStoreErrorsSync,
} from '../../../../src/platform/store/sqlite/errors.ts';
import { migrations } from '../../../../src/platform/store/sqlite/migrations.ts';
import {
  accountNamed,
  refusalOf,
  sampleAccount,
  sampleHash,
  sampleServer,
  sampleSession,
} from '../../../contract/fresh-stores.ts';
import { banOf, entryOf } from '../../../support/moderation-samples.ts';
import { openWatchedStore } from '../../../support/store.ts';
import { makeFolder } from '../folders.ts';

function forbidGrowth({ client }: Connection): void {
  const pages = client.prepare<{ page_count: number }, []>('PRAGMA page_count').get()?.page_count;
  client.run(`PRAGMA max_page_count = ${pages}`);
}

test('a full disk refuses the batch whole, and the store goes on once there is space', async () => {
  const connection = openDatabase({ memory: true }, migrations, {});
  using store = createStore(connection);
  const kept = sampleServer();
  await store.servers.saveBatch({ saved: [kept], removed: [], aliveAt: 1 });
  forbidGrowth(connection);
  const saved = Array.from({ length: 2000 }, (_, index) =>
    sampleServer({ hash: sampleHash(index) }),
  );
  const batch = { saved, removed: [], aliveAt: 2 };
  expect(await refusalOf(store.servers.saveBatch(batch))).toMatchObject({
    kind: 'unavailable',
    message: 'The data disk is full, so nothing was saved. Free some space on it and try again.',
  });
  expect(await store.servers.loadServers()).toEqual({ servers: [kept], lastAliveAt: 1 });
  connection.client.run('PRAGMA max_page_count = 1000000');
  await store.servers.saveBatch(batch);
  expect((await store.servers.loadServers()).servers).toHaveLength(2000);
});

test('a ban and a report that cannot be stored are not called there already', async () => {
  const { store, refuseWrites } = openWatchedStore();
  using _store = store;
  const { id: accountId } = await store.accounts.insertAccount(sampleAccount());
  refuseWrites(true);
  const ban = store.moderation.addBan(banOf('203.0.113.7/32', 'Spam'), entryOf());
  const report = store.reports.addReport({
    ...{ hash: sampleHash(1), serverName: 'Lobby', kind: 'fake', text: '', wantsEmail: false },
    ...{ accountId, createdAt: 1 },
  });
  for (const failure of await Promise.all([refusalOf(ban), refusalOf(report)])) {
    expect(failure).not.toMatchObject({ kind: 'conflict' });
  }
});

test('a full disk refuses an account, uses up no id, and keeps the session that was to end', async () => {
  const connection = openDatabase({ memory: true }, migrations, {});
  using store = createStore(connection);
  const { passwordHash } = await store.accounts.insertAccount(sampleAccount());
  const first = sampleSession({ valueHash: 'first' });
  await store.sessions.startSession(first, { passwordHash, endsValueHash: undefined });
  forbidGrowth(connection);
  const big = accountNamed('Bob', { forumTitle: 'x'.repeat(50_000) });
  expect(await refusalOf(store.accounts.insertAccount(big))).toMatchObject({ kind: 'unavailable' });
  const huge = sampleSession({ valueHash: 'y'.repeat(50_000) });
  const start = store.sessions.startSession(huge, { passwordHash, endsValueHash: 'first' });
  expect(await refusalOf(start)).toMatchObject({ kind: 'unavailable' });
  expect((await store.sessions.findSession('first'))?.session).toEqual(first);
  connection.client.run('PRAGMA max_page_count = 1000000');
  expect((await store.accounts.insertAccount(big)).id).toBe(2);
});

test('a database that another holds for too long is busy, and free again afterwards', async () => {
  using folder = makeFolder();
  const connection = openDatabase({ folder: folder.path }, migrations, {});
  using store = createStore(connection);
  using other = openDatabase({ folder: folder.path }, migrations, {}).client;
  connection.client.run('PRAGMA busy_timeout = 0');
  other.run('BEGIN IMMEDIATE');
  const attempts = [
    () => store.accounts.insertAccount(sampleAccount()),
    () => store.servers.saveBatch({ saved: [sampleServer()], removed: [], aliveAt: 1 }),
    () => store.accounts.updateAccount(1, { flags: 'd' }, { endSessions: true }),
  ];
  for (const attempt of attempts) {
    expect(await refusalOf(attempt())).toMatchObject({
      kind: 'unavailable',
      message: 'The database is busy with another change. Try again in a moment.',
    });
  }
  other.run('ROLLBACK');
  expect((await store.accounts.insertAccount(sampleAccount())).id).toBe(1);
});

test('no failure holds what was to be stored', async () => {
  const connection = openDatabase({ memory: true }, migrations, {});
  using store = createStore(connection);
  const secrets = /example|argon2id|salt-of|a1a1a1|griefing/;
  const account = await store.accounts.insertAccount(sampleAccount());
  for (const table of ['servers', 'accounts', 'sessions']) {
    for (const event of ['INSERT', 'UPDATE']) {
      connection.client.run(
        `CREATE TRIGGER fail_${table}_${event} BEFORE ${event} ON ${table} ` +
          "BEGIN SELECT RAISE(ABORT, 'refused by the test'); END",
      );
    }
  }
  const conditions = { passwordHash: account.passwordHash, endsValueHash: 'a1a1a1' };
  const suspension = { suspendedAt: 1, suspensionReason: 'griefing' };
  const refusals = [
    await refusalOf(store.accounts.insertAccount(accountNamed('Bob'))),
    await refusalOf(store.accounts.updateAccount(1, suspension, { endSessions: false })),
    await refusalOf(store.sessions.startSession(sampleSession(), conditions)),
    await refusalOf(store.servers.saveBatch({ saved: [sampleServer()], removed: [], aliveAt: 1 })),
  ];
  for (const refusal of refusals) {
    expect(Bun.inspect(refusal)).toContain('refused by the test');
    expect(Bun.inspect(refusal)).not.toMatch(secrets);
  }
});

test('a wrapper that quotes the values of a query is taken off', () => {
  using client = new Database(':memory:');
  const wrapped = () => {
    try {
      client.run('SELECT * FROM nowhere');
    } catch (cause) {
      throw new Error('Failed query with params: salt-of-the-sample', { cause });
    }
  };
  expect(wrapped).toThrow('salt-of');
  expect(() => withStoreErrorsSync(wrapped)).toThrow(/^no such table: nowhere$/);
});

describe('the sentence for a code of SQLite', () => {
  const cases: [code: string | undefined, sentence: RegExp | undefined][] = [
    ['SQLITE_FULL', /disk is full/],
    ['SQLITE_IOERR', /could not be read or written/],
    ['SQLITE_IOERR_FSYNC', /could not be read or written/],
    ['SQLITE_BUSY', /busy/],
    ['SQLITE_BUSY_SNAPSHOT', /busy/],
    ['SQLITE_LOCKED', /busy/],
    ['SQLITE_READONLY_DBMOVED', /cannot be written/],
    ['SQLITE_CANTOPEN', /cannot be opened/],
    ['SQLITE_CORRUPT_INDEX', /damaged/],
    ['SQLITE_NOTADB', /damaged/],
    ['SQLITE_CONSTRAINT_UNIQUE', undefined],
    ['SQLITE_ERROR', undefined],
    [undefined, undefined],
  ];
  for (const [code, sentence] of cases) {
    test(`${code}`, () => {
      if (sentence === undefined) expect(describeStorageFailure(code)).toBeUndefined();
      else expect(describeStorageFailure(code)).toMatch(sentence);
    });
  }
});
