// Delivers what waits in an outbox: a few at once, none twice at a time, and with a rest where the outbox fails.

import type { Clock } from './clock.ts';
import type { Leadership } from './leadership.ts';

/** Deliveries at once: as many connections as the mail server of a small provider accepts. */
export const MOST_AT_ONCE = 4;
/** How long nothing is delivered after the outbox could not be read or written. */
const PAUSE_MS = 60_000;

export function createDeliveries<Due>(outbox: {
  clock: Clock;
  leadership: Pick<Leadership, 'term'>;
  /** Those under way may be among them. */
  listDue(now: number, most: number): Promise<Due[]>;
  keyOf(due: Due): number;
  /** Delivers, and notes the outcome. */
  attempt(due: Due): Promise<void>;
  failed(error: unknown): void;
}) {
  const { clock, leadership } = outbox;
  const underWay = new Map<number, Promise<unknown>>();
  let pausedAt = Number.NEGATIVE_INFINITY;

  /** An attempt that could not be noted would be made again at every call. */
  function pause(error: unknown): void {
    // What an earlier leader could not note is up to the next one.
    if (leadership.term() === undefined) return;
    pausedAt = clock.now();
    outbox.failed(error);
  }

  return {
    async sendDue(): Promise<void> {
      // The difference in either direction: a clock that was set back must not make it longer.
      if (underWay.size >= MOST_AT_ONCE || Math.abs(clock.now() - pausedAt) < PAUSE_MS) return;
      const due = await outbox.listDue(clock.now(), MOST_AT_ONCE * 2).catch(pause);
      for (const one of due ?? []) {
        const key = outbox.keyOf(one);
        if (underWay.size >= MOST_AT_ONCE) return;
        if (underWay.has(key)) continue;
        const done = () => underWay.delete(key);
        underWay.set(key, outbox.attempt(one).catch(pause).finally(done));
      }
    },
    async settled(): Promise<void> {
      await Promise.all(underWay.values());
    },
  };
}
