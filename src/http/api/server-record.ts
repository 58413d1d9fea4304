// How a server is written on the wire: the keys of a record, in their order (C5.2).

import { writeAsciiJson } from '../../lib/ascii-json.ts';
import type { ListFormat, Listing } from '../../servers/servers.ts';

/** Writes lists and lookups (C5.1); only `describeFor` adds address and mppass (C5.3). */
export const serverListFormat: ListFormat = {
  describe,
  describeFor: (listing, uptimeSeconds, mppass) => ({
    ...describe(listing, uptimeSeconds),
    ip: listing.joinIp,
    port: listing.joinPort,
    mppass,
  }),
  write: (records) => writeAsciiJson({ servers: records }),
};

/** The texts of the heartbeat stay as they are, colour codes too (C5.18). */
function describe(listing: Listing, uptimeSeconds: number) {
  return {
    hash: listing.hash,
    name: listing.name,
    players: listing.players,
    maxplayers: listing.maxPlayers,
    software: listing.software,
    uptime: uptimeSeconds,
    country_abbr: listing.country,
    featured: listing.isFeatured,
    web: listing.supportsWeb,
  };
}
