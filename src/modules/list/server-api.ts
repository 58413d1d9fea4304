// The routes of the public list and the lookup by hash. Logged-in sessions also get address and mppass.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { type ClientPorts, createAddressLimit } from '../../platform/http/address-limit.ts';
import { decodeField } from '../../platform/http/form.ts';
import type { HandleRequest } from '../../platform/http/listener.ts';
import { describeRoute, integer, SESSION_OPTIONAL, text } from '../../platform/http/openapi.ts';
import { EXAMPLE_HASH, pathParameter } from '../../platform/http/parameters.ts';
import { endOfPath, startOfPath } from '../../platform/http/path.ts';
import { answerPrivateJson, answerPublicJson } from '../../platform/http/read-answer.ts';
import { findVisitor, type VisitorPorts } from '../../platform/http/session.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { type FoundServer, findLastHash } from '../registry/index.ts';
import { LIST_PATH, serverListFormat } from './list-api.ts';
import { joinLocally } from './local-address.ts';
import type { Player } from './player-list.ts';
import { toPlayer } from './player-list.ts';
import type { Ranking } from './ranking.ts';
import type { ListRecord } from './ready-list.ts';

/** How many distinct servers one lookup may ask for (C5.8). */
const LOOKUP_LIMIT = 100;
/** How many lookups an address may make (C5.17). Generous, because launchers and sites look up in bursts. */
const LOOKUP_BUDGET = { refill: 6_000, everyMs: 10_000, capacity: 12_000 };

const EXAMPLE = {
  hash: EXAMPLE_HASH,
  name: 'Freebuild &a24/7',
  players: 31,
  maxplayers: 64,
  software: 'MCGalaxy 1.9.5.0',
  uptime: 259_200,
  country_abbr: 'NZ',
  featured: false,
  web: true,
};

/** A server's record. Only logged-in sessions get the three optional keys. */
const ServerSchema = Type.Object(
  {
    hash: text('32 lower-case hex digits, md5 of "ip:port".'),
    name: Type.String(),
    players: Type.Integer(),
    maxplayers: Type.Integer(),
    software: text('May be empty.'),
    uptime: integer('Whole seconds since the server came online.'),
    country_abbr: text('Country code, two capital letters; T1 if unknown.'),
    featured: Type.Boolean(),
    web: Type.Boolean({ description: 'Whether it supports the web client.' }),
    ip: Type.Optional(text('Logged-in sessions only: dotted IPv4.')),
    port: Type.Optional(integer('Logged-in sessions only.')),
    mppass: Type.Optional(text('Logged-in sessions only; empty while not verified.')),
  },
  { title: 'Server', description: 'A live game server.', examples: [EXAMPLE] },
);

/** Any text passes: items that are no hash are skipped (C5.7). */
const HashesSchema = Type.String({
  description: `Up to ${LOOKUP_LIMIT} hashes, separated by commas. A play URL works in place of its hash.`,
  examples: [EXAMPLE_HASH],
});

const ServerListSchema = Type.Object(
  { servers: Type.Array(ServerSchema) },
  { title: 'ServerList', examples: [{ servers: [EXAMPLE] }] },
);

interface LookupPorts extends VisitorPorts, ClientPorts {
  servers: {
    ranking: Pick<Ranking, 'noteLookup'>;
    presentHash(hash: string): string;
    findServer(hash: string):
      | (Pick<FoundServer, 'listing'> & {
          uptimeSeconds: number;
          mppassFor(player: Player): string;
        })
      | undefined;
  };
}

/** Routes of `/api/servers` and `/api/server/<hash>,<hash>`. A lookup without a hash answers an empty list (C5.9). */
export function serverRoutes(context: LookupPorts, list: HandleRequest, clock: Clock) {
  const { servers } = context;
  const admit = createAddressLimit(
    context,
    clock,
    { ...LOOKUP_BUDGET, kind: 'unavailable' },
    (seconds) =>
      `Too many lookups from your address. Try again in ${seconds} s, or read /api/servers.`,
  );

  async function lookup(request: Request, asked: string): Promise<Response> {
    admit(request);
    const hashes = parseHashes(asked);
    const player = toPlayer(await findVisitor(context, request));
    const [only = ''] = hashes.size === 1 ? hashes : [];
    servers.ranking.noteLookup(servers.presentHash(only), player, context.addressOf(request));
    const records: ListRecord[] = [];
    const askedIp = new URLSearchParams(request.url.split('?')[1]).get('ip') ?? undefined;
    // Answers in the order of the request, private servers included (C5.6).
    for (const hash of new Set([...hashes].map(servers.presentHash))) {
      const found = servers.findServer(hash);
      if (found === undefined) continue;
      const { uptimeSeconds } = found;
      const listing = joinLocally(found.listing, askedIp);
      records.push(
        player === undefined
          ? serverListFormat.describe(listing, uptimeSeconds)
          : serverListFormat.describeFor(listing, uptimeSeconds, found.mppassFor(player)),
      );
    }
    const body = serverListFormat.write(records);
    return player === undefined ? answerPublicJson(request, body) : answerPrivateJson(body);
  }

  return new Elysia({ name: 'servers' })
    .get(LIST_PATH, ({ request }) => list(request), {
      response: ServerListSchema,
      detail: {
        ...describeRoute('Servers', 'All public servers, featured and fullest first', 304),
        ...SESSION_OPTIONAL,
      },
    })
    .get('/api/server', ({ request }) => lookup(request, ''), {
      response: ServerListSchema,
      detail: describeRoute('Servers', 'An empty list, since no hash is given', 304),
    })
    .get('/api/server/:hashes', ({ request, params }) => lookup(request, params.hashes), {
      ...pathParameter('hashes', HashesSchema, { read: decodeField }),
      response: ServerListSchema,
      detail: {
        ...describeRoute('Servers', 'Live servers by hash, private ones too', 304, 400),
        ...SESSION_OPTIONAL,
      },
    });
}

const LOOKUP_START = '/api/server/';

/** The lookup URL for somebody who typed a play URL in place of a hash; `undefined` when the path holds no play URL. */
export function findTypedLookup(url: string): string | undefined {
  const start = startOfPath(url);
  const path = url.slice(start, endOfPath(url, start));
  if (!path.startsWith(LOOKUP_START)) return undefined;
  const typed = path.slice(LOOKUP_START.length).replace(/\/+$/, '');
  if (!typed.includes('/')) return undefined;
  const hashes = typed.split(',').flatMap((item) => findLastHash(item) ?? []);
  return hashes.length === 0 ? undefined : url.slice(0, start) + LOOKUP_START + hashes.join();
}

/** The distinct hashes in the order of the request; other items are skipped (C5.7). Throws `invalid` for too many. */
function parseHashes(text: string): Set<string> {
  const hashes = new Set<string>();
  for (const item of text.split(',')) {
    const hash = findLastHash(item);
    if (hash !== undefined) hashes.add(hash);
    if (hashes.size > LOOKUP_LIMIT) {
      throw new Failure(
        'invalid',
        `More than ${LOOKUP_LIMIT} distinct hashes were asked for. Ask for at most ${LOOKUP_LIMIT} at a time.`,
      );
    }
  }
  return hashes;
}
