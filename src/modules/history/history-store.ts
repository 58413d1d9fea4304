// The store of the player history: samples by minute, and compacted series.

import { and, asc, between, desc, eq, gt, inArray, lte, ne, notExists, or, sql } from 'drizzle-orm';
import { LEAP_MS } from '../../platform/lib/clock.ts';
import { mayDeleteAged } from '../../platform/store/clock-leaps.ts';
import type { Database, Queries } from '../../platform/store/engine.ts';
import { findRow, inParts, matches, putRow, updateRows } from '../../platform/store/queries.ts';
import { packCounts, packSlots, unpackCounts, unpackSlots } from './history-blob.ts';
import type {
  HistoryCompaction,
  HistorySeries,
  HistoryStore,
  KnownServer,
} from './history-ports.ts';

/** Creates the store. Its writes do not wait for the disk: a power cut loses at most the last minute. */
export function createHistoryStore(db: Database): HistoryStore {
  const { historyChunks, historyMinutes, historyRecords, historySeries } = db.tables;
  // Prepared, because every curve runs this query.
  const chunksAt = db
    .select()
    .from(historyChunks)
    .where(
      and(
        between(historyChunks.series, sql.placeholder('series'), sql.placeholder('lastSeries')),
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

    findSeries: (hash) => findRow(db, historySeries, matches(historySeries, { hash })),

    findSeriesOf: (hashes) => readSeriesOf(db, hashes),

    async listNewest(since, most) {
      const { id, name, firstAt } = historySeries;
      const isShown = and(gt(firstAt, since), ne(name, ''));
      return db.select().from(historySeries).where(isShown).orderBy(desc(id)).limit(most);
    },

    async listSeries(after, limit) {
      const { id } = historySeries;
      const series = db.select({ id }).from(historySeries).where(gt(id, after));
      return (await series.orderBy(asc(id)).limit(limit)).map((row) => row.id);
    },

    async readChunks({ series, lastSeries = series, step, first, last }) {
      const rows = await chunksAt.execute({ series, lastSeries, step, first, last });
      return rows.map(({ slots, ...place }) => ({ ...place, ...unpackSlots(slots) }));
    },

    saveMinute: ({ at, players, servers, newcomers, forgotten = [], records, ...known }) =>
      db.transactionWithoutSync(async (tx) => {
        const added = await findOrAddSeries(tx, newcomers, at * 60_000);
        for (const some of inParts(forgotten)) {
          await tx.update(historySeries).set({ name: '' }).where(inArray(historySeries.hash, some));
        }
        const series = Uint32Array.from([...known.series, ...added]);
        const counts = Uint16Array.from([...known.counts, ...newcomers.map((one) => one.players)]);
        const isAhead = gt(historyMinutes.at, at);
        const isLittle = lte(historyMinutes.at, at + LEAP_MS / 60_000);
        await tx
          .delete(historyMinutes)
          .where(and(isAhead, or(isLittle, mayDeleteAged(tx, at * 60_000))));
        const row = { at, players, servers, counts: Buffer.from(packCounts({ series, counts })) };
        await putRow(tx, historyMinutes, row);
        if (records === undefined) return added;
        await putRow(tx, historyRecords, {
          id: 1,
          players: records.players.count,
          playersAt: records.players.at,
          servers: records.servers.count,
          serversAt: records.servers.at,
        });
        return added;
      }),

    removeMinutes: (first, last) =>
      db.transactionWithoutSync(async (tx) => {
        await tx.delete(historyMinutes).where(between(historyMinutes.at, first, last));
      }),

    saveCompaction: (compaction) =>
      db.transactionWithoutSync((tx) => writeCompaction(tx, compaction)),
  };
}

async function writeCompaction(
  tx: Queries,
  { saved, removed, emptied, now }: HistoryCompaction,
): Promise<void> {
  const { historyChunks, historySeries } = tx.tables;
  for (const chunks of inParts(saved)) {
    const rows = chunks.map(({ series, step, number, ...slots }) => ({
      series,
      step,
      number,
      slots: Buffer.from(packSlots(slots)),
    }));
    const { series, step, number } = historyChunks;
    await tx
      .insert(historyChunks)
      .values(rows)
      .onConflictDoUpdate({
        target: [series, step, number],
        set: { slots: sql`excluded.slots` },
      });
  }
  const mayDelete = mayDeleteAged(tx, now);
  for (const { series, lastSeries = series, step, first, last } of removed) {
    const isOfSeries = between(historyChunks.series, series, lastSeries);
    const isWithin = between(historyChunks.number, first, last);
    await tx
      .delete(historyChunks)
      .where(and(isOfSeries, matches(historyChunks, { step }), isWithin, mayDelete));
  }
  if (emptied.length === 0) return;
  const chunks = tx
    .select({ one: sql`1` })
    .from(historyChunks)
    .where(eq(historyChunks.series, historySeries.id));
  await tx
    .delete(historySeries)
    .where(and(inArray(historySeries.id, [...emptied]), notExists(chunks), mayDelete));
}

async function findOrAddSeries(
  tx: Queries,
  servers: readonly KnownServer[],
  firstAt: number,
): Promise<number[]> {
  const { historySeries } = tx.tables;
  const known = await readSeriesOf(
    tx,
    servers.map(({ hash }) => hash),
  );
  // Sorted, because two processes that insert the same rows in different orders could deadlock.
  const sorted = servers.toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
  for (const { hash, name, ip, port } of sorted) {
    const before = known.get(hash);
    if (before === undefined || before.name === name) continue;
    await updateRows(tx, historySeries, { name, ip, port }, matches(historySeries, { hash }));
  }
  const unknown = new Map(
    sorted.flatMap(({ hash, name, ip, port }) =>
      known.has(hash) ? [] : [[hash, { hash, name, ip, port, firstAt }]],
    ),
  );
  if (unknown.size === 0) return servers.map(({ hash }) => known.get(hash)?.id ?? 0);
  for (const rows of inParts([...unknown.values()])) {
    await tx.insert(historySeries).values(rows).onConflictDoNothing();
  }
  return findOrAddSeries(tx, servers, firstAt);
}

async function readSeriesOf(
  db: Queries,
  hashes: readonly string[],
): Promise<Map<string, HistorySeries>> {
  const { historySeries } = db.tables;
  const found = new Map<string, HistorySeries>();
  for (const some of inParts(hashes)) {
    const rows = await db.select().from(historySeries).where(inArray(historySeries.hash, some));
    for (const row of rows) found.set(row.hash, row);
  }
  return found;
}
