// The minutes that are not in chunks yet, held in memory by hour and series.

import { chunkOf, MINUTES, startOf } from './history-steps.ts';
import type { HistoryMinute } from './ports.ts';

/** The series of the players on all public servers together. */
export const TOTAL_PLAYERS = -1;
/** The series of how many public servers there were. */
export const TOTAL_SERVERS = -2;

/** One slot a minute, as in a chunk. */
export type HourSlots = Uint16Array | Uint32Array;

/** The recent minutes. Hours are counted from the Unix epoch. */
export interface RecentMinutes {
  /** Adds a minute. Replaces an earlier one, and removes those after it. */
  add(minute: HistoryMinute): void;
  /** The numbers of the hours that end before this one does, oldest first. */
  hoursBefore(hour: number): number[];
  /** The hours that there are, oldest first. */
  hours(): number[];
  /** The samples of a series in an hour. */
  find(hour: number, series: number): HourSlots | undefined;
  /** The hours in which a series was sampled. The returned slots stay valid after `drop`. */
  listOf(series: number): { hour: number; slots: HourSlots }[];
  /** Removes an hour. */
  drop(hour: number): void;
}

/** Starts with the stored minutes, which are a few hours at most: the rest is in chunks. */
export function createRecentMinutes(minutes: readonly HistoryMinute[]): RecentMinutes {
  const hours = new Map<number, Map<number, HourSlots>>();

  function openHour(hour: number): Map<number, HourSlots> {
    const known = hours.get(hour);
    if (known !== undefined) return known;
    const slots = new Map<number, HourSlots>([
      [TOTAL_PLAYERS, new Uint32Array(MINUTES.slots)],
      [TOTAL_SERVERS, new Uint32Array(MINUTES.slots)],
    ]);
    hours.set(hour, slots);
    return slots;
  }

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
    const index = at - startOf(MINUTES, hour);
    const slots = openHour(hour);
    const set = (one: number, count: number): void => {
      const known = slots.get(one);
      const own = known ?? new Uint16Array(MINUTES.slots);
      if (known === undefined) slots.set(one, own);
      own[index] = count + 1;
    };
    set(TOTAL_PLAYERS, minute.players);
    set(TOTAL_SERVERS, minute.servers);
    for (let place = 0; place < series.length; place += 1) {
      set(series[place] ?? 0, counts[place] ?? 0);
    }
  }

  for (const minute of minutes) add(minute);

  const list = (): number[] => [...hours.keys()].sort((a, b) => a - b);

  return {
    add,
    hours: list,
    hoursBefore: (hour) => list().filter((one) => one < hour),
    find: (hour, series) => hours.get(hour)?.get(series),
    listOf: (series) =>
      [...hours].flatMap(([hour, all]) => {
        const slots = all.get(series);
        return slots === undefined ? [] : [{ hour, slots }];
      }),
    drop: (hour) => void hours.delete(hour),
  };
}
