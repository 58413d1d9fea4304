// Delivers what waits in an outbox: a few at once by lanes, none twice at a time, and with a rest where the outbox fails.

import type { Clock } from './clock.ts';
import type { Leadership } from './leadership.ts';

/** Deliveries at once: as many connections as the mail server of a small provider accepts. */
export const MAX_CONCURRENT = 4;
/** How long nothing is delivered after the outbox could not be read or written. */
const PAUSE_MS = 60_000;

/** What a delivery counts as, and how many of that may be under way. */
export type Lane = readonly [name: string, most: number];

export function createDeliveries<Due>(outbox: {
  clock: Clock;
  /** It begins while each of its lanes has room; four in all unless given. */
  lanesOf?(due: Due): readonly Lane[];
  /** How many that are due are looked at. */
  mostListed?: number;
  leadership: Pick<Leadership, 'term'>;
  /** Those under way may be among them. */
  listDue(now: number, most: number): Promise<Due[]>;
  keyOf(due: Due): number;
  /** Delivers, and notes the outcome. */
  attempt(due: Due): Promise<void>;
  failed(error: unknown): void;
}) {
  const { clock, leadership, mostListed = MAX_CONCURRENT * 2 } = outbox;
  const { lanesOf = () => [['all', MAX_CONCURRENT] as const] } = outbox;
  const underWay = new Map<number, { lanes: readonly Lane[]; ended: Promise<unknown> }>();
  let pausedAt = Number.NEGATIVE_INFINITY;

  /** An attempt that could not be noted would be made again at every call. */
  function pause(error: unknown): void {
    // What an earlier leader could not note is up to the next one.
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
      // The difference in either direction: a clock that was set back must not make it longer.
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
