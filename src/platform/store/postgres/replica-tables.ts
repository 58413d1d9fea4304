// The tables that only PostgreSQL has, because only there several processes (replicas) serve one site.

import { postgresKit } from './table-kit.ts';

const { createTable, index, integer, primaryKey, text } = postgresKit;

/**
 * Two rows, each a lock. A replica that holds the first may change accounts and decisions; a replica that holds the
 * second may change live servers. `revision` counts the changes, so that each replica notices the changes of others.
 */
export const writeLock = createTable('write_lock', {
  id: integer('id').primaryKey(),
  revision: integer('revision').notNull().default(0),
});

/** Changes to live servers in the last minutes. Each replica reads those of the others. */
export const serverBatches = createTable('server_batches', {
  /** Revision of the second lock: the numbers follow the order in which batches become readable. */
  revision: integer('revision').primaryKey(),
  /** The replica that wrote the batch. */
  replica: text('replica').notNull(),
  /** Time of the write, in milliseconds since the Unix epoch, by the database's clock. */
  at: integer('at').notNull(),
  /** The batch as JSON. */
  batch: text('batch').notNull(),
});

/** One row: the replica that does the work only one may do, such as sending emails. */
export const leaderLease = createTable('leader_lease', {
  id: integer('id').primaryKey(),
  /** Grows whenever another replica takes the lease. Writes by the leader of an earlier epoch are refused. */
  epoch: integer('epoch').notNull().default(0),
  holder: text('holder').notNull().default(''),
  /** When another replica may take the lease, in milliseconds since the Unix epoch, by the database's clock. */
  expiresAt: integer('expires_at').notNull().default(0),
});

/** One row per leader's epoch; it proves that no two leaders wrote at the same time. */
export const leaderTerms = createTable('leader_terms', {
  epoch: integer('epoch').primaryKey(),
  holder: text('holder').notNull(),
  /** Milliseconds since the Unix epoch, by the database's clock. */
  beganAt: integer('began_at').notNull(),
  /** When the leader last wrote. */
  workedAt: integer('worked_at').notNull(),
  /** Number of writes by the leader. */
  works: integer('works').notNull(),
});

/** Counters and budgets that all replicas share: wrong passwords, one-time tokens, logins between two steps. */
export const sharedStates = createTable(
  'shared_states',
  {
    /** The kind of state, such as `login failures`. */
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    /** The state as JSON. */
    state: text('state').notNull(),
    /** When the state expires, in milliseconds since the Unix epoch. */
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.key] }),
    index('shared_states_expiry').on(table.expiresAt),
  ],
);
