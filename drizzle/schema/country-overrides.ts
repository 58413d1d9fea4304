// The table of servers whose country moderators set by hand.

import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Overrides the country of the address and that of the server's operator. */
export const countryOverrides = sqliteTable('country_overrides', {
  hash: text('hash').primaryKey(),
  country: text('country').notNull(),
});
