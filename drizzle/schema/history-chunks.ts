// The table of samples sorted by server: an hour of minutes, a day of ten minutes or of hours a row.

import { blob, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core';

/**
 * `step` is the minutes between two samples, `number` counts chunks of its length since the Unix
 * epoch. The migration makes it WITHOUT ROWID, which Drizzle cannot say: a server's chunks lie side
 * by side, and no second index repeats the key.
 */
export const historyChunks = sqliteTable(
  'history_chunks',
  {
    series: integer('series').notNull(),
    step: integer('step').notNull(),
    number: integer('number').notNull(),
    slots: blob('slots', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.series, table.step, table.number] })],
);
