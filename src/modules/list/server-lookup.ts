// Looks up one live server by its hash, public or private, and where it moved to.

import type { Clock } from '../../platform/lib/clock.ts';
import type { Claims } from '../claims/index.ts';
import {
  type FoundServer,
  isListed,
  type LiveServer,
  type Registry,
  uptimeSeconds,
} from '../registry/index.ts';
import { mppassFor } from './mppass.ts';
import type { Player } from './player-list.ts';

/** Creates the lookup of a live server by hash. It finds private servers too and gives the exact uptime. */
export function createServerLookup(ports: {
  clock: Clock;
  registry: Pick<Registry, 'findLive'>;
  claims: Pick<Claims, 'findClaim'>;
}) {
  const { clock, registry, claims } = ports;

  /** The current hash of a server that changed its address, if the new entry is listed. */
  function relocationOf({ successor }: LiveServer): FoundServer['relocation'] {
    if (successor === undefined) return undefined;
    const { hash } = successor.listing;
    const isThere = isListed(successor) && registry.findLive(hash) === successor;
    return { hash: isThere ? hash : undefined };
  }

  return (hash: string) => {
    const server = registry.findLive(hash);
    if (server === undefined) return undefined;
    return {
      listing: server.listing,
      uptimeSeconds: uptimeSeconds(server.listing, clock.now()),
      isPublic: server.isPublic,
      /** Set when the server now sends heartbeats from another address, so that this entry is not listed. */
      relocation: relocationOf(server),
      claim: claims.findClaim(hash),
      /** Returns an empty text while the account is not verified. */
      mppassFor: (player: Player) => mppassFor(server.salt, player),
    };
  };
}
