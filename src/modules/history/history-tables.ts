// The tables of the player history.

import type { TableKit } from '../../platform/store/table-kit.ts';

export function historyTables(kit: TableKit) {
  const { bytes, counted, createTable, integer, primaryKey, text } = kit;

  /**
   * Samples sorted by server: a row holds an hour of minutes, a day of ten-minute steps or a day of hours. `step` is
   * the minutes between two samples; `number` counts chunks since the Unix epoch. The migration adds WITHOUT ROWID,
   * which Drizzle cannot express: it keeps a server's chunks together and saves a second index.
   */
  const historyChunks = createTable(
    'history_chunks',
    {
      series: integer('series').notNull(),
      step: integer('step').notNull(),
      number: integer('number').notNull(),
      slots: bytes('slots').notNull(),
    },
    (table) => [primaryKey({ columns: [table.series, table.step, table.number] })],
  );

  /**
   * Samples that are not sorted by server yet: one row a minute for all servers. `at` counts minutes since the Unix
   * epoch; `counts` alternates series numbers and player counts.
   */
  const historyMinutes = createTable('history_minutes', {
    at: integer('at').primaryKey(),
    players: integer('players').notNull(),
    servers: integer('servers').notNull(),
    counts: bytes('counts').notNull(),
  });

  /** The highest counts ever, in one row that thinning never removes. Times are milliseconds since the Unix epoch. */
  const historyRecords = createTable('history_records', {
    id: integer('id').primaryKey(),
    players: integer('players').notNull(),
    playersAt: integer('players_at').notNull(),
    servers: integer('servers').notNull(),
    serversAt: integer('servers_at').notNull(),
  });

  /**
   * Gives each server's history a short number in place of its hash. A number is never reused, so no server inherits
   * another's history. `name` is the last name in the public list, for the page of an offline server. It is empty once
   * the server is live but not listed. `firstAt` is the time of the first listing, 0 when unknown.
   */
  const historySeries = createTable('history_series', {
    id: counted('id'),
    hash: text('hash').notNull().unique(),
    name: text('name').notNull().default(''),
    ip: text('ip').notNull().default(''),
    port: integer('port').notNull().default(0),
    firstAt: integer('first_at').notNull().default(0),
  });

  return { historyChunks, historyMinutes, historyRecords, historySeries };
}

export type HistoryTables = ReturnType<typeof historyTables>;
