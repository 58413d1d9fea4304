// A list of servers as the description of the API tells it.

import { type TSchema, Type } from '@sinclair/typebox';

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

/** What lists and lookups are answered with. */
export const ServerListSchema: TSchema = Type.Object({ servers: Type.Array(ServerRecordSchema) });
