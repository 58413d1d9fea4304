// Holds minutes in memory, by hour and series, until they are packed into chunks.

import type { HistoryMinute } from './history-ports.ts';
import { chunkOf, MINUTES, startOf } from './history-tiers.ts';

export const TOTAL_PLAYERS = -1;
export const TOTAL_SERVERS = -2;

/** One slot for each minute, as in a chunk. */
type HourSlots = Uint16Array | Uint32Array;

/** Numbers of hours count from the Unix epoch. */
export type RecentMinutes = ReturnType<typeof createRecentMinutes>;

/** Starts with the stored minutes, at most a few hours. All older samples are in chunks. */
export function createRecentMinutes(minutes: readonly HistoryMinute[]) {
  const hours = new Map<number, Map<number, HourSlots>>();

  const openHour = () =>
    new Map<number, HourSlots>([
      [TOTAL_PLAYERS, new Uint32Array(MINUTES.slots)],
      [TOTAL_SERVERS, new Uint32Array(MINUTES.slots)],
    ]);

  function forgetFrom(at: number): void {
    const hour = chunkOf(MINUTES, at);
    for (const later of [...hours.keys()]) if (later > hour) hours.delete(later);
    const slots = hours.get(hour);
    if (slots === undefined) return;
    const from = at - startOf(MINUTES, hour);
    for (const each of slots.values()) each.fill(0, from);
  }

  function add(minute: HistoryMinute): void {
    const { at, series, counts } = minute;
    forgetFrom(at);
    const hour = chunkOf(MINUTES, at);
    const slots = hours.getOrInsertComputed(hour, openHour);
    const set = (one: number, count: number): void => {
      const own = slots.getOrInsertComputed(one, () => new Uint16Array(MINUTES.slots));
      own[at - startOf(MINUTES, hour)] = count + 1;
    };
    set(TOTAL_PLAYERS, minute.players);
    set(TOTAL_SERVERS, minute.servers);
    for (const [place, one] of series.entries()) set(one, counts[place] ?? 0);
  }

  for (const minute of minutes) add(minute);

  const list = (): number[] => [...hours.keys()].sort((a, b) => a - b);

  return {
    add,
    hours: list,
    /** Lists the numbers of earlier hours, oldest first. */
    hoursBefore: (hour: number): number[] => list().filter((one) => one < hour),
    find: (hour: number, series: number): HourSlots | undefined => hours.get(hour)?.get(series),
    /** Lists the hours in which a series was sampled. The returned slots stay valid after `drop`. */
    listOf: (series: number): { hour: number; slots: HourSlots }[] =>
      [...hours].flatMap(([hour, all]) => {
        const slots = all.get(series);
        return slots === undefined ? [] : [{ hour, slots }];
      }),
    drop: (hour: number): void => void hours.delete(hour),
  };
}
