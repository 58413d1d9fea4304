// When servers are busy: the hour of the day at which each is fullest, found once an hour from its last seven days.

import type { Clock } from '../../platform/lib/clock.ts';
import { isListed, type Listing, type Registry } from '../registry/index.ts';
import type { HistoryChunk, HistoryStore } from './history-ports.ts';
import { chunkOf, HOURS, minuteOf } from './history-tiers.ts';

const DAYS = 7;
/** On so many of them it was seen, and what is usual was so at that hour. */
const DAYS_SEEN = 6;
const DAYS_USUAL = 4;
/** An hour that stands out has more players than all have on average, by this factor. */
const STANDS_OUT = 1.25;
/** Fewer players more than in the hour before are chance. */
const RISING_PLAYERS = 3;
/** Into an hour, by when the one before is in the chunks of thousands of servers. */
const CLOSED_AFTER_MINUTES = 15;
/** Of each, eight short rows are read: together some milliseconds. */
const SERVERS_A_STEP = 20;

export interface Rhythm {
  /** The hour of the day in UTC, 0 to 23; `undefined` where none stands out, or no week is known. */
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
    /** Goes on through the listed servers, once in each hour; for a call every second. */
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

/** What is usual, from chunks of whole days in UTC. Of hours that are usually full the one that is so most often. */
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
