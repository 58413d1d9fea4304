// The tables of live servers.

import type { TableKit } from '../../platform/store/table-kit.ts';

export function serverTables(kit: TableKit) {
  const { boolean, createTable, integer, text } = kit;

  /**
   * Live servers, which the registry lists again after a restart. One live server a row. Times are milliseconds since
   * the Unix epoch.
   */
  const servers = createTable('servers', {
    hash: text('hash').primaryKey(),
    ip: text('ip').notNull(),
    port: integer('port').notNull(),
    name: text('name').notNull(),
    players: integer('players').notNull(),
    maxPlayers: integer('max_players').notNull(),
    software: text('software').notNull(),
    isPublic: boolean('is_public').notNull(),
    supportsWeb: boolean('supports_web').notNull(),
    salt: text('salt').notNull(),
    country: text('country').notNull(),
    startedAt: integer('started_at').notNull(),
    steadySince: integer('steady_since').notNull().default(0),
    lastBeatAt: integer('last_beat_at').notNull(),
    reachableAt: integer('reachable_at'),
  });

  return { servers };
}
