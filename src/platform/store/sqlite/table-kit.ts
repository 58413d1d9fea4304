// Defines tables of SQLite, and the kinds of their columns.

import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  blob,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { TableKit } from '../table-kit.ts';

const kit = {
  sql,
  createTable: sqliteTable,
  index,
  uniqueIndex,
  primaryKey,
  check,
  boolean: (name: string) => integer(name, { mode: 'boolean' }),
  integer: (name: string) => integer(name),
  ownerNumber: (name: string, column: () => AnySQLiteColumn) =>
    integer(name).notNull().references(column, { onDelete: 'cascade' }),
  /** AUTOINCREMENT never gives the number of a removed row again. */
  counted: (name: string) => integer(name).primaryKey({ autoIncrement: true }),
  numbered: (name: string) => integer(name).primaryKey(),
  text: (name: string) => text(name),
  bytes: (name: string) => blob(name, { mode: 'buffer' }),
  list: (name: string) => text(name, { mode: 'json' }).$type<string[]>(),
} satisfies Record<keyof TableKit, unknown>;

/** The builders of both engines have the same methods and values of the same types; only their own types differ. */
export const sqliteKit = kit as unknown as TableKit;
