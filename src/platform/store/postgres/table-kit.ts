// Defines tables of PostgreSQL, and the kinds of their columns.

import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  index,
  pgTable,
  primaryKey,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { escapeText, unescapeText } from './escaped-text.ts';

/** Numbers that the database gives, each only once. */
const counted = (name: string) =>
  bigint(name, { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity();

export const postgresKit = {
  sql,
  createTable: pgTable,
  index,
  uniqueIndex,
  primaryKey,
  check,
  boolean,
  /** Numbers up to 2^53, such as times in milliseconds. */
  integer: (name: string) => bigint(name, { mode: 'number' }),
  /** The number of a row that this row belongs to, and with which it is deleted. */
  ownerNumber: (name: string, column: () => AnyPgColumn) =>
    bigint(name, { mode: 'number' }).notNull().references(column, { onDelete: 'cascade' }),
  counted,
  /** Like `counted`. SQLite may give the number of a removed row again. */
  numbered: counted,
  /** Compared and sorted by bytes, as SQLite does, in any locale of the database. */
  text: customType<{ data: string; driverData: string }>({
    dataType: () => 'text COLLATE "C"',
    toDriver: escapeText,
    fromDriver: unescapeText,
  }),
  bytes: customType<{ data: Buffer }>({ dataType: () => 'bytea' }),
  /** A list of texts as JSON in a plain text column, because the drivers disagree on who encodes `jsonb`. */
  list: customType<{ data: string[]; driverData: string }>({
    dataType: () => 'text COLLATE "C"',
    toDriver: (texts) => JSON.stringify(texts),
    fromDriver: (json) => JSON.parse(json),
  }),
};
