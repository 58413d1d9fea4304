// Only a pooler in transaction mode shows what holds where each transaction has another connection.

import { afterAll, describe, expect, test } from 'bun:test';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { sql } from 'drizzle-orm';
import {
  openMovedPostgres,
  openPostgresServiceStore,
  openPostgresStore,
} from '../../../src/app/open-stores.ts';
import { examinePostgres } from '../../../src/platform/store/postgres/open-store.ts';
import { openPool } from '../../../src/platform/store/postgres/pool.ts';
import { accountNamed } from '../../contract/fresh-stores.ts';
import { describeEveryStore } from '../../contract/suites.ts';
import { eventually } from '../../support/eventually.ts';
import { findFreePort } from '../../support/free-port.ts';
import { startPostgres } from '../../support/postgres.ts';
import { createPostgresStores } from './postgres-stores.ts';

const POOLED = { isPooled: true };
await using resources = new AsyncDisposableStack();
const server = resources.use(await startPostgres());
const stores = resources.use(createPostgresStores(server, POOLED));
const lifetimes = resources.move();
afterAll(() => lifetimes.disposeAsync(), 60_000);

describeEveryStore('PostgreSQL as behind a pooler', stores.openFresh);

describe('a connection', () => {
  test('has nothing prepared or set that the next transaction would miss', async () => {
    await using pool = openPool(await server.makeDatabase(), POOLED);
    const read = async (query: string) => {
      const rows: unknown = await pool.orm.execute(sql.raw(query));
      return Object.values((rows as Record<string, unknown>[])[0] ?? {})[0];
    };
    for (let times = 0; times < 20; times += 1) {
      await pool.orm.execute(sql`SELECT ${times}::int`);
    }
    expect(await read('SELECT count(*)::int FROM pg_prepared_statements')).toBe(0);
    expect(await read('SHOW statement_timeout')).toBe('0');
    expect(await read('SHOW application_name')).toBe('');
    const bounds = await pool.orm.transaction(async (tx) => {
      const all: unknown = await tx.execute(sql`
        SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
          current_setting('idle_in_transaction_session_timeout') AS idle`);
      return (all as object[])[0];
    });
    expect(bounds).toEqual({ statement: '10s', lock: '10s', idle: '30s' });
    expect(await read('SHOW statement_timeout')).toBe('0');
  });

  test('of a service that is behind none has both', async () => {
    await using pool = openPool(await server.makeDatabase());
    for (let times = 0; times < 3; times += 1) await pool.orm.execute(sql`SELECT ${times}::int`);
    const rows: unknown = await pool.orm.execute(
      sql`SELECT current_setting('statement_timeout') AS bound, count(*)::int AS prepared FROM pg_prepared_statements`,
    );
    const [row] = rows as { bound: string; prepared: number }[];
    expect(row?.bound).toBe('10s');
    expect(row?.prepared).toBeGreaterThan(0);
  });
});

test('a service holds no lock, which would stay with a connection of others', async () => {
  const url = await server.makeDatabase();
  await using store = await openPostgresServiceStore(url, POOLED);
  expect(await store.accounts.insertAccount(accountNamed('Alice'))).toMatchObject({ id: 1 });
  await using watching = new SQL(url, { max: 1 });
  expect(await watching`SELECT 1 FROM pg_locks WHERE locktype = 'advisory'`).toHaveLength(0);
});

test('data is not copied through a pooler, and it is said what to do', async () => {
  await expect(openMovedPostgres(await server.makeDatabase(), POOLED)).rejects.toThrow(
    'Give the URL of the PostgreSQL server itself',
  );
});

/** A pooler that says `message` to each connection, with the SQLSTATE that PgBouncer has for everything. */
function startRefusing(message: string) {
  const fields = `SFATAL\0C08P01\0M${message}\0\0`;
  const answer = Buffer.alloc(5 + fields.length);
  answer.write('E');
  answer.writeInt32BE(4 + fields.length, 1);
  answer.write(fields, 5);
  const listener = Bun.listen({
    ...{ hostname: '127.0.0.1', port: 0 },
    socket: { data: (socket) => void socket.end(answer) },
  });
  return {
    url: `postgres://postgres:of-the-tests@127.0.0.1:${listener.port}/any`,
    [Symbol.dispose]: () => listener.stop(true),
  };
}

test('a pooler that nobody named is noticed, and the setting is named', async () => {
  using pooler = startRefusing('unsupported startup parameter: statement_timeout');
  for (const open of [openPostgresStore, examinePostgres]) {
    await expect(open(pooler.url)).rejects.toThrow(
      'was reached through a pooler that refuses settings of a connection. Set database_pooler, or',
    );
  }
});

test('a pooler whose server is away is as away as the server', async () => {
  using pooler = startRefusing('server login has been failing');
  await expect(openPostgresStore(pooler.url, POOLED)).rejects.toThrow('does not answer');
});

const PROGRAM = Bun.which('pgbouncer', { PATH: `${process.env.PATH}:/usr/sbin` });
if (PROGRAM === null) {
  console.log('postgres-pooler: what runs through PgBouncer is skipped: it is not installed.');
}

/** Starts PgBouncer before the server, with three connections for each database. */
async function startPgBouncer(program: string) {
  const folder = mkdtempSync(join(tmpdir(), 'muster-pgbouncer-'));
  chmodSync(folder, 0o777);
  const port = await findFreePort();
  const settings = join(folder, 'settings.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${server.port} user=postgres password=of-the-tests
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
`,
  );
  const command = [program, '-q', settings];
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const child = Bun.spawn(isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command, {
    ...{ stdout: 'ignore', stderr: 'ignore' },
  });
  const through = (url: string) => url.replace(/:\d+\//, `:${port}/`);
  await eventually(
    () =>
      Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } }).then(
        (socket) => Boolean(socket.end()) || true,
        () => false,
      ),
    (isUp) => isUp,
  );
  return {
    through,
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describe.skipIf(PROGRAM === null)('through PgBouncer', () => {
  test('without the setting it is refused, and the setting is named', async () => {
    await using bouncer = await startPgBouncer(PROGRAM ?? '');
    await expect(openPostgresStore(bouncer.through(await server.makeDatabase()))).rejects.toThrow(
      'Set database_pooler',
    );
  });

  test('with it every answer is right, though transactions take turns with few connections', async () => {
    await using bouncer = await startPgBouncer(PROGRAM ?? '');
    const url = await server.makeDatabase();
    await using one = await openPostgresServiceStore(bouncer.through(url), POOLED);
    await using two = await openPostgresServiceStore(bouncer.through(url), POOLED);
    const ids = new Map<string, number>();
    await Promise.all(
      Array.from({ length: 40 }, async (_, number) => {
        const name = `Alice_${number}`;
        const store = number % 2 === 0 ? one : two;
        ids.set(name, (await store.accounts.insertAccount(accountNamed(name))).id);
      }),
    );
    expect(new Set(ids.values()).size).toBe(40);
    await Promise.all(
      [...ids].flatMap(([name, id]) =>
        [one, two, one, two].map(async (store) => {
          expect(await store.accounts.findAccountById(id)).toMatchObject({ id, name });
        }),
      ),
    );
    await using watching = new SQL(url, { max: 1 });
    const [row] = await watching`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    expect(row.count).toBeLessThanOrEqual(3);
  });
});
