// The tables that only PostgreSQL has, since only there several processes, the replicas, serve one site.

import { postgresKit } from './table-kit.ts';

const { createTable, index, integer, primaryKey, text } = postgresKit;

/**
 * Two rows. Who locks the first may change accounts and decisions, and reads what nobody else changes
 * meanwhile; who locks the second may change live servers. `revision` counts the changes, so that each
 * replica sees that others made some.
 */
export const writeLock = createTable('write_lock', {
  id: integer('id').primaryKey(),
  revision: integer('revision').notNull().default(0),
});

/** What replicas changed of live servers within the last minutes: each replica reads what the others wrote. */
export const serverBatches = createTable('server_batches', {
  /** Of the second lock: batches are numbered in the order in which they can be read. */
  revision: integer('revision').primaryKey(),
  /** The replica that wrote it. */
  replica: text('replica').notNull(),
  /** When it was written, in milliseconds since the Unix epoch, by the clock of the database. */
  at: integer('at').notNull(),
  /** JSON of the batch. */
  batch: text('batch').notNull(),
});

/** One row: the replica that does what only one may do, such as to send emails. */
export const leaderLease = createTable('leader_lease', {
  id: integer('id').primaryKey(),
  /** Grows whenever another replica takes the lease. What a leader of an earlier epoch writes is refused. */
  epoch: integer('epoch').notNull().default(0),
  holder: text('holder').notNull().default(''),
  /** When others may take it, in milliseconds since the Unix epoch, by the clock of the database. */
  expiresAt: integer('expires_at').notNull().default(0),
});

/** What the leader of each epoch wrote: no two of them wrote at the same time. */
export const leaderTerms = createTable('leader_terms', {
  epoch: integer('epoch').primaryKey(),
  holder: text('holder').notNull(),
  /** Milliseconds since the Unix epoch, by the clock of the database. */
  beganAt: integer('began_at').notNull(),
  /** When it last wrote as the leader. */
  workedAt: integer('worked_at').notNull(),
  /** How often it did. */
  works: integer('works').notNull(),
});

/** What all replicas count or spend together: wrong passwords, one-time tokens, logins between two steps. */
export const sharedStates = createTable(
  'shared_states',
  {
    /** What it is about, such as `login failures`. */
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    /** JSON. */
    state: text('state').notNull(),
    /** When it no longer matters, in milliseconds since the Unix epoch. */
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.key] }),
    index('shared_states_expiry').on(table.expiresAt),
  ],
);
