// Sparklines of each listed server's last day, drawn before they are requested and kept for some minutes.

import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../platform/lib/clock.ts';
import type { History } from '../history/index.ts';
import type { Listing } from '../registry/index.ts';
import { drawSpark, type Spark } from './sparkline.ts';

/** A block is an hour wide, so a few minutes make no visible difference. */
const KEPT_MS = 5 * 60_000;
/** A server without samples gets its first one within a minute. */
const EMPTY_KEPT_MS = 60_000;
/** A sparkline that nobody looked at for this long is removed. */
const FORGOTTEN_AFTER_MS = 15 * 60_000;
/** How many are drawn between two turns of the event loop: a few milliseconds. */
const DRAWN_AT_ONCE = 16;

/** Keeps sparklines of the servers that are shown. A failure goes to `onFailure` and leaves servers without one. */
export function createSparklines(options: {
  clock: Clock;
  history: Pick<History, 'findCurve' | 'findSeriesOf'>;
  onFailure(error: unknown): void;
}) {
  const { clock, history, onFailure } = options;
  const sparks = new Map<string, Spark>();
  const drawnAt = new Map<string, number>();
  let queue: Promise<void> = Promise.resolve();
  let isRenewing = false;

  function isDue({ hash }: Listing): boolean {
    const keptMs = sparks.has(hash) ? KEPT_MS : EMPTY_KEPT_MS;
    return clock.now() - (drawnAt.get(hash) ?? Number.NEGATIVE_INFINITY) >= keptMs;
  }

  async function drawAll(listings: readonly Listing[]): Promise<void> {
    let drawn = 0;
    const found = await history.findSeriesOf(listings.map(({ hash }) => hash));
    for (const listing of listings) {
      // Another reader may have drawn it meanwhile.
      if (!isDue(listing)) continue;
      const { hash } = listing;
      drawnAt.set(hash, clock.now());
      const curve = await history.findCurve(hash, '24h', found);
      const spark = curve === undefined ? undefined : drawSpark(curve);
      if (spark === undefined) sparks.delete(hash);
      else sparks.set(hash, spark);
      drawn += 1;
      if (drawn % DRAWN_AT_ONCE === 0) await setImmediate();
    }
  }

  /** Draws one after another, so that no server is drawn twice. */
  function draw(listings: readonly Listing[]): Promise<void> {
    queue = queue
      .then(() => drawAll(listings))
      .catch((error) => {
        // The remaining servers wait as well; otherwise each would be tried and fail by itself.
        for (const { hash } of listings.filter(isDue)) drawnAt.set(hash, clock.now());
        onFailure(error);
      });
    return queue;
  }

  function forgetOld(): void {
    for (const [hash, at] of drawnAt) {
      if (clock.now() - at < FORGOTTEN_AFTER_MS) continue;
      drawnAt.delete(hash);
      sparks.delete(hash);
    }
  }

  return {
    /**
     * The sparklines of these servers by hash; a server without samples has none. Draws missing sparklines first.
     * Returns old ones as they are and redraws them afterwards.
     */
    async read(listings: readonly Listing[]): Promise<ReadonlyMap<string, Spark>> {
      const missing = listings.filter(({ hash }) => !drawnAt.has(hash));
      if (missing.length > 0) await draw(missing);
      const old = listings.filter(isDue);
      if (old.length > 0 && !isRenewing) {
        isRenewing = true;
        void draw(old).then(() => {
          isRenewing = false;
          forgetOld();
        });
      }
      return sparks;
    },
  };
}
