// The store as a whole: its files, its settings, its health.

import { describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createStore, openStore } from '../../../../src/app/open-stores.ts';
import { Failure } from '../../../../src/platform/lib/failure.ts';
import type { Connection } from '../../../../src/platform/store/sqlite/connection.ts';
import { openDatabase } from '../../../../src/platform/store/sqlite/database.ts';
import { migrations } from '../../../../src/platform/store/sqlite/migrations.ts';
import {
  accountNamed,
  sampleHash,
  sampleServer,
  sampleTime,
} from '../../../contract/fresh-stores.ts';
import { entryOf } from '../../../support/moderation-samples.ts';
import { openTestStore } from '../../../support/store.ts';
import { makeFolder } from '../folders.ts';

function pragma(connection: Connection, name: string): unknown {
  return connection.client.prepare(`PRAGMA ${name}`).values()[0]?.[0];
}

test('folders are created with their parents, and only their owner may read them', async () => {
  using folder = makeFolder();
  const data = join(folder.path, 'deep', 'data');
  using store = openStore({ folder: data });
  await store.accounts.insertAccount(accountNamed('Alice'));
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect(modeOf(data)).toBe('700');
  expect(readdirSync(data).toSorted()).toEqual(['muster.db', 'muster.db-shm', 'muster.db-wal']);
  for (const name of readdirSync(data)) expect(modeOf(join(data, name))).toBe('600');
});

test('a trace of a database that nobody can look at counts as none', () => {
  using folder = makeFolder();
  mkdirSync(join(folder.path, 'backups'));
  for (const name of ['muster-old.db', 'backups/muster-before-1-to-2.db']) {
    // A link to itself fails for every user, also for root.
    symlinkSync(basename(name), join(folder.path, name));
  }
  using store = openStore({ folder: folder.path });
  expect(store).toBeDefined();
  expect(readdirSync(folder.path)).toContain('muster.db');
});

test('what was stored is there again, in the one file that closing leaves', async () => {
  using folder = makeFolder();
  {
    using store = openStore({ folder: folder.path });
    await store.accounts.insertAccount(accountNamed('Alice'));
    await store.servers.saveBatch({ saved: [sampleServer()], removed: [], aliveAt: 5 });
    await store.moderation.setMark('featured', sampleServer().hash, entryOf());
  }
  expect(readdirSync(folder.path)).toEqual(['muster.db']);
  using store = openStore({ folder: folder.path });
  expect((await store.accounts.findAccountById(1))?.name).toBe('Alice');
  expect(await store.servers.loadServers()).toEqual({ servers: [sampleServer()], lastAliveAt: 5 });
  expect(await store.moderation.listMarks('featured')).toMatchObject([
    { hash: sampleServer().hash },
  ]);
});

describe('settings of a connection to a file', () => {
  const cases: [name: string, value: unknown, why: string][] = [
    ['journal_mode', 'wal', 'readers and the command line do not wait for a writer'],
    ['busy_timeout', 5000, 'a short wait instead of a failure'],
    ['foreign_keys', 1, 'sessions go with their account'],
    ['synchronous', 2, 'a commit is on the disk before it is answered'],
  ];
  for (const [name, value, why] of cases) {
    test(`${name} is ${value}: ${why}`, () => {
      using folder = makeFolder();
      const connection = openDatabase({ folder: folder.path }, migrations, {});
      using _client = connection.client;
      expect(pragma(connection, name)).toBe(value);
    });
  }
});

