// Made-up numbers of players for past days, written through the port of the history.

import {
  chunkOf,
  lastDue,
  MINUTES,
  minuteOf,
  startOf,
  TIERS,
  type Tier,
} from '../../src/servers/history/history-tiers.ts';
import type { HistoryChunk, HistoryStore } from '../../src/servers/history/ports.ts';

/** The series of the players on all servers together, and of how many servers there were. */
const TOTALS = [-1, -2];

/** A day with an evening, another height for each series; one slot is one more than its count, and 0 from `end` on. */
function draw(tier: Tier, series: number, number: number, end: number): HistoryChunk {
  const means = Uint32Array.from({ length: tier.slots }, (_, slot) => {
    const minute = startOf(tier, number) + slot * tier.step;
    if (minute >= end) return 0;
    const evening = 1 + Math.sin((minute / 1_440) * 2 * Math.PI + series);
    return 1 + Math.round(evening * (2 + (series % 17)) + ((minute * 7) % 3));
  });
  return { series, step: tier.step, number, means, peaks: means.map((mean) => mean && mean + 2) };
}

/**
 * Fills the 90 days before the hour of `now` (milliseconds since the Unix epoch), for every
 * server that has a sample and for all servers together.
 */
export async function fillHistory(history: HistoryStore, now: number): Promise<void> {
  const minute = minuteOf(now);
  const all = [...TOTALS, ...(await history.listSeries(0, 20_000))];
  const end = startOf(MINUTES, chunkOf(MINUTES, minute));
  for (const tier of TIERS) {
    for (let chunk = lastDue(tier, minute) + 1; chunk <= chunkOf(tier, end - 1); chunk += 1) {
      const saved = all.map((series) => draw(tier, series, chunk, end));
      await history.saveCompaction({ saved, removed: [], emptied: [] });
    }
  }
}
