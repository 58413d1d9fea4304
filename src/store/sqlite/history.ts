// Writes the history of players.

import type { SQLQueryBindings } from 'bun:sqlite';
import type { HistoryStore, NewHistoryMinute } from '../../servers/history/ports.ts';
import { packCounts, packSlots } from '../history-blob.ts';
import { type Connection, changeWithoutSync } from './connection.ts';

export function createHistoryWriter(
  connection: Connection,
): Pick<HistoryStore, 'saveMinute' | 'removeMinutes' | 'saveCompaction'> {
  // Statements by hand: a step of compaction runs a hundred, and Drizzle takes three times as long to bind them.
  const prepare = <Bindings extends SQLQueryBindings[], Row = unknown>(text: string) =>
    connection.client.prepare<Row, Bindings>(text);
  const removeLater = prepare<[number]>('DELETE FROM history_minutes WHERE at > ?');
  const saveOne = prepare<[number, number, number, Uint8Array]>(
    'INSERT OR REPLACE INTO history_minutes (at, players, servers, counts) VALUES (?, ?, ?, ?)',
  );
  const removeSome = prepare<[number, number]>(
    'DELETE FROM history_minutes WHERE at BETWEEN ? AND ?',
  );
  const seriesByHash = prepare<[string], { id: number }>(
    'SELECT id FROM history_series WHERE hash = ?',
  );
  const addSeries = prepare<[string], { id: number }>(
    'INSERT INTO history_series (hash) VALUES (?) RETURNING id',
  );
  const dropEmpty = prepare<[number]>(
    'DELETE FROM history_series WHERE id = ?1 ' +
      'AND NOT EXISTS (SELECT 1 FROM history_chunks WHERE series = ?1)',
  );
  const saveChunk = prepare<[number, number, number, Uint8Array]>(
    'INSERT OR REPLACE INTO history_chunks (series, step, number, slots) VALUES (?, ?, ?, ?)',
  );
  const removeChunks = prepare<[number, number, number, number]>(
    'DELETE FROM history_chunks WHERE series = ? AND step = ? AND number BETWEEN ? AND ?',
  );
  const saveRecords = prepare<[number, number, number, number]>(
    'INSERT OR REPLACE INTO history_records (id, players, players_at, servers, servers_at) ' +
      'VALUES (1, ?, ?, ?, ?)',
  );

  function writeMinute({ at, players, servers, newcomers, ...minute }: NewHistoryMinute): number[] {
    const added = newcomers.map(
      ({ hash }) => (seriesByHash.get(hash) ?? addSeries.get(hash))?.id ?? 0,
    );
    removeLater.run(at);
    const series = Uint32Array.from([...minute.series, ...added]);
    const counts = Uint16Array.from([...minute.counts, ...newcomers.map((one) => one.players)]);
    saveOne.run(at, players, servers, packCounts({ series, counts }));
    if (minute.records !== undefined) {
      const { players: most, servers: mostServers } = minute.records;
      saveRecords.run(most.count, most.at, mostServers.count, mostServers.at);
    }
    return added;
  }

  // The last minute may be lost in a power cut: waiting for the disk would save nothing else.
  return {
    saveMinute: async (minute) => changeWithoutSync(connection, () => writeMinute(minute)),

    removeMinutes: async (first, last) =>
      changeWithoutSync(connection, () => void removeSome.run(first, last)),

    saveCompaction: async ({ saved, removed, emptied }) =>
      changeWithoutSync(connection, () => {
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