test('only a batch of heartbeats does not wait for the disk, whether it succeeds or not', async () => {
  using folder = makeFolder();
  const connection = openDatabase({ folder: folder.path }, migrations, {});
  using store = createStore(connection);
  const note = "INSERT INTO seen SELECT '%', synchronous FROM pragma_synchronous;";
  connection.client.run('CREATE TEMP TABLE seen (what TEXT, synchronous INTEGER)');
  for (const table of ['servers', 'accounts']) {
    connection.client.run(
      `CREATE TEMP TRIGGER note_${table} AFTER INSERT ON main.${table} ` +
        `BEGIN ${note.replace('%', table)} END`,
    );
  }
  await store.accounts.insertAccount(accountNamed('one'));
  await store.servers.saveBatch({ saved: [sampleServer()], removed: [], aliveAt: 1 });
  await store.accounts.insertAccount(accountNamed('two'));
  const bad = sampleServer({ name: null as unknown as string });
  await expect(
    store.servers.saveBatch({ saved: [bad], removed: [], aliveAt: 1 }),
  ).rejects.toThrow();
  await store.accounts.insertAccount(accountNamed('three'));
  expect(connection.client.prepare('SELECT * FROM seen').values()).toEqual([
    ['accounts', 2],
    ['servers', 1],
    ['accounts', 2],
    ['accounts', 2],
  ]);
});

test('the heartbeats of many servers are saved, or none where one of the servers is not stored', async () => {
  using store = openTestStore();
  const saved = Array.from({ length: 401 }, (_, index) =>
    sampleServer({ hash: sampleHash(index) }),
  );
  await store.servers.saveBatch({ saved, removed: [], aliveAt: 1 });
  const beats = saved.map(({ hash }, index) => [hash, index, sampleTime + index] as const);
  await store.servers.saveBatch({ saved: [], beats, removed: [], aliveAt: 2 });
  const later = saved.map((server, index) => ({
    ...server,
    ...{ players: index, lastBeatAt: sampleTime + index },
  }));
  const { servers } = await store.servers.loadServers();
  expect(servers.toSorted((a, b) => a.players - b.players)).toEqual(later);
  for (const missing of [10, 400]) {
    const removed = later.slice(missing, missing + 1);
    await store.servers.saveBatch({ saved: [], removed, aliveAt: 3 });
    const others = beats.map(([hash]) => [hash, 500, sampleTime] as const);
    const refused = store.servers.saveBatch({ saved: [], beats: others, removed: [], aliveAt: 4 });
    await expect(refused).rejects.toThrow('removed servers');
    // The log has the words of those alone.
    await expect(refused).rejects.toBeInstanceOf(Failure);
    const left = await store.servers.loadServers();
    expect([left.lastAliveAt, left.servers.some(({ players }) => players === 500)]).toEqual([
      3,
      false,
    ]);
    await store.servers.saveBatch({ saved: removed, removed: [], aliveAt: 3 });
  }
});

describe('integrity', () => {
  test('a sound database has nothing to report', async () => {
    using store = openStore({ memory: true });
    await store.accounts.insertAccount(accountNamed('Alice'));
    expect(store.checkIntegrity()).toEqual([]);
  });

  test('a row that belongs to nothing is reported', () => {
    const connection = openDatabase({ memory: true }, migrations, {});
    using store = createStore(connection);
    connection.client.run('PRAGMA foreign_keys = OFF');
    connection.client.run(
      "INSERT INTO sessions (value_hash, account_id, created_at, last_used_at) VALUES ('hash', 99, 0, 0)",
    );
    expect(store.checkIntegrity()).toEqual(['A row of sessions belongs to nothing in accounts.']);
  });
});

test('a power cut while the database was made leaves a folder that the next start makes whole', () => {
  using folder = makeFolder();
  const path = join(folder.path, 'muster.db');
  // What SQLite writes before the first page: that the file was empty. The page itself lost its first sector.
  const journal = Buffer.alloc(512);
  Buffer.from('d9d505f920a163d7', 'hex').copy(journal);
  journal.writeUInt32BE(512, 20);
  journal.writeUInt32BE(4_096, 24);
  writeFileSync(`${path}-journal`, journal);
  writeFileSync(path, Buffer.alloc(4_096));
  using store = openStore({ folder: folder.path });
  expect(store.checkIntegrity()).toEqual([]);
  expect(readdirSync(folder.path)).not.toContain('muster.db-journal');
});
