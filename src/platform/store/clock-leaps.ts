// Protects the database from a wrong clock: rows are deleted for their age only while the clock agrees with the stored
// times, and due times move when the clock is set.

import { and, type Column, getTableColumns, gt, notExists, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type DueTimes, LEAP_MS } from '../lib/clock.ts';
import type { Database, Queries, Tables } from './engine.ts';
import { findRow, removeRows } from './queries.ts';

/**
 * The values for inserting `lastAliveAt` again. After a leap of the clock, nothing is deleted for its age for
 * `LEAP_MS`: the clock may be wrong, or the service was off, and the service cannot tell which.
 */
export const noteAlive = {
  lastAliveAt: sql`excluded.last_alive_at`,
  deletionHeldUntil: sql.raw(
    `CASE WHEN abs(excluded.last_alive_at - service_state.last_alive_at) > ${LEAP_MS}
      THEN excluded.last_alive_at + ${LEAP_MS} ELSE service_state.deletion_held_until END`,
  ),
};

/** The condition under which rows may be deleted for their age, at the stored time or at `now`. */
export function mayDeleteAged(db: Queries, now?: number): SQL {
  const { serviceState } = db.tables;
  const { lastAliveAt, deletionHeldUntil } = serviceState;
  const at = now === undefined ? sql`${lastAliveAt}` : sql`cast(${now} as bigint)`;
  const isHeld = sql`abs(${at} - ${lastAliveAt}) > ${LEAP_MS} or ${at} < ${deletionHeldUntil}`;
  return notExists(db.select({ one: sql`1` }).from(serviceState).where(isHeld));
}

/** Deletes rows for their age, unless deletion is on hold. Returns how many. */
export function removeAged(
  db: Queries,
  table: PgTable,
  where: SQL | undefined,
  now?: number,
): Promise<number> {
  return removeRows(db, table, and(where, mayDeleteAged(db, now)));
}

/** By table name: the columns with times that move when the clock is set. */
export type DueTimeColumns = {
  /** Times at which something is due. Past times stay unchanged. */
  due: { readonly [Name in keyof Tables]?: readonly (keyof Tables[Name]['$inferSelect'])[] };
  /** Times since which a state lasts, such as the start of a wait. */
  since: DueTimeColumns['due'];
};

export function createDueTimes(db: Database, { due, since }: DueTimeColumns): DueTimes {
  return {
    async findLastAliveAt() {
      return (await findRow(db, db.tables.serviceState))?.lastAliveAt;
    },
    moveDueTimes: (after, ms) =>
      db.transaction(async (tx) => {
        // A time that was already due stays due when the clock is set back.
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
