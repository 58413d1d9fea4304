// The repository of the history of players: samples of minutes, and compacted series.

import type { SQLQueryBindings } from 'bun:sqlite';
import { and, asc, between, eq, gt, sql } from 'drizzle-orm';
import {
  historyChunks,
  historyMinutes,
  historyRecords,
  historySeries,
} from '../../../drizzle/schema.ts';
import type {
  HistoryRecords,
  HistoryStore,
  NewHistoryMinute,
} from '../../servers/history/ports.ts';
import { packCounts, packSlots, unpackCounts, unpackSlots } from '../history-blob.ts';
import type { Connection } from './connection.ts';

export function createHistoryStore({ client, orm }: Connection): HistoryStore {
  const prepare = <Row, Bindings extends SQLQueryBindings[]>(text: string) =>
    client.prepare<Row, Bindings>(text);
  // Statements by hand: a step of compaction runs a hundred, and Drizzle takes three times as long to bind them.
  const removeLater = prepare<unknown, [number]>('DELETE FROM history_minutes WHERE at > ?');
  const saveOne = prepare<unknown, [number, number, number, Uint8Array]>(
    'INSERT OR REPLACE INTO history_minutes (at, players, servers, counts) VALUES (?, ?, ?, ?)',
  );
  const removeSome = prepare<unknown, [number, number]>(
    'DELETE FROM history_minutes WHERE at BETWEEN ? AND ?',
  );
  const seriesByHash = prepare<{ id: number }, [string]>(
    'SELECT id FROM history_series WHERE hash = ?',
  );
  const addSeries = prepare<{ id: number }, [string]>(
    'INSERT INTO history_series (hash) VALUES (?) RETURNING id',
  );
  const dropEmpty = prepare<unknown, [number]>(
    'DELETE FROM history_series WHERE id = ?1 ' +
      'AND NOT EXISTS (SELECT 1 FROM history_chunks WHERE series = ?1)',
  );
  const chunksAt = orm
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
    .prepare();
  const seriesAfter = orm
    .select({ id: historySeries.id })
    .from(historySeries)
    .where(gt(historySeries.id, sql.placeholder('after')))
    .orderBy(asc(historySeries.id))
    .limit(sql.placeholder('limit'))
    .prepare();
  const saveChunk = prepare<unknown, [number, number, number, Uint8Array]>(
    'INSERT OR REPLACE INTO history_chunks (series, step, number, slots) VALUES (?, ?, ?, ?)',
  );
  const removeChunks = prepare<unknown, [number, number, number, number]>(
    'DELETE FROM history_chunks WHERE series = ? AND step = ? AND number BETWEEN ? AND ?',
  );

  const saveRecords = prepare<unknown, [number, number, number, number]>(
    'INSERT OR REPLACE INTO history_records (id, players, players_at, servers, servers_at) ' +
      'VALUES (1, ?, ?, ?, ?)',
  );

  async function write<T>(action: () => T): Promise<T> {
    // The last minute may be lost in a power cut: waiting for the disk would save nothing else.
    client.run('PRAGMA synchronous = NORMAL');
    try {
      return orm.transaction(action, { behavior: 'immediate' });
    } finally {
      client.run('PRAGMA synchronous = FULL');
    }
  }

  function readRecords(): HistoryRecords | undefined {
    const row = orm.select().from(historyRecords).where(eq(historyRecords.id, 1)).get();
    if (row === undefined) return undefined;
    return {
      players: { count: row.players, at: row.playersAt },
      servers: { count: row.servers, at: row.serversAt },
    };
  }

  function writeMinute(minute: NewHistoryMinute): number[] {
    const { at, players, servers, newcomers, records } = minute;
    const added = newcomers.map(
      ({ hash }) => (seriesByHash.get(hash) ?? addSeries.get(hash))?.id ?? 0,
    );
    const known = minute.series.length;
    const series = new Uint32Array(known + added.length);
    series.set(minute.series);
    series.set(added, known);
    const counts = new Uint16Array(series.length);
    counts.set(minute.counts);
    counts.set(
      newcomers.map((one) => one.players),
      known,
    );
    removeLater.run(at);
    saveOne.run(at, players, servers, packCounts({ series, counts }));
    if (records !== undefined) {
      const { players: most, servers: mostServers } = records;
      saveRecords.run(most.count, most.at, mostServers.count, mostServers.at);
    }
    return added;
  }

  return {
    loadMinutes: async (after = -1) =>
      orm
        .select()
        .from(historyMinutes)
        .where(gt(historyMinutes.at, after))
        .orderBy(asc(historyMinutes.at))
        .all()
        .map(({ counts, ...minute }) => ({ ...minute, ...unpackCounts(counts) })),
    listMinutes: async () => {
      const { at } = historyMinutes;
      const rows = orm.select({ at }).from(historyMinutes).orderBy(asc(at)).all();
      return rows.map((row) => row.at);
    },
    loadRecords: async () => readRecords(),
    saveMinute: (minute) => write(() => writeMinute(minute)),
    removeMinutes: (first, last) => write(() => void removeSome.run(first, last)),
    findSeries: async (hash) => seriesByHash.get(hash)?.id,
    async findSeriesOf(hashes) {
      const found = new Map<string, number>();
      for (const hash of hashes) {
        const series = seriesByHash.get(hash);
        if (series !== null) found.set(hash, series.id);
      }
      return found;
    },
    listSeries: async (after, limit) => seriesAfter.all({ after, limit }).map(({ id }) => id),
    readChunks: async ({ series, step, first, last }) =>
      chunksAt
        .all({ series, step, first, last })
        .map(({ number, slots }) => ({ series, step, number, ...unpackSlots(slots) })),
    saveCompaction: ({ saved, removed, emptied }) =>
      write(() => {
        for (const chunk of saved) {
          saveChunk.run(chunk.series, chunk.step, chunk.number, packSlots(chunk));
        }
        for (const { series, step, first, last } of removed) {
          removeChunks.run(series, step, first, last);
        }
        for (const series of emptied) dropEmpty.run(series);
      }),
  };
}
