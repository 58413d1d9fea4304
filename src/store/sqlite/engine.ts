// SQLite as the repositories see it.

import { type InferInsertModel, type InferSelectModel, sql, type Table } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/sqlite-core';
import * as tables from '../../../drizzle/schema.ts';
import type { Database, Dialect, Tables } from '../engine.ts';
import { type Connection, wipeRemains } from './connection.ts';
import { isUniqueFailure } from './errors.ts';

type SqliteTables = typeof tables;
type TableName = keyof Tables | keyof SqliteTables;
type TableOf<Schema, Name> = Name extends keyof Schema
  ? Schema[Name] extends Table
    ? Schema[Name]
    : never
  : never;
type IsSame<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
/** The tables from whose rows something else is read here than in PostgreSQL. */
type ReadOtherwise = {
  [Name in TableName]: IsSame<
    InferSelectModel<TableOf<Tables, Name>>,
    InferSelectModel<TableOf<SqliteTables, Name>>
  > extends true
    ? never
    : Name;
}[TableName];
/** The tables that refuse something here which PostgreSQL takes. */
type WrittenOtherwise = {
  [Name in TableName]: InferInsertModel<TableOf<Tables, Name>> extends InferInsertModel<
    TableOf<SqliteTables, Name>
  >
    ? never
    : Name;
}[TableName];

// Does not compile, and names the table, while a column is missing in either schema, or is of another type.
true satisfies [ReadOtherwise | WrittenOtherwise] extends [never]
  ? true
  : ReadOtherwise | WrittenOtherwise;

const dialect: Dialect = {
  joinTexts: (column) => sql`group_concat(${column})`,
  jsonText: (column, key) => sql`json_extract(${column}, ${`$.${key}`})`,
  isUniqueFailure,
  describeTable: getTableConfig as unknown as Dialect['describeTable'],
};

/**
 * The database of a connection. Its queries are made at once, so that nothing else of this process runs on
 * the connection between the first and the last of a transaction but what was called before its end.
 */
export function createDatabase(connection: Connection): Database {
  const { client, orm } = connection;
  const queries = {
    select: orm.select.bind(orm),
    selectDistinct: orm.selectDistinct.bind(orm),
    insert: orm.insert.bind(orm),
    update: orm.update.bind(orm),
    delete: orm.delete.bind(orm),
    tables,
    dialect,
  };
  // The builders of both engines have the same methods; only their types differ.
  const database = queries as unknown as Database;
  return Object.assign(database, {
    transaction: <Result>(action: (tx: Database) => Promise<Result>) =>
      inTransaction(client, () => action(database)),
    wipeRemains: () => wipeRemains(connection),
  });
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
    if (client.inTransaction) undo(client, isInner);
    throw error;
  }
}

function undo(client: Connection['client'], isInner: boolean): void {
  if (isInner) client.run('ROLLBACK TO inner_transaction');
  client.run(isInner ? 'RELEASE inner_transaction' : 'ROLLBACK');
}
