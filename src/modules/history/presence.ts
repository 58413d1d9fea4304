// When a server was there: its availability, when it was last listed, and whether people played on it.

import { type Clock, DAY_MS } from '../../platform/lib/clock.ts';
import type { Curve } from './history-line.ts';
import type { HistoryStore } from './history-ports.ts';
import { chunkOf, HISTORY_RANGES, type HistoryRange, HOURS, minuteOf } from './history-tiers.ts';

/** The period that the availability covers. */
const PRESENCE_MS = 30 * DAY_MS;
/** A server was played on after this many hours with players. Made-up counts need a server that stays that long. */
const PLAYED_HOURS = 3;

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
     * When a server was first listed, and the share of hours in the last 30 days in which it was listed. Hours before
     * its first listing do not count. `undefined` before its first sample.
     */
    async findPresence(
      hash: string,
    ): Promise<{ firstAt: number; availability: number } | undefined> {
      const series = await store.findSeries(hash);
      if (series === undefined) return undefined;
      const { startAt, stepMs, means } = await curveOf(series.id, '90d');
      const from = Math.max(clock.now() - PRESENCE_MS, series.firstAt);
      const hours = means.slice(Math.max(0, Math.floor((from - startAt) / stepMs)));
      const known = hours.filter((mean) => mean !== null).length;
      return { firstAt: series.firstAt, availability: known / Math.max(1, hours.length) };
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
