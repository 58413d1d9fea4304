// The table of addresses, names and servers whose heartbeats are refused.

import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * One ban a row; `id` counts in the order in which the bans were made. `subject` is what is banned. The
 * author is an account, or the command line where `authorId` is null.
 */
export const bans = sqliteTable(
  'bans',
  {
    id: integer('id').primaryKey(),
    kind: text('kind', { enum: ['range', 'name', 'server'] })
      .notNull()
      .default('range'),
    subject: text('subject').notNull(),
    reason: text('reason').notNull(),
    authorId: integer('author_id'),
    authorName: text('author_name').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at'),
  },
  (table) => [uniqueIndex('bans_of_subject').on(table.kind, table.subject)],
);
