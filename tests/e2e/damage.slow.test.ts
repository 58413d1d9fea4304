// A database in which one page is rubbish: the service serves what it can, or ends and says why.

import { Database } from 'bun:sqlite';
import { beforeAll, describe, expect, test } from 'bun:test';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort, makeFolder, startMuster, tryStart } from '../support/binary.ts';
import { Client, createAccount, eventually } from './client.ts';
import { countRows, inspectDatabase } from './database.ts';

/** How long a start that failed may take to end, from its first word on. */
const END_WITHIN_MS = 2_000;

const env = { MUSTER_PORT_CHECK: 'false' };

interface Tree {
  /** Of a table or an index. */
  name: string;
  table: string;
  rootPage: number;
}

let sound = '';
let trees: Tree[] = [];

/** A folder with rows in the tables that a start reads, stopped in good order. */
beforeAll(async () => {
  sound = await makeFolder();
  await using muster = await startMuster({ folder: sound, env });
  const client = new Client(muster);
  const hash = await client.mustBeat({ name: 'Kept' });
  const other = await client.mustBeat({ name: 'Hidden', port: '25566' });
  await createAccount(muster, 'Alice');
  await eventually(
    () => muster.run(['server', 'unlist', other, '--reason', 'test']),
    ({ exitCode }) => exitCode === 0,
  );
  await muster.mustRun(['ban', 'add', '203.0.113.9', '--reason', 'test']);
  await muster.mustRun(['server', 'feature', hash]);
  await client.login('Alice', 'correct horse');
  const path = databaseOf(sound);
  await eventually(
    () => inspectDatabase(path, countRows),
    (rows) => (rows.history_minutes ?? 0) > 0 && (rows.history_series ?? 0) > 0,
  );
  await muster.kill('SIGTERM');
  using database = new Database(path, { readonly: true });
  trees = database
    .query<Tree, []>(
      'SELECT name, tbl_name AS "table", rootpage AS rootPage FROM sqlite_schema WHERE rootpage > 1',
    )
    .all();
});

/** The same bytes for the same seed (xorshift), so that a failure can be seen again. */
function rubbish(seed: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed * 2_654_435_761 + 1;
  for (let index = 0; index < length; index += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[index] = state;
  }
  return bytes;
}

const databaseOf = (folder: string) => join(folder, 'muster-data', 'muster.db');

/** A copy of the sound folder in which the root page of one tree holds other bytes. */
async function damagedCopy(tree: Tree, bytes: Uint8Array): Promise<string> {
  const folder = await makeFolder();
  await cp(sound, folder, { recursive: true });
  const descriptor = openSync(databaseOf(folder), 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, (tree.rootPage - 1) * 4096);
  closeSync(descriptor);
  return folder;
}

const forms: [title: string, bytesOf: (seed: number) => Uint8Array][] = [
  ['random bytes', (seed) => rubbish(seed, 4096)],
  ['zeros', () => new Uint8Array(4096)],
  // The head of a table's leaf, so that SQLite goes further before it sees what is wrong.
  ['a page that begins like one', (seed) => Uint8Array.of(13, 0, 0, 0, 9, ...rubbish(seed, 4091))],
];

describe('the root page of each table and index in turn', () => {
  for (const [title, bytesOf] of forms) {
    test(`${title}: it serves, or ends with code 1 and a sentence`, async () => {
      expect(trees.length).toBeGreaterThan(40);
      const outcomes: Record<string, string> = {};
      for (const tree of trees) {
        const folder = await damagedCopy(tree, bytesOf(tree.rootPage));
        const before = readFileSync(databaseOf(folder));
        const { isServing, exitCode, endedAfterMs, stderr } = await tryStart({
          folder,
          port: await findFreePort(),
          env,
        });
        // Nothing but the curves needs it.
        const isHistory = tree.table.startsWith('history_');
        const isRight =
          (isServing && (!isHistory || stderr.includes('History of players is damaged'))) ||
          (!isHistory &&
            exitCode === 1 &&
            endedAfterMs < END_WITHIN_MS &&
            readFileSync(databaseOf(folder)).equals(before) &&
            /^muster: .*muster\.db.*damaged/m.test(stderr));
        if (!isRight) outcomes[tree.name] = `exit ${exitCode} after ${endedAfterMs} ms: ${stderr}`;
      }
      expect(outcomes).toEqual({});
    }, 300_000);
  }
});

test('a damaged history is set aside: /readyz names the file, and the list is as it was', async () => {
  const tree = trees.find(({ name }) => name === 'history_minutes') as Tree;
  const folder = await damagedCopy(tree, rubbish(7, 4096));
  const before = readFileSync(databaseOf(folder));
  await using muster = await startMuster({ folder, env });
  const [kept] = await readdir(join(folder, 'muster-data', 'backups'));
  const client = new Client(muster);
  const ready = await client.get('/readyz');
  expect(ready.status).toBe(200);
  expect(ready.json()).toMatchObject({
    status: 'degraded',
    checks: {
      history: {
        status: 'degraded',
        message: `The player history was damaged and starts anew. The previous database is kept as backups/${kept}.`,
      },
    },
  });
  // But for the head of the file, which says how it is written.
  const keptBytes = readFileSync(join(folder, 'muster-data', 'backups', kept ?? ''));
  expect(keptBytes.subarray(100).equals(before.subarray(100))).toBe(true);
  expect(muster.stderr).toContain(
    `"keptAs":"${join(folder, 'muster-data', 'backups', kept ?? '')}"`,
  );
  expect((await client.list()).map(({ name }) => name)).toEqual(['Kept']);
  expect((await client.login('Alice', 'correct horse')).authenticated).toBe(true);
  await muster.restart();
  expect((await client.get('/readyz')).json()).toMatchObject({ status: 'ready' });
  expect(await muster.run(['check'])).toMatchObject({ exitCode: 0 });
});

test('a damaged page that no start reads: lists go on, what needs it is answered 503, and check finds it', async () => {
  const tree = trees.find(({ name }) => name === 'accounts') as Tree;
  const folder = await damagedCopy(tree, rubbish(7, 4096));
  await using muster = await startMuster({ folder, env });
  const client = new Client(muster);
  expect((await client.list()).map(({ name }) => name)).toEqual(['Kept']);
  await client.mustBeat({ name: 'Kept', users: '9' });
  const { token } = await client.openLogin();
  const form = { username: 'Alice', password: 'correct horse', token };
  const refused = await client.post('/api/login', form);
  expect([refused.status, refused.text]).toEqual([503, expect.not.stringContaining('database')]);
  await eventually(
    async () => muster.stderr,
    (log) => log.includes('The database is damaged. Stop the service and restore a backup.'),
  );
  // It has read no damaged page itself.
  expect((await client.get('/readyz')).status).toBe(200);
  const { exitCode, stdout } = await muster.run(['check']);
  expect([exitCode, stdout]).toEqual([
    1,
    expect.stringMatching(/^bad {2}database: \S+muster\.db is damaged/m),
  ]);
  const copied = await muster.run(['backup', join(folder, 'copy.db')]);
  expect([copied.exitCode, copied.stderr]).toEqual([1, expect.stringContaining('damaged')]);
});
