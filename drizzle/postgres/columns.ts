// The kinds of columns in PostgreSQL.

import { bigint, customType } from 'drizzle-orm/pg-core';

/** Stands before a 0 for a NUL, which PostgreSQL refuses in texts, and before a 1 for itself. */
const ESCAPE = '\u{e000}';

/** A text as it is stored: without the character that PostgreSQL refuses. */
export function escapeText(text: string): string {
  return text.replace(/[\0\u{e000}]/gu, (found) => `${ESCAPE}${found === ESCAPE ? 1 : 0}`);
}

function unescapeText(stored: string): string {
  if (!stored.includes(ESCAPE)) return stored;
  return stored.replace(/\u{e000}([01])/gu, (_, which) => (which === '1' ? ESCAPE : '\0'));
}

/** Compared and sorted by its bytes, as SQLite does, whatever the locale of the database is. */
export const text = customType<{ data: string; driverData: string }>({
  dataType: () => 'text COLLATE "C"',
  toDriver: escapeText,
  fromDriver: unescapeText,
});
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** Texts as JSON. A plain column of text, since the drivers disagree on who encodes `jsonb`. */
export const list = customType<{ data: string[]; driverData: string }>({
  dataType: () => 'text COLLATE "C"',
  toDriver: (texts) => JSON.stringify(texts),
  fromDriver: (json) => JSON.parse(json),
});
/** Numbers up to 2^53, among them moments in milliseconds. */
export const integer = (name: string) => bigint(name, { mode: 'number' });
/** Numbers that the database gives, each once. */
export const counted = (name: string) => integer(name).primaryKey().generatedByDefaultAsIdentity();
