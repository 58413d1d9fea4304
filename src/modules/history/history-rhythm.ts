// Finds when servers are busy: once an hour, each server's fullest hour of the day in its last seven days.

import type { Clock } from '../../platform/lib/clock.ts';
import { isListed, type Listing, type Registry } from '../registry/index.ts';
import type { HistoryChunk, HistoryStore } from './history-ports.ts';
import { chunkOf, HOURS, minuteOf } from './history-tiers.ts';

const DAYS = 7;
/** A server needs samples on this many days. An hour is usual when it was busy on `DAYS_USUAL` of them. */
const DAYS_SEEN = 6;
const DAYS_USUAL = 4;
/** A busy hour has at least this many times the average players of all hours. */
const STANDS_OUT = 1.25;
/** A smaller rise over the hour before may be chance. */
const RISING_PLAYERS = 3;
/** After this many minutes of an hour, the hour before is in chunks, even for thousands of servers. */
const CLOSED_AFTER_MINUTES = 15;
/** A step reads eight short rows for each server, which takes a few milliseconds in all. */
const SERVERS_A_STEP = 20;

export interface Rhythm {
  /** The hour of the day in UTC, 0 to 23; `undefined` when no hour stands out or a week of samples is missing. */
  busyHour: number | undefined;
  isFull: boolean;
  isRising: boolean;
}

export function createRhythms(
  clock: Clock,
  store: HistoryStore,
  registry: Pick<Registry, 'listLive' | 'findLive'>,
) {
  let known = new Map<string, Omit<Rhythm, 'isRising'> & { before: number }>();
  let waiting: Listing[] = [];
  let walkedHour: number | undefined;

  return {
    /** Reads the next listed servers, each server once an hour. Call it every second. */
    async step(): Promise<void> {
      const minute = minuteOf(clock.now());
      const hour = Math.floor((minute - CLOSED_AFTER_MINUTES) / HOURS.step);
      if (hour !== walkedHour) {
        walkedHour = hour;
        waiting = registry.listLive().flatMap((one) => (isListed(one) ? [one.listing] : []));
        known = new Map([...known].filter(([hash]) => registry.findLive(hash) !== undefined));
      }
      const some = waiting.splice(0, SERVERS_A_STEP);
      if (some.length === 0) return;
      const today = chunkOf(HOURS, minute);
      const place = { step: HOURS.step, first: today - DAYS, last: today };
      const closed = Math.floor(minute / HOURS.step) - 1;
      const series = await store.findSeriesOf(some.map(({ hash }) => hash));
      for (const { hash, maxPlayers } of some) {
        const id = series.get(hash)?.id;
        if (id === undefined) continue;
        const days = await store.readChunks({ ...place, series: id });
        const last = days.find(({ number }) => number === Math.floor(closed / HOURS.slots));
        const before = (last?.means[closed % HOURS.slots] || Number.POSITIVE_INFINITY) - 1;
        const week = days.filter(({ number }) => number < today);
        known.set(hash, { ...findBusyHour(week, maxPlayers), before });
      }
    },
    find({ hash, counted }: Listing): Rhythm | undefined {
      const found = known.get(hash);
      if (found === undefined) return undefined;
      const { before, ...usual } = found;
      const rises = counted - before >= RISING_PLAYERS && counted >= before * STANDS_OUT;
      return { ...usual, isRising: rises };
    },
  };
}

/** The busy hour in chunks of whole UTC days: the hour that is full most often, or else the hour that stands out. */
export function findBusyHour(days: readonly HistoryChunk[], maxPlayers: number) {
  if (days.length < DAYS_SEEN) return { busyHour: undefined, isFull: false };
  const hours = Array.from({ length: HOURS.slots }, (_, hour) => {
    const counts = days.flatMap(({ means }) => (means[hour] ? [means[hour] - 1] : []));
    const full = days.filter(({ peaks }) => (peaks[hour] ?? 0) > maxPlayers).length;
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    return { hour, mean, full, days: counts.length };
  }).filter((hour) => hour.days >= DAYS_USUAL);
  const usual = hours.reduce((sum, { mean }) => sum + mean, 0) / hours.length;
  const fullest = hours.toSorted((a, b) => b.full - a.full || b.mean - a.mean)[0];
  const busiest = hours.toSorted((a, b) => b.mean - a.mean)[0];
  if (fullest === undefined || busiest === undefined) {
    return { busyHour: undefined, isFull: false };
  }
  if (fullest.full >= DAYS_USUAL) return { busyHour: fullest.hour, isFull: true };
  const standsOut = busiest.mean >= 1 && busiest.mean >= usual * STANDS_OUT;
  return { busyHour: standsOut ? busiest.hour : undefined, isFull: false };
}
