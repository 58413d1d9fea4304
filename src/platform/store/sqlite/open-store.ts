// SQLite as the stores see it, the stores over a connection, and all on one connection, as the command line and tests
// use it.

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

/** The stores of modules that the root lists for SQLite. */
export type SqliteList<Shared, Own> = StoreList<Shared, Own, Connection['client']>;

export type Store<Stores> = Opened<Stores> &
  Disposable & {
    changes: ChangeSignal;
    /** Reads the whole database and returns what is wrong with it, a line each; slow on a large one. */
    checkIntegrity(): string[];
  };

/** Opens the store, up to date, after keeping a copy of an older one. Throws `unavailable` when it cannot be used. */
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
    // The last connection to close writes the WAL back and removes it. `true` also ends the prepared
    // statements; otherwise the file stays open until they are garbage-collected.
    [Symbol.dispose]: () => connection.client.close(true),
  };
}

/** A call begins when the one before has ended: what it reads and writes is of no other call's transaction. */
function oneAfterAnother<Stores extends object>(stores: Stores): Stores {
  let last: Promise<unknown> = Promise.resolve();
  return wrapMethods(stores, (method) => (...args) => {
    const settled = last.then(() => method(...args));
    last = settled.catch(() => {});
    return settled;
  });
}

/** A signal of what other processes, such as the command line, committed: SQLite counts their commits. */
export function createChangeSignal({ client }: Connection): ChangeSignal {
  const statement = client.prepare<{ data_version: number }, []>('PRAGMA data_version');
  return {
    version: () => withStoreErrorsSync(() => statement.get()?.data_version ?? 0),
  };
}

/** Reads the whole database and its references, and returns what is wrong, a line each. */
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

/** Queries are made at once: nothing else of this process comes between those of a transaction but what was called before. */
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

/** Begun at once as one that writes: two that read first would each wait for the other to end. */
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
    // Some failures of the disk have ended the transaction by themselves.
    if (client.inTransaction && isInner) client.run('ROLLBACK TO inner_transaction');
    if (client.inTransaction) client.run(isInner ? 'RELEASE inner_transaction' : 'ROLLBACK');
    throw error;
  }
}

/** Opens every store over an open connection. Calls that write must not overlap; `onFailed` gets what they throw. */
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
      // Setting the number that the file has already writes its first page, which is then synced.
      client.run(`PRAGMA application_id = ${readNumber(client, 'PRAGMA application_id')}`);
    },
    async compareMigrations() {
      const rows = client.query<{ tag: string }, []>('SELECT tag FROM muster_migrations').all();
      const applied = new Set(rows.map(({ tag }) => tag));
      const known = new Set(migrations.map(({ tag }) => tag));
      return {
        missing: known.difference(applied).size,
        unknown: applied.difference(known).size,
        // One service has its data folder for itself, so versions never meet there.
        tolerated: 0,
      };
    },
  };
}
