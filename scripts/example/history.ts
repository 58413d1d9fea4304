// Made-up numbers of players for past days, written through the port of the history.

import {
  chunkOf,
  HOURS,
  MINUTES,
  minuteOf,
  TENS,
  type Tier,
} from '../../src/servers/history/history-tiers.ts';
import type { HistoryChunk, HistoryStore } from '../../src/servers/history/ports.ts';

/** The series of the players on all servers together, and of how many servers there were. */
const TOTALS = [-1, -2];

/** A day with an evening, another height for each series; one slot is one more than its count. */
function draw(tier: Tier, series: number, number: number): HistoryChunk {
  const means = Uint32Array.from({ length: tier.slots }, (_, slot) => {
    const minute = (number * tier.slots + slot) * tier.step;
    const evening = 1 + Math.sin((minute / 1_440) * 2 * Math.PI + series);
    return 1 + Math.round(evening * (2 + (series % 17)) + ((minute * 7) % 3));
  });
  return { series, step: tier.step, number, means, peaks: means.map((mean) => mean + 2) };
}

/**
 * Fills the 90 days before `now` (milliseconds since the Unix epoch), the last hour excepted, for every
 * server that has a sample and for all servers together.
 */
export async function fillHistory(history: HistoryStore, now: number): Promise<void> {
  const minute = minuteOf(now);
  const all = [...TOTALS, ...(await history.listSeries(0, 20_000))];
  for (const [tier, from, to] of [
    [HOURS, 90 * 1_440, 7 * 1_440],
    [TENS, 7 * 1_440, 1_440],
    [MINUTES, 1_440, 60],
  ] as const) {
    for (
      let chunk = chunkOf(tier, minute - from);
      chunk <= chunkOf(tier, minute - to);
      chunk += 1
    ) {
      const saved = all.map((series) => draw(tier, series, chunk));
      await history.saveCompaction({ saved, removed: [], emptied: [] });
    }
  }
}
