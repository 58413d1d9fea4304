// Connections to PostgreSQL, each wait for which is bounded.
//
// Bun's client notices a connection that is closed, and opens another one with the next query. It does not
// notice a connection on which nothing comes back any more, such as behind a firewall that forgot it: no
// timeout of the server or of the client ends that wait. So each query and each transaction has a bound here,
// after which all connections are replaced.

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
/** The server's bounds: of a statement, of the wait for a lock, and of a transaction in which nothing happens. */
const STATEMENT_MS = 10_000;
const ANSWER_MS = 15_000;
const TRANSACTION_MS = 30_000;
const FREE_CONNECTION_MS = 5_000;

/** Whatever the user's or the database's default is: what others changed meanwhile is no failure. */
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
  /** Whether through a pooler that gives each transaction another connection of its own. */
  isPooled?: boolean;
}

export interface Pool extends AsyncDisposable {
  orm: PgDatabase<PgQueryResultHKT>;
  /** The host that is used, or was last: `db.example.net:5432`. */
  host(): string;
}

/** Opens a client for one host, with the server's bounds. Nothing connects before the first query. */
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
  // What a connection prepared or set is gone, or another's, with its next transaction.
  if (isPooled) return new SQL(url, { ...common, prepare: false });
  return new SQL(url, {
    ...common,
    connection: { application_name: 'muster', ...BOUNDS, default_transaction_isolation: ISOLATION },
  });
}

/**
 * Nothing connects before the first query. Uses the first host in `url` that accepts writes, and looks for it again
 * after a loss. `transactionMs` bounds a transaction as a whole.
 */
export function openPool(
  url: string,
  { transactionMs = TRANSACTION_MS, ...pooler }: { transactionMs?: number } & PoolerOptions = {},
): Pool {
  const hosts = createHosts(url, (single) => openClient(single, 1, pooler));
  let used = hosts.urls[0];
  let current = openClient(used, MAX_CONNECTIONS, pooler);
  /** Whether the host was found, and nothing was lost since. */
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

  /** What to throw for an error of `client`; `isOver` when its bound ended it. */
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

  /** What Drizzle calls of a client: a query, whose rows are objects or, by `values`, arrays; and a transaction. */
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
