// Carries what changed in the registry to the store, in batches and one batch at a time.

import type { Clock } from '../lib/clock.ts';
import type { ServerStore } from './ports.ts';
import type { Registry } from './registry.ts';

/** The store is told at least this often that the service is alive. */
const ALIVE_EVERY_MS = 10_000;

/** The carrier; a batch that failed is saved together with the next. */
export interface WriteBehind {
  /** Saves what changed since the last call, if anything did. Never throws; failures are told. */
  flush(): Promise<void>;
  /** The last flush: says when the service stopped, even where nothing changed. A failure is final. */
  finish(): Promise<void>;
}

/** Makes the carrier. `onFailure` is told once, `onRecovery` when a batch is saved again. */
export function createWriteBehind(options: {
  clock: Clock;
  registry: Registry;
  store: ServerStore;
  onFailure(error: unknown): void;
  onRecovery(): void;
  /** The last flush failed; `count` servers had changed since they were saved. */
  onLoss(error: unknown, count: number): void;
}): WriteBehind {
  const { clock, registry, store, onFailure, onRecovery, onLoss } = options;
  let savedAt = Number.NEGATIVE_INFINITY;
  let isFailing = false;
  let running: Promise<void> | undefined;

  async function save(isLast: boolean): Promise<void> {
    const batch = registry.takeBatch();
    const isEmpty = batch.saved.length === 0 && batch.removed.length === 0;
    // Either way: a clock that was set back must not leave a time in the future behind.
    if (isEmpty && !isLast && Math.abs(clock.now() - savedAt) < ALIVE_EVERY_MS) return;
    try {
      await store.saveBatch(batch);
      savedAt = batch.aliveAt;
      if (isFailing) onRecovery();
      isFailing = false;
    } catch (error) {
      registry.restoreBatch(batch);
      if (isLast && !isEmpty) onLoss(error, batch.saved.length + batch.removed.length);
      else if (!isFailing) onFailure(error);
      isFailing = true;
    }
  }

  async function saveAfterOthers(isLast: boolean): Promise<void> {
    // A flush asked for while one runs must carry what came after that one took its batch.
    while (running !== undefined) await running;
    running = save(isLast).finally(() => {
      running = undefined;
    });
    await running;
  }

  return { flush: () => saveAfterOthers(false), finish: () => saveAfterOthers(true) };
}
