// Connections to PostgreSQL, each wait for which is bounded.
//
// Bun's client notices a connection that is closed, and opens another one with the next query. It does not
// notice a connection on which nothing comes back any more, such as behind a firewall that forgot it: no
// timeout of the server or of the client ends that wait. So each query and each transaction has a bound here,
// after which all connections are replaced.

import { SQL } from 'bun';
import { drizzle } from 'drizzle-orm/bun-sql';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { AWAY_NO_ANSWER, AWAY_NO_CONNECTION } from './failures.ts';

const MOST_CONNECTIONS = 8;
const CONNECT_SECONDS = 5;
const IDLE_SECONDS = 300;
const LIFETIME_SECONDS = 3_600;
/** The server's bounds: of a statement, of the wait for a lock, and of a transaction in which nothing happens. */
const STATEMENT_MS = 10_000;
/** Our own bounds, which are longer: the server is to answer first. */
const ANSWER_MS = 15_000;
const TRANSACTION_MS = 30_000;
/** How long a transaction waits for a free connection. */
const FREE_CONNECTION_MS = 5_000;

/** The database behind a pool. */
export interface Pool extends AsyncDisposable {
  orm: PgDatabase<PgQueryResultHKT>;
}

/** Opens a pool. Nothing connects before the first query. `transactionMs` bounds a transaction as a whole. */
export function openPool(url: string, { transactionMs = TRANSACTION_MS } = {}): Pool {
  const open = () =>
    new SQL(url, {
      ...{ max: MOST_CONNECTIONS, connectionTimeout: CONNECT_SECONDS },
      ...{ idleTimeout: IDLE_SECONDS, maxLifetime: LIFETIME_SECONDS },
      connection: {
        application_name: 'muster',
        statement_timeout: STATEMENT_MS,
        lock_timeout: STATEMENT_MS,
        idle_in_transaction_session_timeout: TRANSACTION_MS,
      },
    });
  let current = open();

  function replace(silent: SQL): void {
    if (silent !== current) return;
    current = open();
    void silent.close({ timeout: 0 });
  }

  async function withBound<Rows>(used: SQL, query: PromiseLike<Rows>): Promise<Rows> {
    let isOver = false;
    const bound = setTimeout(() => {
      isOver = true;
      replace(used);
    }, ANSWER_MS);
    try {
      return await query;
    } catch (error) {
      throw isOver ? withCode(AWAY_NO_ANSWER, error) : error;
    } finally {
      clearTimeout(bound);
    }
  }

  /** What Drizzle calls of a client: a query, whose rows are objects or, by `values`, arrays; and a transaction. */
  const client = {
    unsafe(text: string, values?: unknown[]) {
      const used = current;
      const query = used.unsafe(text, values);
      return {
        values: () => withBound(used, query.values()),
        // biome-ignore lint/suspicious/noThenProperty: Drizzle awaits the query itself.
        then: (resolve: (rows: unknown) => unknown, reject: (error: unknown) => unknown) =>
          withBound(used, query).then(resolve, reject),
      };
    },
    async begin<Result>(action: (tx: unknown) => Promise<Result>): Promise<Result> {
      const connection = await reserve(current);
      let isOver = false;
      const bound = setTimeout(() => {
        isOver = true;
        void connection.close({ timeout: 0 });
      }, transactionMs);
      try {
        return await connection.begin(action);
      } catch (error) {
        throw isOver ? withCode(AWAY_NO_ANSWER, error) : error;
      } finally {
        clearTimeout(bound);
        if (!isOver) connection.release();
      }
    },
  };
  return {
    orm: drizzle({ client: client as unknown as SQL }),
    [Symbol.asyncDispose]: () => current.close({ timeout: CONNECT_SECONDS }),
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
