// What changed in the registry since the store was last told.

import { type LiveServer, toStoredServer } from './live-server.ts';
import type { ServerBatch } from './ports.ts';

/** Collects changes into batches; a hash is saved or removed, never both. */
export interface DirtySet {
  changed(server: LiveServer): void;
  /** The server is back, or new. */
  kept(server: LiveServer): void;
  forgotten(server: LiveServer): void;
  /** Everything since the last batch. */
  take(aliveAt: number): ServerBatch;
  /** Takes back a batch that could not be saved; what changed since counts more. */
  restore(batch: ServerBatch): void;
}

/** Starts with nothing. `findByHash` tells whether a server is still known. */
export function createDirtySet(findByHash: (hash: string) => LiveServer | undefined): DirtySet {
  let dirty = new Set<LiveServer>();
  let removed = new Set<string>();

  return {
    changed: (server) => void dirty.add(server),
    kept: (server) => void removed.delete(server.listing.hash),
    forgotten(server) {
      dirty.delete(server);
      removed.add(server.listing.hash);
    },
    take(aliveAt) {
      const batch = { saved: [...dirty].map(toStoredServer), removed: [...removed], aliveAt };
      dirty = new Set();
      removed = new Set();
      return batch;
    },
    restore(batch) {
      for (const { hash } of batch.saved) {
        const server = findByHash(hash);
        if (server !== undefined) dirty.add(server);
      }
      for (const hash of batch.removed) if (findByHash(hash) === undefined) removed.add(hash);
    },
  };
}
