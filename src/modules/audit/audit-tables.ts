// The tables of the audit log.

import type { TableKit } from '../../platform/store/table-kit.ts';

export function auditTables(kit: TableKit) {
  const { counted, createTable, index, integer, text } = kit;

  /**
   * Actions of administrators and moderators. Triggers keep it from being changed. One action a row, in the order of
   * `id`. The actor is an account, or the command line where `actorId` is null. Names are copied, since the log
   * outlives accounts. The migration adds the triggers that refuse every change and removal, which Drizzle cannot
   * say.
   */
  const auditEntries = createTable(
    'audit_entries',
    {
      id: counted('id'),
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

  return { auditEntries };
}
