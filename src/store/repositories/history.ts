// Reads the history of players: samples of minutes, and compacted series. Each engine writes it in its own way.

import { and, asc, between, eq, gt, inArray, sql } from 'drizzle-orm';
import type { HistoryStore } from '../../servers/history/ports.ts';
import type { Database, Queries } from '../engine.ts';
import { unpackCounts, unpackSlots } from '../history-blob.ts';
import { findRow, inParts, matches } from '../queries.ts';

export function createHistoryReader(
  db: Database,
): Omit<HistoryStore, 'saveMinute' | 'removeMinutes' | 'saveCompaction'> {
  const { historyChunks, historyMinutes, historyRecords, historySeries } = db.tables;
  // Prepared: a step of compaction runs a hundred.
  const chunksAt = db
    .select({ number: historyChunks.number, slots: historyChunks.slots })
    .from(historyChunks)
    .where(
      and(
        eq(historyChunks.series, sql.placeholder('series')),
        eq(historyChunks.step, sql.placeholder('step')),
        between(historyChunks.number, sql.placeholder('first'), sql.placeholder('last')),
      ),
    )
    .orderBy(asc(historyChunks.number))
    .prepare('history_chunks');

  return {
    async loadMinutes(after = -1) {
      const { at } = historyMinutes;
      const rows = await db.select().from(historyMinutes).where(gt(at, after)).orderBy(asc(at));
      return rows.map(({ counts, ...minute }) => ({ ...minute, ...unpackCounts(counts) }));
    },

    async listMinutes() {
      const { at } = historyMinutes;
      const rows = await db.select({ at }).from(historyMinutes).orderBy(asc(at));
      return rows.map((row) => row.at);
    },

    async loadRecords() {
      const row = await findRow(db, historyRecords);
      return (
        row && {
          players: { count: row.players, at: row.playersAt },
          servers: { count: row.servers, at: row.serversAt },
        }
      );
    },

    findSeries: async (hash) =>
      (await findRow(db, historySeries, matches(historySeries, { hash })))?.id,

    findSeriesOf: (hashes) => readSeriesOf(db, hashes),

    async listSeries(after, limit) {
      const { id } = historySeries;
      const series = db.select({ id }).from(historySeries).where(gt(id, after));
      return (await series.orderBy(asc(id)).limit(limit)).map((row) => row.id);
    },

    async readChunks({ series, step, first, last }) {
      const rows = await chunksAt.execute({ series, step, first, last });
      return rows.map(({ number, slots }) => ({ series, step, number, ...unpackSlots(slots) }));
    },
  };
}

export async function readSeriesOf(
  db: Queries,
  hashes: readonly string[],
): Promise<Map<string, number>> {
  const { historySeries } = db.tables;
  const found = new Map<string, number>();
  for (const some of inParts(hashes)) {
    const rows = await db.select().from(historySeries).where(inArray(historySeries.hash, some));
    for (const { hash, id } of rows) found.set(hash, id);
  }
  return found;
}
