// The repository of the history of players in PostgreSQL.

import { and, asc, between, eq, gt, inArray, notExists, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import {
  historyChunks,
  historyMinutes,
  historyRecords,
  historySeries,
} from '../../../drizzle/postgres/schema.ts';
import type { HistoryStore, NewHistoryMinute } from '../../servers/history/ports.ts';
import { packCounts, packSlots, unpackCounts, unpackSlots } from '../history-blob.ts';
import { lockWrites } from './engine.ts';

type Orm = PgDatabase<PgQueryResultHKT>;

/** Rows in one statement, whose parameters are limited to 65,535. */
const CHUNKS_AT_ONCE = 1_000;

export function createHistoryStore(orm: Orm): HistoryStore {
  const isAt = (series: number, step: number, first: number, last: number) =>
    and(
      eq(historyChunks.series, series),
      eq(historyChunks.step, step),
      between(historyChunks.number, first, last),
    );

  return {
    async loadMinutes(after = -1) {
      const rows = await orm
        .select()
        .from(historyMinutes)
        .where(gt(historyMinutes.at, after))
        .orderBy(asc(historyMinutes.at));
      return rows.map(({ counts, ...minute }) => ({ ...minute, ...unpackCounts(counts) }));
    },

    async listMinutes() {
      const { at } = historyMinutes;
      const rows = await orm.select({ at }).from(historyMinutes).orderBy(asc(at));
      return rows.map((row) => row.at);
    },

    async loadRecords() {
      const [row] = await orm.select().from(historyRecords).where(eq(historyRecords.id, 1));
      return (
        row && {
          players: { count: row.players, at: row.playersAt },
          servers: { count: row.servers, at: row.serversAt },
        }
      );
    },

    saveMinute: (minute) => orm.transaction((tx) => writeMinute(tx, minute)),

    async removeMinutes(first, last) {
      await orm.delete(historyMinutes).where(between(historyMinutes.at, first, last));
    },

    async findSeries(hash) {
      const { id } = historySeries;
      const [series] = await orm
        .select({ id })
        .from(historySeries)
        .where(eq(historySeries.hash, hash));
      return series?.id;
    },

    findSeriesOf: (hashes) => readSeriesOf(orm, hashes),

    async listSeries(after, limit) {
      const { id } = historySeries;
      const rows = await orm
        .select({ id })
        .from(historySeries)
        .where(gt(id, after))
        .orderBy(asc(id))
        .limit(limit);
      return rows.map((row) => row.id);
    },

    async readChunks({ series, step, first, last }) {
      const rows = await orm
        .select({ number: historyChunks.number, slots: historyChunks.slots })
        .from(historyChunks)
        .where(isAt(series, step, first, last))
        .orderBy(asc(historyChunks.number));
      return rows.map(({ number, slots }) => ({ series, step, number, ...unpackSlots(slots) }));
    },

    saveCompaction: ({ saved, removed, emptied }) =>
      orm.transaction(async (tx) => {
        for (let start = 0; start < saved.length; start += CHUNKS_AT_ONCE) {
          const rows = saved.slice(start, start + CHUNKS_AT_ONCE).map((chunk) => ({
            ...{ series: chunk.series, step: chunk.step, number: chunk.number },
            slots: Buffer.from(packSlots(chunk)),
          }));
          await tx
            .insert(historyChunks)
            .values(rows)
            .onConflictDoUpdate({
              target: [historyChunks.series, historyChunks.step, historyChunks.number],
              set: { slots: sql`excluded.slots` },
            });
        }
        for (const { series, step, first, last } of removed) {
          await tx.delete(historyChunks).where(isAt(series, step, first, last));
        }
        if (emptied.length === 0) return;
        const ofSeries = tx
          .select({ one: sql`1` })
          .from(historyChunks)
          .where(eq(historyChunks.series, historySeries.id));
        await tx
          .delete(historySeries)
          .where(and(inArray(historySeries.id, [...emptied]), notExists(ofSeries)));
      }),
  };
}

async function writeMinute(tx: Orm, minute: NewHistoryMinute): Promise<number[]> {
  const { at, players, servers, newcomers, records } = minute;
  const added = await findOrAddSeries(
    tx,
    newcomers.map(({ hash }) => hash),
  );
  const series = Uint32Array.from([...minute.series, ...added]);
  const counts = Uint16Array.from([...minute.counts, ...newcomers.map((one) => one.players)]);
  await tx.delete(historyMinutes).where(gt(historyMinutes.at, at));
  const row = { players, servers, counts: Buffer.from(packCounts({ series, counts })) };
  await tx
    .insert(historyMinutes)
    .values({ at, ...row })
    .onConflictDoUpdate({ target: historyMinutes.at, set: row });
  if (records !== undefined) {
    const { players: most, servers: mostServers } = records;
    const kept = {
      ...{ players: most.count, playersAt: most.at },
      ...{ servers: mostServers.count, serversAt: mostServers.at },
    };
    await tx
      .insert(historyRecords)
      .values({ id: 1, ...kept })
      .onConflictDoUpdate({ target: historyRecords.id, set: kept });
  }
  return added;
}

async function readSeriesOf(orm: Orm, hashes: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let start = 0; start < hashes.length; start += CHUNKS_AT_ONCE) {
    const some = hashes.slice(start, start + CHUNKS_AT_ONCE);
    const rows = await orm.select().from(historySeries).where(inArray(historySeries.hash, some));
    for (const { hash, id } of rows) found.set(hash, id);
  }
  return found;
}

async function findOrAddSeries(tx: Orm, hashes: readonly string[]): Promise<number[]> {
  if (hashes.length === 0) return [];
  // Another process may be about to add the same.
  await lockWrites(tx);
  const idOf = await readSeriesOf(tx, hashes);
  const unknown = [...new Set(hashes)].filter((hash) => !idOf.has(hash));
  for (let start = 0; start < unknown.length; start += CHUNKS_AT_ONCE) {
    const rows = unknown.slice(start, start + CHUNKS_AT_ONCE).map((hash) => ({ hash }));
    for (const { hash, id } of await tx.insert(historySeries).values(rows).returning()) {
      idOf.set(hash, id);
    }
  }
  return hashes.map((hash) => idOf.get(hash) ?? 0);
}
