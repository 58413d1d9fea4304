// What the history holds in memory: the minutes that are not in chunks yet, by hour and series, and the highest counts that there ever were.

import { chunkOf, HOURS, MINUTES, startOf, TENS } from './history-tiers.ts';
import type { HistoryMinute, HistoryRecord, HistoryRecords, HistoryStore } from './ports.ts';

/** The series of the players on all public servers together. */
export const TOTAL_PLAYERS = -1;
/** The series of how many public servers there were. */
export const TOTAL_SERVERS = -2;

/** One slot a minute, as in a chunk. */
export type HourSlots = Uint16Array | Uint32Array;

/** The recent minutes. Hours are counted from the Unix epoch. */
export type RecentMinutes = ReturnType<typeof createRecentMinutes>;

/** Starts with the stored minutes, which are a few hours at most: the rest is in chunks. */
export function createRecentMinutes(minutes: readonly HistoryMinute[]) {
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
    /** The numbers of the hours that end before this one does, oldest first. */
    hoursBefore: (hour: number): number[] => list().filter((one) => one < hour),
    /** The samples of a series in an hour. */
    find: (hour: number, series: number): HourSlots | undefined => hours.get(hour)?.get(series),
    /** The hours in which a series was sampled. The returned slots stay valid after `drop`. */
    listOf: (series: number): { hour: number; slots: HourSlots }[] =>
      [...hours].flatMap(([hour, all]) => {
        const slots = all.get(series);
        return slots === undefined ? [] : [{ hour, slots }];
      }),
    /** Removes an hour. */
    drop: (hour: number): void => void hours.delete(hour),
  };
}

type Counts = Pick<HistoryMinute, 'at' | 'players' | 'servers'>;

/** The records with the counts of a minute; the same object where none is higher. Of equal counts the first stays. */
export function raiseRecords(
  records: HistoryRecords | undefined,
  { at, players, servers }: Counts,
): HistoryRecords {
  const known = {
    players: higher(records?.players, { count: players, at: at * 60_000 }),
    servers: higher(records?.servers, { count: servers, at: at * 60_000 }),
  };
  const isSame = known.players === records?.players && known.servers === records.servers;
  return isSame ? records : known;
}

/** The records of a stored history, as exact as its steps are; `undefined` while it is empty. */
export async function findRecords(
  store: Pick<HistoryStore, 'readChunks'>,
  minutes: readonly HistoryMinute[],
): Promise<HistoryRecords | undefined> {
  async function findIn(series: number): Promise<HistoryRecord | undefined> {
    let found: HistoryRecord | undefined;
    // The longest steps hold what is oldest.
    for (const tier of [HOURS, TENS, MINUTES]) {
      const place = { series, step: tier.step, first: 0, last: Number.MAX_SAFE_INTEGER };
      for (const { number, peaks } of await store.readChunks(place)) {
        for (const [slot, peak] of peaks.entries()) {
          const at = (startOf(tier, number) + slot * tier.step) * 60_000;
          if (peak > 0) found = higher(found, { count: peak - 1, at });
        }
      }
    }
    return found;
  }

  const players = await findIn(TOTAL_PLAYERS);
  const servers = await findIn(TOTAL_SERVERS);
  let records = players && servers && { players, servers };
  for (const minute of minutes) records = raiseRecords(records, minute);
  return records;
}

function higher(known: HistoryRecord | undefined, next: HistoryRecord): HistoryRecord {
  return known !== undefined && known.count >= next.count ? known : next;
}
