// The table of names that nobody may take for some time.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** One name a row, as the hash of its skeleton, since its former owner is not recorded. */
export const reservedNames = sqliteTable('reserved_names', {
  skeletonHash: text('skeleton_hash').primaryKey(),
  reservedUntil: integer('reserved_until').notNull(),
});
