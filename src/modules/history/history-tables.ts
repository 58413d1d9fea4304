// The tables of the history of players.

import type { TableKit } from '../../platform/store/table-kit.ts';

export function historyTables(kit: TableKit) {
  const { bytes, counted, createTable, integer, primaryKey, text } = kit;

  /**
   * Samples sorted by server: an hour of minutes, a day of ten minutes or of hours a row. `step` is the minutes
   * between two samples, `number` counts chunks of its length since the Unix epoch. The migration makes it WITHOUT
   * ROWID, which Drizzle cannot say: a server's chunks lie side by side, and no second index repeats the key.
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
   * Samples that are not sorted by server yet: one row a minute, for all servers together. `at` counts minutes since
   * the Unix epoch; `counts` holds a series and its players in turn.
   */
  const historyMinutes = createTable('history_minutes', {
    at: integer('at').primaryKey(),
    players: integer('players').notNull(),
    servers: integer('servers').notNull(),
    counts: bytes('counts').notNull(),
  });

  /**
   * The highest counts that there ever were: one row, which no thinning removes. The moments are milliseconds since
   * the Unix epoch.
   */
  const historyRecords = createTable('history_records', {
    id: integer('id').primaryKey(),
    players: integer('players').notNull(),
    playersAt: integer('players_at').notNull(),
    servers: integer('servers').notNull(),
    serversAt: integer('servers_at').notNull(),
  });

  /**
   * Gives each server's history a short number in place of its hash. Numbers are never given twice, so that no
   * server inherits another one's history. The name is the last one in the public list, for the page of a server that
   * is offline; it is empty once the server is live and not listed. `firstAt` is when it first was, 0 where that is not
   * known.
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
