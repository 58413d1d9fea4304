// Writes the history of players in PostgreSQL.

import { and, between, gt, inArray, notExists, sql } from 'drizzle-orm';
import type { HistoryStore, NewHistoryMinute } from '../../servers/history/ports.ts';
import { packCounts, packSlots } from '../history-blob.ts';
import { inParts, matches, putRow } from '../queries.ts';
import { readSeriesOf } from '../repositories/history.ts';
import { createDatabase, lockWrites, type Orm } from './engine.ts';

export function createHistoryWriter(
  orm: Orm,
): Pick<HistoryStore, 'saveMinute' | 'removeMinutes' | 'saveCompaction'> {
  const { historyChunks, historyMinutes, historySeries } = createDatabase(orm).tables;
  return {
    saveMinute: (minute) => orm.transaction((tx) => writeMinute(tx, minute)),

    async removeMinutes(first, last) {
      await orm.delete(historyMinutes).where(between(historyMinutes.at, first, last));
    },

    saveCompaction: ({ saved, removed, emptied }) =>
      orm.transaction(async (tx) => {
        for (const chunks of inParts(saved)) {
          const rows = chunks.map((chunk) => ({
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
          const isWithin = between(historyChunks.number, first, last);
          await tx
            .delete(historyChunks)
            .where(and(matches(historyChunks, { series, step }), isWithin));
        }
        if (emptied.length === 0) return;
        const chunks = tx
          .select({ one: sql`1` })
          .from(historyChunks)
          .where(sql`${historyChunks.series} = ${historySeries.id}`);
        await tx
          .delete(historySeries)
          .where(and(inArray(historySeries.id, [...emptied]), notExists(chunks)));
      }),
  };
}

async function writeMinute(tx: Orm, minute: NewHistoryMinute): Promise<number[]> {
  const { at, players, servers, newcomers, records } = minute;
  const added = await findOrAddSeries(
    tx,
    newcomers.map(({ hash }) => hash),
  );
  const db = createDatabase(tx);
  const { historyMinutes, historyRecords } = db.tables;
  const series = Uint32Array.from([...minute.series, ...added]);
  const counts = Uint16Array.from([...minute.counts, ...newcomers.map((one) => one.players)]);
  await tx.delete(historyMinutes).where(gt(historyMinutes.at, at));
  const row = { at, players, servers, counts: Buffer.from(packCounts({ series, counts })) };
  await putRow(db, historyMinutes, row);
  if (records !== undefined) {
    const kept = {
      ...{ players: records.players.count, playersAt: records.players.at },
      ...{ servers: records.servers.count, serversAt: records.servers.at },
    };
    await putRow(db, historyRecords, { id: 1, ...kept });
  }
  return added;
}

async function findOrAddSeries(tx: Orm, hashes: readonly string[]): Promise<number[]> {
  if (hashes.length === 0) return [];
  // Another process may be about to add the same.
  await lockWrites(tx);
  const db = createDatabase(tx);
  const { historySeries } = db.tables;
  const idOf = await readSeriesOf(db, hashes);
  const unknown = [...new Set(hashes)].filter((hash) => !idOf.has(hash));
  for (const some of inParts(unknown)) {
    const rows = some.map((hash) => ({ hash }));
    for (const { hash, id } of await tx.insert(historySeries).values(rows).returning()) {
      idOf.set(hash, id);
    }
  }
  return hashes.map((hash) => idOf.get(hash) ?? 0);
}
