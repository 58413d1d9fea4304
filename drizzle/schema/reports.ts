// The table of players' reports about servers.

import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/** One report a row; it is removed with the account that made it. The server's name is the one at that time. */
export const reports = sqliteTable(
  'reports',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    hash: text('hash').notNull(),
    serverName: text('server_name').notNull(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    text: text('text').notNull(),
    createdAt: integer('created_at').notNull(),
    closedAt: integer('closed_at'),
    wantsEmail: integer('wants_email', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    uniqueIndex('reports_open_once')
      .on(table.accountId, table.hash)
      .where(sql`${table.closedAt} is null`),
    index('reports_of_account').on(table.accountId),
  ],
);
