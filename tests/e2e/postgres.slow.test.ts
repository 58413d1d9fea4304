// Only the binary over PostgreSQL shows what it keeps, and what it says while the database is away or wrong.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { makeFolder, type RunningMuster, runMuster, startMuster } from '../support/binary.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { Client, createAccount, eventually } from './client.ts';

const PASSWORD = 'correct horse';
let server: PostgresServer;
let muster: RunningMuster;
let url: string;

beforeAll(async () => {
  server = await startPostgres();
  url = await server.makeDatabase();
  muster = await startMuster({ env: { MUSTER_PORT_CHECK: 'false', MUSTER_DATABASE_URL: url } });
}, 120_000);
afterAll(async () => {
  await muster?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
}, 60_000);

/** What a command says that is to copy the data of the running service into a new folder. */
async function copyIntoFolder(): Promise<string> {
  const args = ['migrate-data', '--from', 'database_url', '--to', 'data'];
  const env = { MUSTER_DATABASE_URL: url };
  const { exitCode, stderr } = await runMuster(args, { folder: await makeFolder(), env });
  expect(exitCode).not.toBe(0);
  return stderr;
}

describe('the service', () => {
  test('starts on an empty database, names it, and makes no database of its own', async () => {
    expect(muster.stdout).toContain(`Database: PostgreSQL at 127.0.0.1:${server.port}\n`);
    expect(existsSync(join(muster.folder, 'muster-data/muster.db'))).toBe(false);
    const { checks } = (await new Client(muster).get('/readyz')).json<{
      checks: Record<string, { status: string }>;
    }>();
    expect(checks.database?.status).toBe('ok');
    expect(checks.migrations?.status).toBe('ok');
  });

  test('lists servers, lets players in, and has it all after a restart', async () => {
    await createAccount(muster, 'Alice');
    const client = new Client(muster);
    const hash = await client.mustBeat({ name: 'On PostgreSQL' });
    expect(await client.login('Alice', PASSWORD)).toMatchObject({ username: 'Alice', errors: [] });
    await eventually(
      () => client.list(),
      (records) => records.some((record) => record.hash === hash && record.mppass !== ''),
    );
    await muster.kill('SIGTERM');
    await muster.start();
    const [record] = await client.lookup(hash);
    expect(record).toMatchObject({ hash, name: 'On PostgreSQL' });
    expect(await client.openLogin()).toMatchObject({ authenticated: true, username: 'Alice' });
  });

  test('has its password in no output', () => {
    expect(muster.stdout + muster.stderr).not.toContain('of-the-tests');
  });
});

describe('the command line', () => {
  const run = (args: string[], databaseUrl = url) =>
    runMuster(args, { folder: muster.folder, env: { MUSTER_DATABASE_URL: databaseUrl } });

  test('moves a site from SQLite to PostgreSQL, which then has everybody', async () => {
    await using site = await startMuster({ env: { MUSTER_PORT_CHECK: 'false' } });
    await createAccount(site, 'Carol');
    const hash = await new Client(site).mustBeat({ name: 'Moved' });
    const moved = await server.makeDatabase();
    const args = ['migrate-data', '--from', 'data', '--to', 'database_url'];
    const env = { MUSTER_DATABASE_URL: moved };
    const beside = await runMuster(args, { folder: site.folder, env });
    expect(beside.exitCode).not.toBe(0);
    expect(beside.stderr).toContain('Another muster is using the data folder');
    await site.kill('SIGTERM');
    const { stdout, exitCode } = await runMuster(args, { folder: site.folder, env });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^accounts: 1$/m);
    expect(stdout).toMatch(/^Copied \d+ rows in [\d.]+ s, and compared each with the original\.$/m);
    await using after = await startMuster({ env: { MUSTER_PORT_CHECK: 'false', ...env } });
    const client = new Client(after);
    expect(await client.login('Carol', PASSWORD)).toMatchObject({ username: 'Carol', errors: [] });
    expect(await client.lookup(hash)).toHaveLength(1);
  });

  test.each([
    ['backup', ['backup']],
    ['restore', ['restore', 'muster.db', '--yes']],
    ['migrate --dry-run', ['migrate', '--dry-run']],
  ])('%s says what to use in its place', async (_name, args) => {
    const { exitCode, stderr } = await run(args);
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain('The data is in PostgreSQL (database_url)');
    expect(stderr).toContain('pg_');
  });

  test.each([
    ['nobody listens', (at: string) => at.replace(/:\d+\//, ':1/'), 'does not answer'],
    ['the password is wrong', (at: string) => at.replace('of-the-tests', 'hunter2'), 'password'],
    ['there is no such database', (at: string) => at.replace(/test_\d+$/, 'gone'), 'no database'],
  ])('and the start say what is wrong where %s', async (_case, change, said) => {
    const broken = change(url);
    const { exitCode, stderr } = await run(['account', 'list'], broken);
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain(said);
    const env = { MUSTER_DATABASE_URL: broken, MUSTER_LISTEN: '127.0.0.1:0' };
    const start = await runMuster([], { folder: await makeFolder(), env });
    expect([start.exitCode, start.stderr]).toEqual([1, expect.stringContaining(said)]);
    expect(stderr + start.stderr).not.toMatch(/hunter2|of-the-tests/);
  });
});

test('while the database is away, heartbeats and lists go on, those of a known session too, and all is saved when it is back', async () => {
  const client = new Client(muster);
  const hash = await client.mustBeat({ name: 'Steady' });
  await eventually(
    () => client.list(),
    (records) => records.some((record) => record.hash === hash),
  );
  const alice = new Client(muster);
  expect(await alice.login('Alice', PASSWORD)).toMatchObject({ errors: [] });
  const readMppass = async () => (await alice.list()).find((it) => it.hash === hash)?.mppass;
  const mppass = await readMppass();
  expect(mppass).toBeTruthy();
  const { token } = await client.openLogin();
  // Nothing shows from outside when the session is known. The sessions are read again within 0.6 s of the last change
  // of accounts, and one that was looked up meanwhile is not kept: the look-up after that is.
  await Bun.sleep(1_000);
  expect(await readMppass()).toBe(mppass);
  await server.stop();
  expect(await readMppass()).toBe(mppass);
  expect(await client.mustBeat({ name: 'Steady' })).toBe(hash);
  const newcomer = await client.mustBeat({ name: 'Newcomer', port: '25599' });
  await eventually(
    () => client.list(),
    (records) => records.some((record) => record.hash === newcomer),
  );
  const login = { username: 'Alice', password: PASSWORD, token };
  const refused = await client.post('/api/login', login);
  expect(refused.status).toBe(503);
  expect(refused.header('Retry-After')).toBe('5');
  const ready = await eventually(
    () => client.get('/readyz'),
    ({ status }) => status === 503,
  );
  expect(ready.text).toContain('The PostgreSQL server does not answer');

  await server.start();
  await eventually(
    () => client.get('/readyz'),
    ({ status }) => status === 200,
  );
  expect(await new Client(muster).login('Alice', PASSWORD)).toMatchObject({ errors: [] });
  // The lock ended with the server, and was taken again.
  expect(await copyIntoFolder()).toContain('A service uses the PostgreSQL database');

  await using database = new SQL(url, { max: 1 });
  await eventually(
    async () => (await database`SELECT hash FROM servers WHERE hash = ${newcomer}`).length,
    (count) => count === 1,
  );
  await muster.kill('SIGKILL');
  await muster.start();
  expect(await client.lookup(newcomer)).toHaveLength(1);
}, 120_000);
