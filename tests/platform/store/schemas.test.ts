// Both kits make the same tables, but for the names of types; that each is that of its migrations shows the generator.

import { expect, test } from 'bun:test';
import { getTableName, is, SQL, type Table } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { getTableConfig as getSqliteConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { createTables } from '../../../src/app/tables.ts';
import { postgresKit } from '../../../src/platform/store/postgres/table-kit.ts';
import { sqliteKit } from '../../../src/platform/store/sqlite/table-kit.ts';

/** What the types of one engine are called in the other. */
const TYPES: Readonly<Record<string, string>> = {
  bigint: 'integer',
  boolean: 'integer',
  bytea: 'blob',
};

const typeOf = (column: { getSQLType(): string }) => {
  const type = column.getSQLType().replace(' COLLATE "C"', '');
  return TYPES[type] ?? type;
};
const namesOf = (columns: readonly object[]) =>
  columns.map((column) => ('name' in column ? `${column.name}` : 'an expression')).join();

/** What a table is, in the words of SQLite. */
function describeTable(table: Table): [name: string, description: object] {
  const config = is(table, PgTable) ? getTableConfig(table) : getSqliteConfig(table as SQLiteTable);
  const unique = [
    ...config.columns.filter(({ isUnique }) => isUnique).map(({ name }) => name),
    ...config.uniqueConstraints.map(({ columns }) => namesOf(columns)),
    ...config.indexes
      .filter((index) => index.config.unique)
      .map(({ config: { columns, where } }) => `${namesOf(columns)}${where ? ' in part' : ''}`),
  ];
  const references = config.foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference();
    const { onDelete = 'no action', onUpdate = 'no action' } = key;
    return `${namesOf(columns)} ${getTableName(foreignTable)} ${onDelete} ${onUpdate}`;
  });
  const columns = config.columns.map((column) => ({
    ...{ name: column.name, isRequired: column.notNull || column.primary, primary: column.primary },
    type: typeOf(column),
    preset: is(column.default, SQL) ? 'an expression' : column.default,
  }));
  return [
    config.name,
    {
      columns: columns.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      key: config.primaryKeys.map((key) => namesOf(key.columns)),
      unique: unique.toSorted(),
      references: references.toSorted(),
    },
  ];
}

test('every table has the same columns, keys and references, and the same is unique', () => {
  const describe = (schema: object) =>
    Object.fromEntries(
      Object.values(schema)
        .filter((one): one is Table => is(one, PgTable) || is(one, SQLiteTable))
        .map(describeTable),
    );
  const sqlite = describe(createTables(sqliteKit));
  expect(Object.keys(sqlite).length).toBeGreaterThan(30);
  expect(describe(createTables(postgresKit))).toEqual(sqlite);
});
