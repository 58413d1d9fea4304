// The table of the service's own state: always one row.

import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable } from 'drizzle-orm/sqlite-core';

/** `lastAliveAt`, in milliseconds since the Unix epoch, proves that the service was running then. */
export const serviceState = sqliteTable(
  'service_state',
  {
    id: integer('id').primaryKey(),
    lastAliveAt: integer('last_alive_at').notNull(),
  },
  (table) => [check('service_state_one_row', sql`${table.id} = 1`)],
);
