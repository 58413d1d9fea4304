// The table of actions of administrators and moderators. Triggers keep it from being changed.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * One action a row, in the order of `id`. The actor is an account, or the command line where
 * `actorId` is null. Names are copied, since the log outlives accounts. The migration adds the
 * triggers that refuse every change and removal, which Drizzle cannot say.
 */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: integer('at').notNull(),
    actorId: integer('actor_id'),
    actorName: text('actor_name').notNull(),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    reason: text('reason').notNull(),
    detail: text('detail').notNull(),
  },
  (table) => [
    index('audit_entries_of_actor').on(table.actorName),
    index('audit_entries_of_subject').on(table.subject),
    index('audit_entries_of_action').on(table.action),
  ],
);
