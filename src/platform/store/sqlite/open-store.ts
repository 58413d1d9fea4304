// Implements the stores' database on SQLite, and opens the stores over one connection for the command line and tests.

import { sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/sqlite-core';
import type { ChangeSignal } from '../change-signal.ts';
import { bindQueries, type Database, type Dialect, type Queries, type Tables } from '../engine.ts';
import type { HealthStore } from '../store-ports.ts';
import { createStores, type Opened, type StoreList, wrapMethods } from '../stores.ts';
import { type Connection, wipeRemains, withoutSync } from './connection.ts';
import { listDamage, readNumber } from './damage.ts';
import { openDatabase, type StoreHooks, type StoreLocation } from './database.ts';
import { isUniqueFailure, toStoreError, withStoreErrorsSync } from './errors.ts';
import { migrations } from './migrations.ts';

/** The module stores that the root lists for SQLite. */
export type SqliteList<Shared, Own> = StoreList<Shared, Own, Connection['client']>;

export type Store<Stores> = Opened<Stores> &
  Disposable & {
    changes: ChangeSignal;
    /** Reads the whole database and returns its faults, one per line; slow on a large database. */
    checkIntegrity(): string[];
  };

/** Opens the store and brings it up to date, after keeping a copy of an older one. Throws `unavailable`. */
export function openStore<Shared, Own>(
  list: SqliteList<Shared, Own>,
  location: StoreLocation,
  hooks: StoreHooks = {},
): Store<Shared & Own> {
  return createStore(list, openDatabase(location, migrations, hooks));
}

export function createStore<Shared, Own>(
  list: SqliteList<Shared, Own>,
  connection: Connection,
): Store<Shared & Own> {
  return {
    ...oneAfterAnother(openStores(list, connection)),
    changes: createChangeSignal(connection),
    checkIntegrity: () => findFaults(connection),
    // The last connection to close writes the WAL back and removes it. `true` also ends the prepared statements;
    // otherwise the file stays open until they are garbage-collected.
    [Symbol.dispose]: () => connection.client.close(true),
  };
}

/** Each call begins after the previous one has ended, so that it never runs in another call's transaction. */
function oneAfterAnother<Stores extends object>(stores: Stores): Stores {
  let last: Promise<unknown> = Promise.resolve();
  return wrapMethods(stores, (method) => (...args) => {
    const settled = last.then(() => method(...args));
    last = settled.catch(() => {});
    return settled;
  });
}

/** Signals commits by other processes, such as the command line. SQLite counts their commits. */
export function createChangeSignal({ client }: Connection): ChangeSignal {
  const statement = client.prepare<{ data_version: number }, []>('PRAGMA data_version');
  return {
    version: () => withStoreErrorsSync(() => statement.get()?.data_version ?? 0),
  };
}

/** Reads the whole database and its references, and returns the faults, one per line. */
export function findFaults({ client }: Connection): string[] {
  const lines = listDamage(client);
  if (lines.length > 0) return lines;
  return client
    .prepare<{ table: string; parent: string }, []>('PRAGMA foreign_key_check')
    .all()
    .map((row) => `A row of ${row.table} belongs to nothing in ${row.parent}.`);
}

const dialect: Dialect = {
  joinTexts: (column) => sql`group_concat(${column})`,
  jsonText: (column, key) => sql`json_extract(${column}, ${`$.${key}`})`,
  isUniqueFailure,
  describeTable: getTableConfig as unknown as Dialect['describeTable'],
};

/** Runs each query at once, so only earlier calls can run between the queries of a transaction. */
export function createDatabase(connection: Connection, tables: Tables): Database {
  const { client, orm } = connection;
  const database: Database = {
    // The builders of both engines have the same methods; only their types differ.
    ...bindQueries(orm as unknown as Queries),

    tables,
    dialect,
    transaction: (action) => inTransaction(client, () => action(database)),
    transactionWithoutSync: (action) => withoutSync(client, () => database.transaction(action)),
    wipeRemains: () => wipeRemains(connection),
  };
  return database;
}

/** Begins as a writing transaction. Two transactions that read first would each wait for the other to end. */
async function inTransaction<Result>(
  client: Connection['client'],
  action: () => Promise<Result>,
): Promise<Result> {
  const isInner = client.inTransaction;
  client.run(isInner ? 'SAVEPOINT inner_transaction' : 'BEGIN IMMEDIATE');
  try {
    const result = await action();
    client.run(isInner ? 'RELEASE inner_transaction' : 'COMMIT');
    return result;
  } catch (error) {
    // Some disk failures have already ended the transaction.
    if (client.inTransaction && isInner) client.run('ROLLBACK TO inner_transaction');
    if (client.inTransaction) client.run(isInner ? 'RELEASE inner_transaction' : 'ROLLBACK');
    throw error;
  }
}

/** Opens every store over an open connection. Calls that write must not overlap; `onFailed` gets their errors. */
export function openStores<Shared, Own>(
  list: SqliteList<Shared, Own>,
  connection: Connection,
  onFailed: (error: unknown) => void = () => {},
): Opened<Shared & Own> {
  const { client } = connection;
  const db = createDatabase(connection, list.tables);
  const stores = createStores(db, list, client, createHealthStore(connection));
  return wrapMethods(stores, (method) => async (...args) => {
    try {
      return await method(...args);
    } catch (error) {
      onFailed(error);
      throw toStoreError(error);
    }
  });
}

function createHealthStore({ client }: Connection): HealthStore {
  return {
    async checkWrite() {
      // Setting the number to its present value still writes the file's first page, which is then synced.
      client.run(`PRAGMA application_id = ${readNumber(client, 'PRAGMA application_id')}`);
    },
    async compareMigrations() {
      const rows = client.query<{ tag: string }, []>('SELECT tag FROM muster_migrations').all();
      const applied = new Set(rows.map(({ tag }) => tag));
      const known = new Set(migrations.map(({ tag }) => tag));
      return {
        missing: known.difference(applied).size,
        unknown: applied.difference(known).size,
        // Only one service uses a data folder, so versions never meet there.
        tolerated: 0,
      };
    },
  };
}
