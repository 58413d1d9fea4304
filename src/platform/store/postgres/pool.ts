// Connections to PostgreSQL with a bound on each wait.
//
// Bun's client notices a closed connection, and opens a new one with the next query. It does not notice a connection on
// which nothing comes back, such as behind a firewall that forgot it: no timeout of the server or the client ends this
// wait. So each query and each transaction has a bound here, after which all connections are replaced.

import { SQL, type TransactionSQL } from 'bun';
import { drizzle } from 'drizzle-orm/bun-sql';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { nameDatabaseHosts } from '../../lib/database-url.ts';
import { AWAY_NO_ANSWER, AWAY_NO_CONNECTION, isHostLost } from './failures.ts';
import { createHosts } from './hosts.ts';

const MAX_CONNECTIONS = 8;
const CONNECT_SECONDS = 5;
const IDLE_SECONDS = 300;
const LIFETIME_SECONDS = 3_600;
/** Bounds that the server enforces: for a statement, for the wait for a lock, and for an idle transaction. */
const STATEMENT_MS = 10_000;
const ANSWER_MS = 15_000;
const TRANSACTION_MS = 30_000;
const FREE_CONNECTION_MS = 5_000;

/** Overrides the default of the user or database, so that a concurrent change is no failure. */
const ISOLATION = 'read committed';
const BOUNDS = {
  statement_timeout: STATEMENT_MS,
  lock_timeout: STATEMENT_MS,
  idle_in_transaction_session_timeout: TRANSACTION_MS,
};
const SET_BOUNDS = `SELECT ${Object.entries(BOUNDS)
  .map(([name, ms]) => `set_config('${name}', '${ms}', true)`)
  .join(', ')}`;

export interface PoolerOptions {
  /** Whether connections go through a pooler that may use another server connection for each transaction. */
  isPooled?: boolean;
}

export interface Pool extends AsyncDisposable {
  orm: PgDatabase<PgQueryResultHKT>;
  /** The host in use, or the last one: `db.example.net:5432`. */
  host(): string;
}

/** Creates a client for one host, with the server's bounds. It connects with the first query. */
export function openClient(
  url: string,
  max: number,
  { isPooled = false }: PoolerOptions = {},
): SQL {
  const common = {
    max,
    connectionTimeout: CONNECT_SECONDS,
    idleTimeout: IDLE_SECONDS,
    maxLifetime: LIFETIME_SECONDS,
  };
  // With a pooler, prepared statements and settings may be lost in the next transaction.
  if (isPooled) return new SQL(url, { ...common, prepare: false });
  return new SQL(url, {
    ...common,
    connection: { application_name: 'muster', ...BOUNDS, default_transaction_isolation: ISOLATION },
  });
}

/**
 * Opens a pool, which connects with the first query. Uses the first host in `url` that accepts writes, and searches
 * again after a loss. `transactionMs` bounds a whole transaction.
 */
export function openPool(
  url: string,
  { transactionMs = TRANSACTION_MS, ...pooler }: { transactionMs?: number } & PoolerOptions = {},
): Pool {
  const hosts = createHosts(url, (single) => openClient(single, 1, pooler));
  let used = hosts.urls[0];
  let current = openClient(used, MAX_CONNECTIONS, pooler);
  /** Whether the host was found and no connection has been lost since. */
  let isFound = !hosts.hasChoice;
  let finding: Promise<void> | undefined;

  function replace(): void {
    const old = current;
    current = openClient(used, MAX_CONNECTIONS, pooler);
    void old.close({ timeout: 0 });
  }

  async function find(): Promise<void> {
    try {
      const found = await hosts.find();
      if (found !== used) {
        used = found;
        replace();
      }
      isFound = true;
    } finally {
      finding = undefined;
    }
  }

  async function useHost(): Promise<SQL> {
    if (!isFound) {
      finding ??= find();
      await finding;
    }
    return current;
  }

  /** The error to throw for an error of `client`. `isOver` says that its time limit ended the query. */
  function explain(error: unknown, client: SQL, isOver: boolean): unknown {
    const explained = isOver ? withCode(AWAY_NO_ANSWER, error) : error;
    if (client === current && isHostLost(explained)) isFound = false;
    return explained;
  }

  async function query(run: (client: SQL) => PromiseLike<unknown>): Promise<unknown> {
    const client = await useHost();
    let isOver = false;
    const bound = setTimeout(() => {
      isOver = true;
      isFound = false;
      if (client === current) replace();
    }, ANSWER_MS);
    try {
      return await run(client);
    } catch (error) {
      throw explain(error, client, isOver);
    } finally {
      clearTimeout(bound);
    }
  }

  /** Drizzle's calls on a client: a query, whose rows are objects or, with `values`, arrays; and a transaction. */
  const client = {
    unsafe: (text: string, values?: unknown[]) => toStatement(query, text, values),
    async begin<Result>(action: (tx: TransactionSQL) => Promise<Result>): Promise<Result> {
      const found = await useHost();
      let isOver = false;
      try {
        const connection = await reserve(found);
        const bound = setTimeout(() => {
          isOver = true;
          void connection.close({ timeout: 0 });
        }, transactionMs);
        try {
          return await connection.begin(`isolation level ${ISOLATION}`, async (tx) => {
            if (pooler.isPooled) await tx.unsafe(SET_BOUNDS);
            return action(tx);
          });
        } finally {
          clearTimeout(bound);
          if (!isOver) connection.release();
        }
      } catch (error) {
        throw explain(error, found, isOver);
      }
    },
  };
  return {
    orm: drizzle({ client: client as unknown as SQL }),
    host: () => nameDatabaseHosts(used),
    [Symbol.asyncDispose]: () => current.close({ timeout: CONNECT_SECONDS }),
  };
}

function toStatement(
  query: (run: (client: SQL) => PromiseLike<unknown>) => Promise<unknown>,
  text: string,
  values?: unknown[],
) {
  return {
    values: () => query((found) => found.unsafe(text, values).values()),
    // biome-ignore lint/suspicious/noThenProperty: Drizzle awaits the query itself.
    then: (resolve: (rows: unknown) => unknown, reject: (error: unknown) => unknown) =>
      query((found) => found.unsafe(text, values)).then(resolve, reject),
  };
}

async function reserve(pool: SQL) {
  try {
    return await pool.reserve({ signal: AbortSignal.timeout(FREE_CONNECTION_MS) });
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw isLate ? withCode(AWAY_NO_CONNECTION, error) : error;
  }
}

function withCode(code: string, cause: unknown): Error {
  return Object.assign(new Error('The database did not answer in time.', { cause }), { code });
}
