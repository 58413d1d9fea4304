// What the clock may do to the database: rows are deleted for their age only while the clock agrees with what is stored,
// and times that are due move along when the clock is set.

import { and, type Column, getTableColumns, gt, notExists, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type DueTimes, LEAP_MS } from '../lib/clock.ts';
import type { Database, Queries, Tables } from './engine.ts';
import { findRow, removeRows } from './queries.ts';

/**
 * The values of a repeated insert of `lastAliveAt`. After a leap nothing is deleted for its age for as long: the clock may
 * be wrong, and a service that was off for so long cannot tell.
 */
export const noteAlive = {
  lastAliveAt: sql`excluded.last_alive_at`,
  deletionHeldUntil: sql.raw(
    `CASE WHEN abs(excluded.last_alive_at - service_state.last_alive_at) > ${LEAP_MS}
      THEN excluded.last_alive_at + ${LEAP_MS} ELSE service_state.deletion_held_until END`,
  ),
};

/** The condition under which rows may be deleted for their age, as of what is stored or, where it is given, of `now`. */
export function mayDeleteAged(db: Queries, now?: number): SQL {
  const { serviceState } = db.tables;
  const { lastAliveAt, deletionHeldUntil } = serviceState;
  const at = now === undefined ? sql`${lastAliveAt}` : sql`cast(${now} as bigint)`;
  const isHeld = sql`abs(${at} - ${lastAliveAt}) > ${LEAP_MS} or ${at} < ${deletionHeldUntil}`;
  return notExists(db.select({ one: sql`1` }).from(serviceState).where(isHeld));
}

/** Deletes rows for their age, unless that is held back. Returns how many. */
export function removeAged(
  db: Queries,
  table: PgTable,
  where: SQL | undefined,
  now?: number,
): Promise<number> {
  return removeRows(db, table, and(where, mayDeleteAged(db, now)));
}

/** By the names of tables the columns with times that move along when the clock is set. */
export type DueTimeColumns = {
  /** Times at which something is due: those that are past stay as they are. */
  due: { readonly [Name in keyof Tables]?: readonly (keyof Tables[Name]['$inferSelect'])[] };
  /** Times since which something is done for a while. */
  since: DueTimeColumns['due'];
};

export function createDueTimes(db: Database, { due, since }: DueTimeColumns): DueTimes {
  return {
    async findLastAliveAt() {
      return (await findRow(db, db.tables.serviceState))?.lastAliveAt;
    },
    moveDueTimes: (after, ms) =>
      db.transaction(async (tx) => {
        // What was due already stays so when the clock is set back.
        const past = after + Math.min(0, ms);
        await moveTimes(tx, since, ms);
        await moveTimes(tx, due, ms, past);
      }),
  };
}

async function moveTimes(
  tx: Queries,
  moved: DueTimeColumns['due'],
  ms: number,
  past?: number,
): Promise<void> {
  for (const [name, fields] of Object.entries(moved)) {
    const table: PgTable = tx.tables[name as keyof Tables];
    const columns: Record<string, Column> = getTableColumns(table);
    for (const field of fields) {
      const column = columns[field] as Column;
      const isMoved = past === undefined ? undefined : gt(column, past);
      await tx
        .update(table)
        .set({ [field]: sql`${column} + ${ms}` })
        .where(isMoved);
    }
  }
}
