// Saves what changed in the registry to the store, in batches and one batch at a time.

import type { Clock } from '../lib/clock.ts';
import { createHistogram, type Histogram } from '../lib/histogram.ts';
import { type LiveServer, toSavedServer } from './live-server.ts';
import type { RemovedServer, ServerBatch, ServerStore } from './ports.ts';

/** The store learns at least this often that the service is alive. */
const ALIVE_EVERY_MS = 10_000;
/** Sizes of batches that are told apart. */
const BATCH_SIZES = [1, 10, 100, 1_000, 10_000];

/** Collects changes into batches; a hash is saved or removed, never both. */
export interface DirtySet {
  changed(server: LiveServer): void;
  /** The server is new, or known again. */
  kept(server: LiveServer): void;
  forgotten(server: LiveServer): void;
  /** Another replica removed it from the store. */
  removedElsewhere(server: LiveServer): void;
  /** Everything since the last batch. */
  take(aliveAt: number): ServerBatch;
  /** Takes back a batch that could not be saved; later changes override it. */
  restore(batch: ServerBatch): void;
}

/** An empty set. `findByHash` finds servers that are still known. */
export function createDirtySet(findByHash: (hash: string) => LiveServer | undefined): DirtySet {
  let dirty = new Set<LiveServer>();
  let removed = new Map<string, RemovedServer>();

  return {
    changed: (server) => void dirty.add(server),
    kept: (server) => void removed.delete(server.listing.hash),
    forgotten(server) {
      dirty.delete(server);
      const { hash } = server.listing;
      removed.set(hash, { hash, lastBeatAt: server.lastBeatAt });
    },
    removedElsewhere: (server) => void dirty.delete(server),
    take(aliveAt) {
      const batch = {
        saved: [...dirty].map(toSavedServer),
        removed: [...removed.values()],
        aliveAt,
      };
      dirty = new Set();
      removed = new Map();
      return batch;
    },
    restore(batch) {
      for (const { hash } of batch.saved) {
        const server = findByHash(hash);
        if (server !== undefined) dirty.add(server);
      }
      for (const one of batch.removed) {
        if (findByHash(one.hash) === undefined) removed.set(one.hash, one);
      }
    },
  };
}

/** Saves batches; one that failed is saved together with the next. */
export interface WriteBehind {
  /** Saves what changed since the last call, if anything did. Never throws; failures are reported. */
  flush(): Promise<void>;
  /** The last flush. It records when the service stopped, even when nothing changed, and is not retried. */
  finish(): Promise<void>;
  /** How long there has been something that is not saved, in milliseconds. */
  ageMs(): number;
  /** How many servers were in each batch that was saved. */
  readonly batches: Histogram;
}

/** `onFailure` is called once for failures in a row, `onRecovery` when a batch is saved again. */
export function createWriteBehind(options: {
  clock: Clock;
  registry: { takeBatch(): ServerBatch; restoreBatch(batch: ServerBatch): void };
  store: ServerStore;
  onFailure(error: unknown): void;
  onRecovery(): void;
  /** The last flush failed; `count` servers had changed since they were saved. */
  onLoss(error: unknown, count: number): void;
}): WriteBehind {
  const { clock, registry, store, onFailure, onRecovery, onLoss } = options;
  const batches = createHistogram(BATCH_SIZES);
  let savedAt = Number.NEGATIVE_INFINITY;
  /** When everything was saved. */
  let cleanAt = clock.now();
  let isFailing = false;
  let running: Promise<void> | undefined;

  async function save(isLast: boolean): Promise<void> {
    const batch = registry.takeBatch();
    const size = batch.saved.length + batch.removed.length;
    const isEmpty = size === 0;
    if (isEmpty) cleanAt = batch.aliveAt;
    // The difference in either direction: a clock that was set back must not leave a future time.
    if (isEmpty && !isLast && Math.abs(clock.now() - savedAt) < ALIVE_EVERY_MS) return;
    try {
      await store.saveBatch(batch);
      savedAt = batch.aliveAt;
      cleanAt = batch.aliveAt;
      if (!isEmpty) batches.observe(size);
      if (isFailing) onRecovery();
      isFailing = false;
    } catch (error) {
      registry.restoreBatch(batch);
      if (isLast && !isEmpty) onLoss(error, size);
      else if (!isFailing) onFailure(error);
      isFailing = true;
    }
  }

  async function saveAfterOthers(isLast: boolean): Promise<void> {
    // A flush requested while one runs must save what changed after that one took its batch.
    while (running !== undefined) await running;
    running = save(isLast).finally(() => {
      running = undefined;
    });
    await running;
  }

  return {
    flush: () => saveAfterOthers(false),
    finish: () => saveAfterOthers(true),
    ageMs: () => Math.max(0, clock.now() - cleanAt),
    batches,
  };
}
