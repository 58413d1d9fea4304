// SQLite as the repositories see it.

import { type InferInsertModel, type InferSelectModel, sql, type Table } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/sqlite-core';
import * as tables from '../../../drizzle/schema.ts';
import { bindQueries, type Database, type Dialect, type Queries, type Tables } from '../engine.ts';
import { type Connection, wipeRemains, withoutSync } from './connection.ts';
import { isUniqueFailure } from './errors.ts';

type Read<Schema> = {
  [Name in keyof Schema]: Schema[Name] extends Table ? InferSelectModel<Schema[Name]> : never;
};
type Written<Schema> = {
  [Name in keyof Schema]: Schema[Name] extends Table ? InferInsertModel<Schema[Name]> : never;
};
// Does not compile, and names the table, while a column is missing in either schema, or is of another type.
null as never as Read<typeof tables> satisfies Read<Tables>;
null as never as Read<Tables> satisfies Read<typeof tables>;
null as never as Written<Tables> satisfies Written<typeof tables>;

const dialect: Dialect = {
  joinTexts: (column) => sql`group_concat(${column})`,
  jsonText: (column, key) => sql`json_extract(${column}, ${`$.${key}`})`,
  isUniqueFailure,
  describeTable: getTableConfig as unknown as Dialect['describeTable'],
};

/** Queries are made at once: nothing else of this process comes between those of a transaction but what was called before. */
export function createDatabase(connection: Connection): Database {
  const { client, orm } = connection;
  const database: Database = {
    // The builders of both engines have the same methods; only their types differ.
    ...bindQueries(orm as unknown as Queries),
    ...{ tables: tables as unknown as Tables, dialect },
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
