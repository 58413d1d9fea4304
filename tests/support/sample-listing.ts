// Listings of servers, for searches and pages without a service.

import type { Listing } from '../../src/modules/registry/live-server.ts';
import { md5Hex } from '../../src/platform/lib/digest.ts';

export const LISTED_AT = Date.UTC(2026, 0, 1);

export function sampleListing(changes: Partial<Listing> & { name: string }): Listing {
  return {
    ...{ hash: md5Hex(changes.name), ip: '192.0.2.1', port: 1 },
    ...{ joinIp: '192.0.2.1', joinPort: 25_565, players: 3, maxPlayers: 20 },
    ...{ software: 'MCGalaxy 1.9', supportsWeb: false, country: 'NZ', isFeatured: false },
    ...{ isClaimed: false, counted: changes.players ?? 3, startedAt: LISTED_AT - 60_000 },
    ...changes,
  };
}
