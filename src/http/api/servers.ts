// The public list and the lookup by hash; logged-in sessions get the way into each server on top.

import { Elysia } from 'elysia';
import type { Account, Visitor } from '../../accounts/accounts.ts';
import { groupOfAddress } from '../../lib/address.ts';
import type { Clock } from '../../lib/clock.ts';
import { MusterError } from '../../lib/errors.ts';
import { decodeField } from '../../lib/form.ts';
import { createTokenBuckets } from '../../lib/token-buckets.ts';
import type { Player } from '../../servers/player-list.ts';
import type { ListRecord, Rendition } from '../../servers/ready-list.ts';
import { parseServerHash } from '../../servers/server-hash.ts';
import { findVisitor, type HttpContext } from '../context.ts';
import { SESSION_COOKIE } from '../cookies.ts';
import { chooseEncoding } from '../encoding.ts';
import { matchesEtag } from '../etag.ts';
import type { HandleRequest } from '../front-door.ts';
import { pathParameter } from '../openapi.ts';
import { pathOf } from '../path.ts';
import { answerPrivateJson, answerPublicJson, PUBLIC_READ_HEADERS } from './read-answer.ts';
import { ServerListSchema, serverListFormat } from './server-record.ts';

/** How many distinct servers one lookup may ask for. */
const LOOKUP_LIMIT = 100;
/** Lookups that an address may make; generous, since launchers and sites look up in bursts. */
const LOOKUP_BUDGET = { refill: 6_000, everyMs: 10_000, capacity: 12_000 };
export const LIST_PATH = '/api/servers';
const LOOKUP_PATH = '/api/server/';

/** Answers the list: ready bytes for anybody, the way into each server for a logged-in session. */
export function createListAnswer(context: HttpContext): HandleRequest {
  const { servers } = context;

  async function listFor(request: Request): Promise<Response> {
    const player = toPlayer(await findVisitor(context, request));
    if (player === undefined) return publicList(request.headers);
    return answerPrivateJson(servers.playerLists.listFor(player));
  }

  function publicList(headers: Headers): Response {
    const rendition = servers.list.rendition(chooseEncoding(headers.get('accept-encoding')));
    const ifNoneMatch = headers.get('if-none-match');
    const { body, headers: full, headersOf304 } = readyAnswer(rendition);
    return ifNoneMatch !== null && matchesEtag(ifNoneMatch, rendition.etag)
      ? new Response(null, { status: 304, headers: headersOf304 })
      : new Response(body, { headers: full });
  }

  return (request) => {
    const cookies = request.headers.get('cookie');
    return cookies === null || !cookies.includes(SESSION_COOKIE)
      ? publicList(request.headers)
      : listFor(request);
  };
}

/** Routes of `/api/servers` and `/api/server/<hash>,<hash>`. */
export function serverRoutes(context: HttpContext, list: HandleRequest, clock: Clock) {
  const { servers } = context;
  const lookups = createTokenBuckets(clock, LOOKUP_BUDGET);

  async function lookup(request: Request): Promise<Response> {
    const waitSeconds = lookups.spend(groupOfAddress(context.addressOf(request)));
    if (waitSeconds > 0) {
      throw new MusterError(
        'unavailable',
        `Too many lookups from your address. Ask again in ${waitSeconds} s, or read /api/servers.`,
      );
    }
    const hashes = parseHashes(pathOf(request).slice(LOOKUP_PATH.length));
    const player = toPlayer(await findVisitor(context, request));
    const records: ListRecord[] = [];
    for (const hash of hashes) {
      const found = servers.findServer(hash);
      if (found === undefined) continue;
      const { listing, uptimeSeconds } = found;
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
      detail: { summary: 'All public servers, featured and fullest first', tags: ['Servers'] },
    })
    .get('/api/server', ({ request }) => lookup(request), {
      response: ServerListSchema,
      detail: { summary: 'An empty list: no hash was asked for', tags: ['Servers'] },
    })
    .get('/api/server/:hashes', ({ request }) => lookup(request), {
      params: pathParameter('hashes', `Up to ${LOOKUP_LIMIT} hashes, separated by commas.`),
      response: ServerListSchema,
      detail: { summary: 'The live servers of these hashes, private ones too', tags: ['Servers'] },
    });
}

interface ReadyAnswer {
  /** A blob, since an answer shares its bytes while it would copy those of an array. */
  body: Blob;
  headers: Headers;
  headersOf304: Headers;
}

const answerOf = new WeakMap<Rendition, ReadyAnswer>();

/** What a rendition is sent as, made once. */
function readyAnswer(rendition: Rendition): ReadyAnswer {
  const known = answerOf.get(rendition);
  if (known !== undefined) return known;
  const { bytes, encoding, etag } = rendition;
  const headersOf304 = new Headers({ ...PUBLIC_READ_HEADERS, etag });
  const headers = new Headers(headersOf304);
  headers.set('content-type', 'application/json');
  if (encoding !== 'identity') headers.set('content-encoding', encoding);
  const answer = { body: new Blob([bytes]), headers, headersOf304 };
  answerOf.set(rendition, answer);
  return answer;
}

/** Distinct hashes in the order asked for. Throws `invalid` when there are more than a lookup takes. */
function parseHashes(path: string): Set<string> {
  const hashes = new Set<string>();
  for (const item of decodeField(path.replace(/\/+$/, '')).split(',')) {
    const hash = parseServerHash(item.trim());
    if (hash !== undefined) hashes.add(hash);
    if (hashes.size > LOOKUP_LIMIT) {
      throw new MusterError(
        'invalid',
        `More than ${LOOKUP_LIMIT} distinct hashes were asked for. Ask for at most ${LOOKUP_LIMIT} at a time.`,
      );
    }
  }
  return hashes;
}

function toPlayer(visitor: Visitor): Player | undefined {
  if (visitor.kind !== 'account') return undefined;
  const { id, name, verifiedAt }: Account = visitor.account;
  return { id, name, isVerified: verifiedAt !== null };
}
