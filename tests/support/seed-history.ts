// Ninety days of players for the servers of a test, written through the store as a running service leaves them.

import {
  chunkOf,
  HOURS,
  MINUTES,
  minuteOf,
  TENS,
  type Tier,
} from '../../src/servers/history/history-steps.ts';
import type { HistoryChunk } from '../../src/servers/history/ports.ts';
import type { ListeningApp, TestApp } from './test-app.ts';

/** A day with an evening, another height for each series; one slot is one more than its count. */
function draw(tier: Tier, series: number, number: number): HistoryChunk {
  const means = Uint32Array.from({ length: tier.slots }, (_, slot) => {
    const minute = (number * tier.slots + slot) * tier.step;
    const evening = 1 + Math.sin((minute / 1_440) * 2 * Math.PI + series);
    return 1 + Math.round(evening * (2 + (series % 17)) + ((minute * 7) % 3));
  });
  return { series, step: tier.step, number, means, peaks: means.map((mean) => mean + 2) };
}

/** Fills the past of every server that was sampled, and of all together. */
export async function seedHistory(app: ListeningApp | TestApp): Promise<void> {
  await app.servers.history.sample();
  const minute = minuteOf(app.now());
  const all = [-1, -2, ...(await app.store.history.listSeries(0, 20_000))];
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
      await app.store.history.saveCompaction({ saved, removed: [], emptied: [] });
    }
  }
}
