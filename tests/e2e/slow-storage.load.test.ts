// Only a locked database and a slow disk under the binary show that who only reads notices nothing.

import { Database } from 'bun:sqlite';
import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BareServer, openBareServer } from '../support/bare-server.ts';
import { makeFolder, manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { type Answered, expectSwift, repeatRequests, request } from './beside-bare.ts';
import { beatForm, Client, createAccount, eventually, nextAddress } from './client.ts';
import { inspectDatabase } from './database.ts';

const PASSWORD = 'correct horse';
/** A long run holds the lock for as long as an operator may forget a shell. */
const LOCKED_MS = process.env.MUSTER_TEST_LONG === '1' ? 20_000 : 8_000;
/** Under load of its own the bound takes a machine that has a moment left. */
const MANY_TRIES = { retry: 4 };

const databaseOf = (folder: string) => join(folder, 'muster-data/muster.db');

/** What a list, a heartbeat and a known session are asked during, all at once, and a bare server beside them. */
function requestAll(muster: RunningMuster, bare: BareServer, session: string) {
  const from = { 'x-forwarded-for': '198.51.100.9' };
  const beat = { method: 'POST', body: beatForm(), headers: from };
  const known = { headers: { cookie: `session=${session}` } };
  return repeatRequests({
    list: () => request(muster, '/api/servers'),
    beats: () => request(muster, '/server/heartbeat', beat),
    sessions: () => request(muster, '/api/servers', known),
    lives: () => request(muster, '/livez'),
    bare: () => request(bare, '/'),
  });
}

/** Heartbeats come a hundred a second from one server here. */
const SERVICE = { ...manyAddresses, MUSTER_SERVERS_PER_ADDRESS: '1000' };

async function openSession(muster: RunningMuster, name: string): Promise<string> {
  const client = new Client(muster, { address: nextAddress() });
  expect(await client.login(name, PASSWORD)).toMatchObject({ authenticated: true });
  return client.session ?? '';
}

test(
  'another program holds the lock: only what has to be saved waits, and no longer than 5 s',
  async () => {
    await using muster = await startMuster({ env: SERVICE });
    for (const name of ['Alice', 'Bob']) await createAccount(muster, name, PASSWORD);
    const session = await openSession(muster, 'Alice');
    const ready = () => request(muster, '/readyz');
    expect((await ready()).status).toBe(200);

    using other = new Database(databaseOf(muster.folder));
    other.run('BEGIN IMMEDIATE');
    const lockedAt = performance.now();
    await using bare = await openBareServer();
    await using asking = requestAll(muster, bare, session);
    const late = new Client(muster, { address: nextAddress() });
    const { token } = await late.openLogin();
    const loginAt = performance.now();
    const refused = late.post('/api/login', { username: 'Bob', password: PASSWORD, token });
    refused.catch(() => {});
    const notReady = await eventually(ready, ({ status }) => status === 503, 4_000);
    expect(JSON.parse(notReady.text)).toMatchObject({
      status: 'not_ready',
      checks: {
        database: {
          status: 'failed',
          message: expect.stringMatching(
            /^Another program has locked the database for \d+ s, so nothing can be saved\.$/,
          ),
        },
      },
    });
    const refusal = await refused;
    const waitedMs = performance.now() - loginAt;
    expect(refusal.status).toBe(503);
    // Players read what they can do, and the log says why.
    expect(refusal.text).not.toMatch(/database|lock|disk/);
    expect(muster.stdout + muster.stderr).toMatch(
      /"status":503[^\n]*SQLITE_BUSY|SQLITE_BUSY[^\n]*"status":503/,
    );
    expect(waitedMs).toBeGreaterThan(4_900);
    expect(waitedMs).toBeLessThan(6_000);
    const leftMs = LOCKED_MS - (performance.now() - lockedAt);
    await Bun.sleep(Math.max(0, leftMs));
    const answers = await asking.finish();
    other.run('ROLLBACK');
    expectSwift(answers);

    await eventually(ready, ({ status }) => status === 200, 5_000);
    await openSession(muster, 'Bob');
    // The login that was refused was not done later: one session of Alice, one of Bob.
    const sessions = await inspectDatabase(databaseOf(muster.folder), (database) =>
      database.query('SELECT account_id FROM sessions ORDER BY account_id').values(),
    );
    expect(sessions).toEqual([[1], [2]]);
  },
  MANY_TRIES,
);

const SLOW_SYNC = `
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static void rest(void) { struct timespec t = {0, 300000000}; nanosleep(&t, 0); }
int fdatasync(int fd) { rest(); return syscall(SYS_fdatasync, fd); }
int fsync(int fd) { rest(); return syscall(SYS_fsync, fd); }
`;

const workshop = mkdtempSync(join(tmpdir(), 'muster-slow-'));
afterAll(() => rmSync(workshop, { recursive: true, force: true }));

/** A library that makes every sync 300 ms slow; `undefined` where it cannot be compiled. */
function compileSlowSync(): string | undefined {
  const compiler = Bun.which('gcc');
  if (compiler === null || process.platform !== 'linux') return undefined;
  const library = join(workshop, 'slow-sync.so');
  writeFileSync(join(workshop, 'slow-sync.c'), SLOW_SYNC);
  const args = ['-shared', '-fPIC', '-o', library, join(workshop, 'slow-sync.c')];
  Bun.spawnSync([compiler, ...args]);
  return existsSync(library) ? library : undefined;
}

describe('a disk that takes 300 ms for every sync', () => {
  const library = compileSlowSync();
  if (library === undefined) {
    console.warn('No slow disk was tried: that takes gcc, and Linux.');
    return;
  }

  test(
    'under five logins a second keeps no list waiting',
    async () => {
      const folder = await makeFolder();
      const names = ['Anna', 'Bert', 'Carl', 'Dora', 'Emil'];
      {
        await using quick = await startMuster({ folder, env: SERVICE });
        for (const name of names) await createAccount(quick, name, PASSWORD);
      }
      await using muster = await startMuster({ folder, env: { ...SERVICE, LD_PRELOAD: library } });
      const session = await openSession(muster, 'Anna');
      await using bare = await openBareServer();
      await using asking = requestAll(muster, bare, session);
      const logins: Promise<Answered>[] = [];
      for (let count = 0; count < 25; count += 1) {
        logins.push(logIn(muster, names[count % names.length] ?? ''));
        await Bun.sleep(200);
      }
      const answers = await asking.finish();
      expectSwift(answers);
      const outcomes = await Promise.all(logins);
      expect((await request(muster, '/readyz')).text).toContain('"status":"ready"');
      expect(muster.stderr.match(/"level":"(?:warning|error)"(?!.*Email is off)/g)).toBeNull();
      expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 200));
      // The disk is as slow as it was meant to be.
      expect(Math.min(...outcomes.map(({ ms }) => ms))).toBeGreaterThan(300);
      await muster.kill('SIGKILL');
      const stored = await inspectDatabase(databaseOf(folder), (database) =>
        database.query<{ n: number }, []>('SELECT count(*) AS n FROM sessions').get(),
      );
      expect(stored?.n).toBe(outcomes.length + 1);
    },
    MANY_TRIES,
  );
});

/** Both steps of a login, as one answer; of status 0 where none came. */
async function logIn(muster: RunningMuster, name: string): Promise<Answered> {
  const startedAt = performance.now();
  const client = new Client(muster, { address: nextAddress() });
  try {
    const { token } = await client.openLogin();
    const answer = await client.post('/api/login', { username: name, password: PASSWORD, token });
    return { status: answer.status, ms: performance.now() - startedAt, text: answer.text };
  } catch (error) {
    return { status: 0, ms: performance.now() - startedAt, text: `${error}` };
  }
}
