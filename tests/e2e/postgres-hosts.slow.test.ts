// Only the binary over two PostgreSQL servers shows that service and commands survive a failover together.

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { makeFolder, runMuster, startMuster } from '../support/binary.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { Client, createAccount, eventually } from './client.ts';

let first: PostgresServer;
let second: PostgresServer;

beforeAll(async () => {
  [first, second] = await Promise.all([startPostgres(), startPostgres()]);
}, 120_000);
afterAll(async () => {
  await first?.[Symbol.asyncDispose]();
  await second?.[Symbol.asyncDispose]();
}, 60_000);

/** The URL of the same database on each of these ports. */
const on = (...ports: number[]) =>
  `postgres://postgres:of-the-tests@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/test_1`;

test('a failover to the other host is survived, and the commands go where the service does', async () => {
  await first.makeDatabase();
  await second.makeDatabase();
  const url = on(first.port, second.port);
  const env = { MUSTER_DATABASE_URL: url, MUSTER_PORT_CHECK: 'false' };
  // The other has the schema that replication would have brought.
  const other = { MUSTER_DATABASE_URL: on(second.port) };
  await runMuster(['migrate'], { folder: await makeFolder(), env: other });
  await using muster = await startMuster({ env });
  expect(muster.stdout).toContain(
    `Database: PostgreSQL at 127.0.0.1:${first.port}, 127.0.0.1:${second.port}\n`,
  );
  const check = async () => (await muster.run(['check'])).stdout;
  expect(await check()).toMatch(
    new RegExp(`database: PostgreSQL 18[\\d.]* at 127\\.0\\.0\\.1:${first.port} `),
  );
  const client = new Client(muster);
  const hash = await client.mustBeat({ name: 'Survivor' });

  for (const [stopped, next, name] of [
    [first, second, 'Alice'],
    [second, first, 'Bob'],
  ] as const) {
    await stopped.stop();
    expect(await client.mustBeat({ name: 'Survivor' })).toBe(hash);
    await eventually(
      () => client.get('/readyz'),
      ({ status }) => status === 200,
    );
    await createAccount(muster, name);
    expect(await new Client(muster).login(name, 'correct horse')).toMatchObject({ errors: [] });
    expect(await check()).toContain(` at 127.0.0.1:${next.port} `);
    expect(await client.lookup(hash)).toHaveLength(1);
    await stopped.start();
  }
  expect(muster.stdout + muster.stderr).not.toContain('of-the-tests');
}, 120_000);
