// Test helper: the history alone on a real store, with a registry and a clock that the test sets.

import type { Store } from '../../src/app/open-stores.ts';
import type { Heartbeat } from '../../src/modules/heartbeat/heartbeat-fields.ts';
import { type History, openHistory } from '../../src/modules/history/history.ts';
import type { HistoryStore } from '../../src/modules/history/history-ports.ts';
import { createFakeClock } from './fake-clock.ts';
import { openTestStore } from './store.ts';
import { createTestRegistry, MINUTE_MS, type TestRegistry } from './test-servers.ts';

/** Midnight, so that hours and days begin where a test counts from. */
export const MIDNIGHT = Date.UTC(2027, 0, 1);
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export interface TestHistory extends Disposable, Omit<TestRegistry, 'country'> {
  history: History;
  store: Store;
  /** Moves the clock by whole minutes; in each, every server sends a heartbeat and a sample is taken. */
  live(minutes: number, changes?: Partial<Heartbeat>): Promise<void>;
  /** Compacts until nothing is left to do; returns the number of steps. */
  compactAll(): Promise<number>;
  /** Opens the history again on the same store and registry. */
  restart(): Promise<void>;
}

/** Opens the history; `wrap` may replace methods of the store. */
export async function openTestHistory(
  wrap: (store: HistoryStore) => HistoryStore = (store) => store,
): Promise<TestHistory> {
  const store = openTestStore();
  const clock = createFakeClock(MIDNIGHT);
  const bench = createTestRegistry(undefined, clock);
  const { registry } = bench;
  let steps = 0;
  const counting: HistoryStore = {
    ...wrap(store.history),
    saveCompaction(compaction) {
      steps += 1;
      return wrap(store.history).saveCompaction(compaction);
    },
  };
  const open = () => openHistory({ clock, store: counting, registry });
  const service: TestHistory = {
    ...bench,
    store,
    history: await open(),
    async live(minutes, changes) {
      for (let minute = 0; minute < minutes; minute += 1) {
        if (changes !== undefined) bench.save(changes);
        await service.history.sample();
        clock.advance(MINUTE_MS);
      }
    },
    async compactAll() {
      const before = steps;
      // The last step for each hour only removes its minutes, and nothing marks the end.
      for (let idle = 0; idle < 5; ) {
        const last = steps;
        if (last - before > 10_000) throw new Error('The compaction does not end.');
        await service.history.compact();
        idle = steps === last ? idle + 1 : 0;
      }
      return steps - before;
    },
    async restart() {
      service.history = await open();
    },
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
  return service;
}

/** The samples that are known, as `[minutes after midnight, mean, peak]`. */
export function knownOf(
  curve: Awaited<ReturnType<History['findCurve']>>,
): [minute: number, mean: number, peak: number][] {
  if (curve === undefined) throw new Error('There is no curve.');
  const { startAt, stepMs, means, peaks } = curve;
  return means.flatMap((mean, index) =>
    mean === null
      ? []
      : [[(startAt + index * stepMs - MIDNIGHT) / MINUTE_MS, mean, peaks[index] ?? -1] as const],
  ) as [number, number, number][];
}
