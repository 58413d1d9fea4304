// The table of servers whose country moderators set by hand.

import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Stands before what the address says and before what the operator of the server says. */
export const countryOverrides = sqliteTable('country_overrides', {
  hash: text('hash').primaryKey(),
  country: text('country').notNull(),
});
