// The table with the service's knowledge of its own time.

import { sql } from 'drizzle-orm';
import type { TableKit } from './table-kit.ts';

export function clockTables(kit: TableKit) {
  const { check, createTable, integer } = kit;

  /**
   * The service's own state, always one row. `lastAliveAt`, in milliseconds since the Unix epoch, proves that the
   * service was running then. After a leap of the clock, nothing is deleted for its age before `deletionHeldUntil`.
   */
  const serviceState = createTable(
    'service_state',
    {
      id: integer('id').primaryKey(),
      lastAliveAt: integer('last_alive_at').notNull(),
      deletionHeldUntil: integer('deletion_held_until').notNull().default(0),
    },
    (table) => [check('service_state_one_row', sql`${table.id} = 1`)],
  );

  return { serviceState };
}
