// Saves the registry's changes to the store, one batch at a time.

import type { Clock } from '../../platform/lib/clock.ts';
import { createHistogram } from '../../platform/lib/histogram.ts';
import type { Report } from './events.ts';
import type { Registry } from './registry.ts';
import type { ServerStore } from './server-ports.ts';

/** At least this often, the store learns that the service is alive. */
const ALIVE_EVERY_MS = 10_000;
const BATCH_SIZES = [1, 10, 100, 1_000, 10_000];

export type WriteBehind = ReturnType<typeof createWriteBehind>;

export function createWriteBehind(options: {
  clock: Clock;
  registry: Pick<Registry, 'takeBatch' | 'restoreBatch'>;
  store: ServerStore;
  /** Whether replicas share the store. */
  isShared: boolean;
  report: Report;
}) {
  const { clock, registry, store, report } = options;
  const batches = createHistogram(BATCH_SIZES);
  let savedAt = Number.NEGATIVE_INFINITY;
  let cleanAt = clock.now();
  let isFailing = false;
  let running: Promise<void> | undefined;

  async function save(isLast: boolean): Promise<void> {
    // The last batch is not retried, so it must not depend on what is stored.
    const batch = registry.takeBatch(!isLast && !options.isShared);
    const size = batch.saved.length + batch.beats.length + batch.removed.length;
    const isEmpty = size === 0;
    if (isEmpty) cleanAt = batch.aliveAt;
    // The absolute difference, because a clock that was set back must not leave a future time.
    if (isEmpty && !isLast && Math.abs(clock.now() - savedAt) < ALIVE_EVERY_MS) return;
    try {
      await store.saveBatch(batch);
      savedAt = batch.aliveAt;
      cleanAt = batch.aliveAt;
      if (!isEmpty) batches.observe(size);
      if (isFailing) report('database_recovered');
      isFailing = false;
    } catch (error) {
      registry.restoreBatch(batch);
      if (isLast && !isEmpty) report('batch_lost', { error, count: size });
      else if (!isFailing) report('batch_failed', { error });
      isFailing = true;
    }
  }

  async function saveAfterOthers(isLast: boolean): Promise<void> {
    // A flush requested during another must save the changes made after that one took its batch.
    while (running !== undefined) await running;
    running = save(isLast).finally(() => {
      running = undefined;
    });
    await running;
  }

  return {
    /** Saves the changes since the last call, if any. Never throws; failures are reported. */
    flush: (): Promise<void> => saveAfterOthers(false),
    /** Saves for the last time. Records when the service stopped, even when nothing changed, and does not retry. */
    finish: (): Promise<void> => saveAfterOthers(true),
    /** How long changes have been unsaved, in milliseconds. */
    ageMs: (): number => Math.max(0, clock.now() - cleanAt),
    batches,
  };
}
