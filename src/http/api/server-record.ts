// How a server is written on the wire: the keys of a record, in their order.

import { type TSchema, Type } from '@sinclair/typebox';
import { quoteAscii } from '../../lib/ascii-json.ts';
import type { Listing, RecordFragments } from '../../servers/live-server.ts';
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

const HEAD = '{"servers":[';

/** Writes records; what of one does not change from second to second is kept with its listing. */
export const serverListFormat: ListFormat = {
  openRecord(listing, uptimeSeconds) {
    listing.fragments ??= cutFragments(listing);
    const { beforeUptime, afterUptime } = listing.fragments;
    return beforeUptime + uptimeSeconds + afterUptime;
  },
  closeRecord: '}',
  closeRecordFor: ({ joinIp, joinPort }, mppass) =>
    `,"ip":"${joinIp}","port":${joinPort},"mppass":"${mppass}"}`,
  wrap: (records) => `${HEAD}${records.join(',')}]}`,
  head: HEAD,
};

function cutFragments(listing: Listing): RecordFragments {
  const { hash, name, players, maxPlayers, software, country, isFeatured, supportsWeb } = listing;
  return {
    beforeUptime: `{"hash":"${hash}","name":${quoteAscii(name)},"players":${players},"maxplayers":${maxPlayers},"software":${quoteAscii(software)},"uptime":`,
    afterUptime: `,"country_abbr":"${country}","featured":${isFeatured},"web":${supportsWeb}`,
  };
}
