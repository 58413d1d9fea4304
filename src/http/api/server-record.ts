// How a server is written on the wire: the keys of a record, in their order.

import { type TSchema, Type } from '@sinclair/typebox';
import { writeAsciiJson } from '../../lib/ascii-json.ts';
import type { Listing } from '../../servers/live-server.ts';
import type { ListFormat } from '../../servers/ready-list.ts';

/** A record as anybody gets it, and with the three keys that only a logged-in session gets. */
const ServerRecordSchema = Type.Object({
  hash: Type.String({ description: '32 lower-case hex digits, md5 of "ip:port".' }),
  name: Type.String(),
  players: Type.Integer(),
  maxplayers: Type.Integer(),
  software: Type.String({ description: 'May be empty.' }),
  uptime: Type.Integer({ description: 'Whole seconds since this presence began.' }),
  country_abbr: Type.String({ description: 'Two capitals; T1 when unknown.' }),
  featured: Type.Boolean(),
  web: Type.Boolean({ description: 'Whether it serves the web client.' }),
  ip: Type.Optional(Type.String({ description: 'Logged-in sessions only: dotted IPv4.' })),
  port: Type.Optional(Type.Integer({ description: 'Logged-in sessions only.' })),
  mppass: Type.Optional(
    Type.String({ description: 'Logged-in sessions only; empty while not verified.' }),
  ),
});

export const ServerListSchema: TSchema = Type.Object({ servers: Type.Array(ServerRecordSchema) });

/** Writes lists and lookups. */
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
