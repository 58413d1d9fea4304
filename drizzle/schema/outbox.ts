// The table of letters that wait to be sent, or could not be.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** One letter a row, until it is sent; `letter` is JSON and may hold a one-time code or token. */
export const outbox = sqliteTable(
  'letters',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    recipient: text('recipient').notNull(),
    kind: text('kind').notNull(),
    email: text('letter').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at'),
    attempts: integer('attempts').notNull(),
    nextAttemptAt: integer('next_attempt_at').notNull(),
    lastError: text('last_error').notNull(),
    failedAt: integer('failed_at'),
  },
  (table) => [index('letters_due').on(table.failedAt, table.nextAttemptAt)],
);
