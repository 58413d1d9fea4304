// The tables of the audit log.

import type { TableKit } from '../../platform/store/table-kit.ts';

export function auditTables(kit: TableKit) {
  const { counted, createTable, index, integer, text } = kit;

  /**
   * Actions of administrators and moderators, one a row, in the order of `id`. The actor is an account, or the command
   * line if `actorId` is null. `keyName` is the key of a program that acted for the account. Names are copied, because the log outlives accounts. Triggers refuse every change and
   * removal. A migration adds them, because Drizzle cannot express triggers.
   */
  const auditEntries = createTable(
    'audit_entries',
    {
      id: counted('id'),
      at: integer('at').notNull(),
      actorId: integer('actor_id'),
      actorName: text('actor_name').notNull(),
      keyName: text('key_name').notNull().default(''),
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
