// The highest counts that there ever were: raised by each minute, and found in a history that has none yet.

import { TOTAL_PLAYERS, TOTAL_SERVERS } from './history-recent.ts';
import { HOURS, MINUTES, startOf, TENS } from './history-steps.ts';
import type { HistoryMinute, HistoryRecord, HistoryRecords, HistoryStore } from './ports.ts';

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
