// When a server was there: its availability, when it was last listed, and whether people played on it.

import { type Clock, DAY_MS } from '../../platform/lib/clock.ts';
import type { Curve } from './history-line.ts';
import type { HistoryStore } from './history-ports.ts';
import { TOTAL_SERVERS } from './history-recent.ts';
import { chunkOf, HISTORY_RANGES, type HistoryRange, HOURS, minuteOf } from './history-tiers.ts';

/** The period that the availability covers. */
const PRESENCE_MS = 30 * DAY_MS;
/** A server was played on after this many hours with players. Made-up counts need a server that stays that long. */
const PLAYED_HOURS = 3;

/** When a server was first listed (0 if unknown), the hours that count, and those in which it was listed. */
export type Presence = Record<'firstAt' | 'hours' | 'availableHours', number>;

export function createPresence(
  clock: Clock,
  store: HistoryStore,
  curveOf: (series: number, range: HistoryRange) => Promise<Curve>,
) {
  return {
    /** When a server was last listed, and the shortest range that has samples of that time. */
    async findLastSeen(series: number): Promise<{ range: HistoryRange; at: number } | undefined> {
      for (const range of HISTORY_RANGES) {
        const { startAt, stepMs, means } = await curveOf(series, range);
        const last = means.findLastIndex((mean) => mean !== null);
        if (last !== -1) return { range, at: Math.min(startAt + (last + 1) * stepMs, clock.now()) };
      }
      return undefined;
    },
    /**
     * When a server was first listed, and its availability. Of the last 30 days, the hours count in which Muster took
     * samples, from the first listing on, or from the first sample if that time is unknown. The server was available in
     * an hour if a sample has it. `undefined` before its first sample.
     */
    async findPresence(hash: string): Promise<Presence | undefined> {
      const series = await store.findSeries(hash);
      if (series === undefined) return undefined;
      // Read at the same moment, so that both end in the same hour.
      const [{ startAt, stepMs, means }, all] = await Promise.all([
        curveOf(series.id, '90d'),
        curveOf(TOTAL_SERVERS, '90d'),
      ]);
      const from = Math.max(clock.now() - PRESENCE_MS, series.firstAt);
      const known = series.firstAt === 0 ? means.findIndex((mean) => mean !== null) : 0;
      const first = Math.max(0, known, Math.floor((from - startAt) / stepMs));
      // Without a sample of all servers, Muster itself was down.
      const hours = means.filter((_, hour) => hour >= first && (all.means[hour] ?? null) !== null);
      const listed = hours.filter((mean) => mean !== null).length;
      return { firstAt: series.firstAt, hours: hours.length, availableHours: listed };
    },
    /** Whether the server had players in several hours of earlier days. */
    async wasPlayedOn(hash: string): Promise<boolean> {
      const series = await store.findSeries(hash);
      if (series === undefined) return false;
      const today = chunkOf(HOURS, minuteOf(clock.now()));
      const place = { series: series.id, step: HOURS.step, first: 0, last: today - 1 };
      const days = await store.readChunks(place);
      const played = days.flatMap(({ peaks }) => [...peaks.filter((peak) => peak > 1)]);
      return played.length >= PLAYED_HOURS;
    },
  };
}
