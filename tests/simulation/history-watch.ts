// Watches the history of players: a sample that was shown once never changes and is never lost.

import type { World } from './world.ts';

const MINUTE_SECONDS = 60;
/** Of a day, samples stay as they are for so long. */
const WATCHED_MINUTES = 120;

/** Makes a watch that has seen nothing yet. */
export function createHistoryWatch(world: World) {
  const seen = new Map<number, number>();

  return {
    /** Asks again, and compares. */
    async check() {
      const answer = await world.request('/api/v1/history?range=24h');
      if (answer?.status !== 200) return;
      const { from, step, players } = JSON.parse(answer.text) as {
        from: number;
        step: number;
        players: (number | null)[];
      };
      world.expect(step === MINUTE_SECONDS, `a day is shown in steps of ${step} s`);
      const nowSeconds = world.now() / 1_000;
      if (world.wasClockSet) seen.clear();
      world.wasClockSet = false;
      for (const [index, count] of players.entries()) {
        const at = from + index * step;
        if (at < nowSeconds - WATCHED_MINUTES * MINUTE_SECONDS) continue;
        const before = seen.get(at);
        world.expect(
          before === undefined || before === count,
          `the sample of ${new Date(at * 1_000).toISOString()} was ${before}, and is ${count}`,
        );
        if (count !== null) seen.set(at, count);
      }
      for (const at of seen.keys()) {
        if (at < nowSeconds - 2 * WATCHED_MINUTES * MINUTE_SECONDS) seen.delete(at);
      }
    },
  };
}
