// The wire format of the list and its answers: the prepared public list, or the list of a logged-in session.

import type { FastPath } from '../../platform/http/fast-path.ts';
import type { HandleRequest } from '../../platform/http/listener.ts';
import type { Traffic } from '../../platform/http/monitoring.ts';
import { answerNotModified, chooseEncoding } from '../../platform/http/negotiation.ts';
import { answerPrivateJson, PUBLIC_READ_HEADERS } from '../../platform/http/read-answer.ts';
import { NO_SNIFFING } from '../../platform/http/security-headers.ts';
import { findVisitor, type VisitorPorts } from '../../platform/http/session.ts';
import { writeAsciiJson } from '../../platform/lib/ascii-json.ts';
import type { Listing } from '../registry/index.ts';

import type { PlayerLists } from './player-list.ts';
import { toPlayer } from './player-list.ts';
import type { ListFormat, ReadyList, Rendition } from './ready-list.ts';

export const LIST_PATH = '/api/servers';

/** Also answers requests of other Muster sites, which mirror the list. */
export const listFastPath: FastPath = {
  path: LIST_PATH,
  methods: new Set(['GET']),
  takesOutgoing: true,
};

interface ListPorts extends VisitorPorts {
  servers: {
    list: Pick<ReadyList, 'isBehind' | 'catchUp' | 'rendition'>;
    playerLists: Pick<PlayerLists, 'listFor'>;
  };
  traffic: Pick<Traffic, 'lists'>;
}

/** Answers the list: prepared bytes for everybody, with address and mppass for a logged-in session. */
export function createListAnswer(context: ListPorts): HandleRequest {
  const { servers, traffic } = context;
  const { lists } = traffic;

  async function listFor(request: Request): Promise<Response> {
    const player = toPlayer(await findVisitor(context, request));
    if (player === undefined) return publicList(request.headers);
    lists.player.full += 1;
    return answerPrivateJson(servers.playerLists.listFor(player));
  }

  function publicList(headers: Headers): Response | Promise<Response> {
    const encoding = chooseEncoding(headers.get('accept-encoding'));
    if (servers.list.isBehind) {
      return servers.list.catchUp(encoding).then(() => publicList(headers));
    }
    const rendition = servers.list.rendition(encoding);
    const { body, headers: full, headersOf304 } = readyAnswer(rendition);
    const unchanged = answerNotModified(headers, rendition.etag, headersOf304);
    const counts = lists[rendition.encoding];
    if (unchanged === undefined) {
      counts.full += 1;
      return new Response(body, { headers: full });
    }
    counts.unchanged += 1;
    return unchanged;
  }

  return (request) => {
    const cookies = request.headers.get('cookie');
    return cookies === null || !cookies.includes('session')
      ? publicList(request.headers)
      : listFor(request);
  };
}

interface ReadyAnswer {
  /** A blob: answers share its bytes, but would copy those of an array. */
  body: Blob;
  headers: Headers;
  headersOf304: Headers;
}

const answerOf = new WeakMap<Rendition, ReadyAnswer>();

function readyAnswer(rendition: Rendition): ReadyAnswer {
  const known = answerOf.get(rendition);
  if (known !== undefined) return known;
  const { bytes, encoding, etag } = rendition;
  const headersOf304 = new Headers({ ...PUBLIC_READ_HEADERS, ...NO_SNIFFING, etag });
  const headers = new Headers(headersOf304);
  headers.set('content-type', 'application/json');
  if (encoding !== 'identity') headers.set('content-encoding', encoding);
  const answer = { body: new Blob([bytes]), headers, headersOf304 };
  answerOf.set(rendition, answer);
  return answer;
}

const UPTIME = ',"uptime":';

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
  frame: ['{"servers":[', ']}'],
  writeRecord(listing, uptimeSeconds) {
    const text = writeAsciiJson(describe(listing, uptimeSeconds));
    // No name contains the key, because quotes in names are escaped.
    return { text, uptimeAt: text.indexOf(UPTIME) + UPTIME.length };
  },
};

/** The keys of a record in order (C5.2). Texts from the heartbeat stay as they are, colour codes included (C5.18). */
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
