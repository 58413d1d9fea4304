// The table of servers whose operators proved that they control them, with the operators' texts.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/** One claimed server a row; it is removed with its account. */
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
