// Made-up numbers of players for past days, written through the port of the history.

import type { HistoryChunk, HistoryStore } from '../../src/modules/history/history-ports.ts';
import {
  chunkOf,
  lastDue,
  MINUTES,
  minuteOf,
  startOf,
  TIERS,
  type Tier,
} from '../../src/modules/history/history-tiers.ts';

/** The series of the players on all servers together, and of how many servers there were. */
const [TOTAL_PLAYERS, TOTAL_SERVERS] = [-1, -2];
/** What a night has of the mean of a day. */
const NIGHT = 0.2;

/** A day with an evening that leads to `count` at `end`, another one for each series; one slot is one more than its count, and 0 from `end` on. */
function draw(
  tier: Tier,
  series: number,
  number: number,
  end: number,
  count: number,
): HistoryChunk {
  // The evening began some hours ago for some, and comes for others.
  const phase = (Math.abs(series) * 0.73) % 2.6;
  const shape = (minute: number) =>
    1 + NIGHT + Math.sin(((minute - end) / 1_440) * 2 * Math.PI + phase);
  const means = Uint32Array.from({ length: tier.slots }, (_, slot) => {
    const minute = startOf(tier, number) + slot * tier.step;
    if (minute >= end) return 0;
    return 1 + Math.round((count * shape(minute)) / shape(end) + ((minute * 7) % 3) / 3);
  });
  return { series, step: tier.step, number, means, peaks: means.map((mean) => mean && mean + 2) };
}

/**
 * Fills the 90 days before the hour of `now` (milliseconds since the Unix epoch), for every
 * server that has a sample and for all servers together. `players` has those at the end, by series.
 */
export async function fillHistory(
  history: HistoryStore,
  now: number,
  players: ReadonlyMap<number, number> = new Map(),
): Promise<void> {
  const minute = minuteOf(now);
  const sum = [...players.values()].reduce((all, one) => all + one, 0);
  const counts = new Map([...players, [TOTAL_PLAYERS, sum], [TOTAL_SERVERS, players.size]]);
  const all = [TOTAL_PLAYERS, TOTAL_SERVERS, ...(await history.listSeries(0, 20_000))];
  const end = startOf(MINUTES, chunkOf(MINUTES, minute));
  for (const tier of TIERS) {
    for (let chunk = lastDue(tier, minute) + 1; chunk <= chunkOf(tier, end - 1); chunk += 1) {
      const saved = all.map((series) =>
        draw(tier, series, chunk, end, counts.get(series) || 2 + (Math.abs(series) % 17)),
      );
      await history.saveCompaction({ saved, removed: [], emptied: [] });
    }
  }
}
