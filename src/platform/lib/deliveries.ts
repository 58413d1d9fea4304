// Delivers the entries of an outbox: a few at once in lanes, no entry twice at a time, and with a pause when the outbox
// fails.

import type { Clock } from './clock.ts';
import type { Leadership } from './leadership.ts';

/** The most deliveries at once: a small provider's mail server accepts this many connections. */
export const MAX_CONCURRENT = 4;
/** How long deliveries pause after the outbox could not be read or written. */
const PAUSE_MS = 60_000;

/** A group of deliveries, and how many of the group may run at once. */
export type Lane = readonly [name: string, most: number];

export function createDeliveries<Due>(outbox: {
  clock: Clock;
  /** A delivery begins while each of its lanes has room. By default, all share one lane of four. */
  lanesOf?(due: Due): readonly Lane[];
  /** How many due deliveries each call reads. */
  mostListed?: number;
  leadership: Pick<Leadership, 'term'>;
  /** The result may include running deliveries. */
  listDue(now: number, most: number): Promise<Due[]>;
  keyOf(due: Due): number;
  /** Delivers and records the outcome. */
  attempt(due: Due): Promise<void>;
  failed(error: unknown): void;
}) {
  const { clock, leadership, mostListed = MAX_CONCURRENT * 2 } = outbox;
  const { lanesOf = () => [['all', MAX_CONCURRENT] as const] } = outbox;
  const underWay = new Map<number, { lanes: readonly Lane[]; ended: Promise<unknown> }>();
  let pausedAt = Number.NEGATIVE_INFINITY;

  /** Without a pause, an attempt whose outcome could not be recorded would be repeated at every call. */
  function pause(error: unknown): void {
    // The next leader handles outcomes that this earlier leader could not record.
    if (leadership.term() === undefined) return;
    pausedAt = clock.now();
    outbox.failed(error);
  }

  function hasRoom([name, most]: Lane): boolean {
    const all = [...underWay.values()].flatMap(({ lanes }) => lanes);
    return all.filter(([other]) => other === name).length < most;
  }

  return {
    async sendDue(): Promise<void> {
      // The difference may be negative: when the clock is set back, the pause must not become longer.
      if (Math.abs(clock.now() - pausedAt) < PAUSE_MS) return;
      const due = await outbox.listDue(clock.now(), mostListed).catch(pause);
      for (const one of due ?? []) {
        const key = outbox.keyOf(one);
        const lanes = lanesOf(one);
        if (underWay.has(key) || !lanes.every(hasRoom)) continue;
        const done = () => underWay.delete(key);
        underWay.set(key, { lanes, ended: outbox.attempt(one).catch(pause).finally(done) });
      }
    },
    async settled(): Promise<void> {
      await Promise.all([...underWay.values()].map(({ ended }) => ended));
    },
  };
}
