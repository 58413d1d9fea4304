// The table of servers whose operators showed that they control them, and what they say about them.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/** One claimed server a row; it goes when its account goes. */
export const claims = sqliteTable(
  'claims',
  {
    hash: text('hash').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    claimedAt: integer('claimed_at').notNull(),
    description: text('description').notNull(),
    links: text('links', { mode: 'json' }).$type<string[]>().notNull(),
    tags: text('tags', { mode: 'json' }).$type<string[]>().notNull(),
    country: text('country'),
    joinPort: integer('join_port'),
    joinIp: text('join_ip'),
  },
  (table) => [index('claims_of_account').on(table.accountId)],
);
