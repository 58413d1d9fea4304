// The public servers for readers of pages, and word of each new list for those who wait for one.

import type { Listing } from './live-server.ts';
import type { ListSnapshot } from './ready-list.ts';

/** The public servers, best first, as they stood at `madeAt`, milliseconds since the Unix epoch. */
export interface PublicList {
  readonly listings: readonly Listing[];
  readonly players: number;
  readonly madeAt: number;
}

/** Reads snapshots of the ready list, and passes on that there is a new one. */
export function createPublicList() {
  const listeners = new Set<() => void>();
  let readSnapshot: ListSnapshot | undefined;
  let current: PublicList | undefined;
  return {
    /** What a snapshot shows, read once. */
    read(snapshot: ListSnapshot): PublicList {
      if (current === undefined || readSnapshot !== snapshot) {
        const listings = snapshot.servers.map(({ listing }) => listing);
        const players = listings.reduce((sum, listing) => sum + listing.players, 0);
        current = { listings, players, madeAt: snapshot.madeAt };
        readSnapshot = snapshot;
      }
      return current;
    },
    onMade(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notifyMade(): void {
      for (const listener of listeners) listener();
    },
  };
}
