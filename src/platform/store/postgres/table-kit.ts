// Tables of PostgreSQL, and the kinds of columns in them.

import {
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

/** Numbers that the database gives, each once. */
const counted = (name: string) =>
  bigint(name, { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity();

export const postgresKit = {
  createTable: pgTable,
  index,
  uniqueIndex,
  primaryKey,
  check,
  boolean,
  /** Numbers up to 2^53, among them moments in milliseconds. */
  integer: (name: string) => bigint(name, { mode: 'number' }),
  counted,
  /** The same, where SQLite may give the number of a removed row again. */
  numbered: counted,
  /** Compared and sorted by its bytes, as SQLite does, whatever the locale of the database is. */
  text: customType<{ data: string; driverData: string }>({
    dataType: () => 'text COLLATE "C"',
    toDriver: escapeText,
    fromDriver: unescapeText,
  }),
  bytes: customType<{ data: Buffer }>({ dataType: () => 'bytea' }),
  /** Texts as JSON. A plain column of text, since the drivers disagree on who encodes `jsonb`. */
  list: customType<{ data: string[]; driverData: string }>({
    dataType: () => 'text COLLATE "C"',
    toDriver: (texts) => JSON.stringify(texts),
    fromDriver: (json) => JSON.parse(json),
  }),
};
