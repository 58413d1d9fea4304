// The search of the public list for programs: records in our own names, one page of results at a time, and rallies.

import { type TSchema, Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { type ClientPorts, createAddressLimit } from '../../platform/http/address-limit.ts';
import {
  describeRoute,
  integer,
  nullable,
  oneOf,
  SESSION_OPTIONAL,
  text,
} from '../../platform/http/openapi.ts';
import { EXAMPLE_HASH, hashParameter, queryParameters } from '../../platform/http/parameters.ts';
import { answerPrivateJson, answerPublicJson } from '../../platform/http/read-answer.ts';
import { findVisitor, type VisitorPorts } from '../../platform/http/session.ts';
import { toAsciiJson } from '../../platform/lib/ascii-json.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { showText, stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { quoteSeen } from '../../platform/lib/text.ts';
import { facePath } from '../../platform/messages/paths.ts';
import { claimApi } from '../claims/index.ts';
import type { Favourites } from '../favourites/favourites.ts';
import type { Rallies } from '../rallies/rallies.ts';
import { parseOrder } from './list-query.ts';
import type { Ranking } from './ranking.ts';
import type { PublicList } from './ready-list.ts';
import { type SearchPage, type SearchPosition, type ServerSearch, SORT_COLUMNS } from './search.ts';
import { formatCursor, parseCursor } from './search-cursor.ts';

/** How many searches an address may make. A search of ten thousand servers takes a few milliseconds. */
const SEARCH_BUDGET = { refill: 100, everyMs: 10_000, capacity: 200 };
const DEFAULT_LIMIT = 50;
const MAX_RESULTS = 200;
const MAX_TEXT_LENGTH = 64;
const MAX_CURSOR_LENGTH = 600;
const MAX_HOST_LENGTH = 260;

const SORTS = SORT_COLUMNS.flatMap((column) => [column, `-${column}`]);
const SearchText = Type.String({ maxLength: MAX_TEXT_LENGTH });

/** Each parameter with its schema, its description, and the sentence for a refused value (not for its length). */
const PARAMETERS = {
  q: [
    SearchText,
    'Search words. The name, software, country, description or tags must contain each word.',
  ],
  software: [SearchText, 'Server software without its version, such as MCGalaxy.'],
  country: [
    Type.String({ pattern: '^(?:[A-Za-z][A-Za-z0-9])?$' }),
    'Country code, two letters.',
    (seen) => `The country "${seen}" is not two letters, such as NZ.`,
  ],
  tag: [SearchText, 'A tag of a claimed server, such as survival.'],
  language: [
    Type.String({ pattern: '^(?:[A-Za-z]{2})?$' }),
    'Language spoken on a claimed server: two letters of ISO 639-1.',
    (seen) => `The language "${seen}" is not two letters, such as en.`,
  ],
  web: [
    oneOf(['true', 'false']),
    'Whether the server supports the web client.',
    (seen) => `web is "${seen}": write true or false.`,
  ],
  origin: [
    Type.String({ maxLength: MAX_HOST_LENGTH }),
    'The host of the site that lists the server; here for servers of this site.',
    () => `origin is too long: write here, or a host of at most ${MAX_HOST_LENGTH} characters.`,
  ],
  sort: [
    oneOf(SORTS),
    'A column, descending with a hyphen before it. The default is the order of the server list.',
    (seen) => `There is no sort "${seen}". Write one of ${SORTS.join(', ')}.`,
  ],
  limit: [
    Type.String({ pattern: '^(?:[1-9][0-9]?|1[0-9][0-9]|200)$' }),
    `Maximum number of results, 1 to ${MAX_RESULTS}; ${DEFAULT_LIMIT} by default.`,
    (seen) => `The limit "${seen}" is not a whole number from 1 to ${MAX_RESULTS}.`,
  ],
  cursor: [
    Type.String({ maxLength: MAX_CURSOR_LENGTH }),
    'The `next` of the previous page. Keep the other parameters the same.',
    refuseCursor,
  ],
} satisfies Record<string, [TSchema, description: string, refuse?: (seen: string) => string]>;

type Parameter = keyof typeof PARAMETERS;
type Given = Readonly<Partial<Record<Parameter, string>>>;
const NAMES = Object.keys(PARAMETERS) as Parameter[];

/** The framework passes the whole query to the function that makes the sentence. */
const SearchQuerySchema = Type.Object(
  Object.fromEntries(
    Object.entries(PARAMETERS).map(([name, [schema, description, refuse]]) => {
      const tooLong = () => `${name} is too long: write at most ${MAX_TEXT_LENGTH} characters.`;
      const error = ({ found }: { found: Given }) =>
        (refuse ?? tooLong)(quoteSeen(found[name as Parameter] ?? ''));
      return [name, Type.Optional({ ...schema, description, error } as TSchema)];
    }),
  ),
  {
    additionalProperties: false,
    error: ({ found }: { found?: unknown }) => {
      const isUnknown = (name: string) => !NAMES.some((one) => one === name);
      const unknown = Object.keys(found ?? {}).find(isUnknown) ?? '';
      return `There is no parameter "${quoteSeen(unknown)}". There are ${NAMES.join(', ')}.`;
    },
  },
);

const EXAMPLE = {
  hash: EXAMPLE_HASH,
  url: `https://play.example.net/server/play/${EXAMPLE_HASH}/`,

  name: 'Freebuild 24/7',
  colouredName: 'Freebuild &a24/7',
  players: 31,
  maxPlayers: 64,

  software: 'MCGalaxy 1.9.5.0',
  country: 'NZ',
  startedAt: 1_769_903_940,
  featured: false,

  web: true,
  ...claimApi.example,
  icon: null,
  origin: null,

  people: 42,
  steps: 1,
};

const SearchResultSchema = Type.Object(
  {
    hash: text('32 lower-case hex digits.'),
    url: text('The page of the server, on the site that lists it.'),
    name: text('Without colour codes.'),
    colouredName: text('With colour codes such as &a.'),
    players: Type.Integer(),
    maxPlayers: Type.Integer(),
    software: text('May be empty.'),
    country: nullable(Type.String(), 'Country code, two capital letters; null if unknown.'),
    startedAt: integer('When it came online, in Unix seconds.'),
    featured: Type.Boolean(),
    web: Type.Boolean({ description: 'Whether it supports the web client.' }),
    ...claimApi.schemas,
    icon: nullable(Type.String(), 'A PNG of 64 × 64 pixels; null without one.'),
    origin: nullable(Type.String(), 'The host of the site that lists it; null for this one.'),
    people: nullable(Type.Integer(), 'People who joined in two weeks; null if they do not count.'),
    steps: nullable(Type.Integer(), 'Steps that these people add to the rank.'),
    favourite: Type.Optional(
      Type.Boolean({ description: 'Logged-in sessions only: whether your account marked it.' }),
    ),
  },
  {
    title: 'ServerResult',
    description: 'A public server that a search found.',
    examples: [EXAMPLE],
  },
);

const SearchSchema = Type.Object(
  {
    servers: Type.Array(SearchResultSchema),
    next: nullable(Type.String(), 'The cursor of the next page; null on the last one.'),
    online: Type.Object(
      { servers: Type.Integer(), players: Type.Integer() },
      { description: 'Totals of all public servers, found or not.' },
    ),
  },
  {
    title: 'SearchPage',
    examples: [{ servers: [EXAMPLE], next: null, online: { servers: 41, players: 123 } }],
  },
);

const RallySchema = Type.Object(
  {
    pledged: integer('How many verified players would play, including those already told.'),
    wanted: nullable(
      Type.Integer(),
      'The lowest number that a waiting player asks for; null for none.',
    ),
    coming: integer('How many players were told that enough are coming.'),
  },
  { title: 'Rally', examples: [{ pledged: 3, wanted: 4, coming: 0 }] },
);

function failWithoutServer(): never {
  throw new Failure('not_found', 'No public server with this hash is online.');
}

interface SearchPorts extends VisitorPorts, ClientPorts {
  baseUrl: string;
  servers: {
    listPublic(): PublicList;
    listShown(): PublicList;
    search: Pick<ServerSearch, 'findPage'>;
    ranking: Pick<Ranking, 'describe'>;
    favourites: Pick<Favourites, 'listHashes'>;
    rallies: Pick<Rallies, 'find'>;
    presentHash(hash: string): string;
  };
}

export function searchRoutes(context: SearchPorts, clock: Clock) {
  const { servers, baseUrl } = context;
  const admit = createAddressLimit(
    context,
    clock,
    SEARCH_BUDGET,
    (seconds) => `Too many searches from your address. Try again in ${seconds} s.`,
  );

  async function answer(request: Request, given: Given): Promise<Response> {
    const { q = '', software = '', country = '', tag = '', language, web, cursor = '' } = given;
    const { origin = '' } = given;
    const list = servers.listPublic();
    const sort = parseOrder(given.sort ?? '');
    const page = servers.search.findPage(
      servers.listShown(),
      {
        search: q,
        software: software.trim(),
        country: country.toUpperCase(),
        sort,

        tag: tag.trim().toLowerCase(),
        language: language?.toLowerCase(),
        origin: origin.toLowerCase(),
        web: web === undefined ? undefined : web === 'true',
      },
      {
        limit: Number(given.limit ?? DEFAULT_LIMIT),
        after: cursor === '' ? undefined : readCursor(cursor, given.sort ?? ''),
      },
    );
    const visitor = await findVisitor(context, request);
    const favourites =
      visitor.kind === 'account' && (await servers.favourites.listHashes(visitor.account.id));
    const body = toAsciiJson({
      servers: page.results.map((result) => {
        const { people = null, steps = null } = servers.ranking.describe(result.listing) ?? {};
        const isMarked = favourites && { favourite: favourites.has(result.listing.hash) };
        return { ...describeResult(result, baseUrl), people, steps, ...isMarked };
      }),
      next: page.end === undefined ? null : formatCursor(page.end, given.sort ?? ''),
      online: { servers: list.listings.length, players: list.players },
    });
    return favourites ? answerPrivateJson(body) : answerPublicJson(request, body);
  }

  return (
    new Elysia({ name: 'search' })
      // Before the framework checks anything, so that refused requests count too.
      .onTransform(({ request }) => admit(request))
      .get('/api/v1/servers', ({ request, query }) => answer(request, query as Given), {
        ...queryParameters(...NAMES),
        query: SearchQuerySchema,
        response: SearchSchema,
        detail: {
          ...describeRoute('Servers', 'Search public servers', 304, 400, 429),
          ...SESSION_OPTIONAL,
        },
      })
      .get(
        '/api/v1/servers/:hash/rally',
        async ({ request, params }) => {
          const rally = await servers.rallies.find(servers.presentHash(params.hash));
          if (rally === undefined) return failWithoutServer();
          const { pledged, wanted = null, coming } = rally;
          return answerPublicJson(request, toAsciiJson({ pledged, wanted, coming }));
        },
        {
          ...hashParameter(failWithoutServer, 1),
          response: RallySchema,
          detail: describeRoute('Servers', 'Players who would come if enough do', 304, 404, 429),
        },
      )
  );
}

function describeResult({ listing, claim }: SearchPage['results'][number], baseUrl: string) {
  return {
    hash: listing.hash,
    url: `${listing.origin?.url ?? baseUrl}/server/play/${listing.hash}/`,
    name: stripColourCodes(listing.name),
    colouredName: showText(listing.name) || listing.name,
    players: listing.counted,
    maxPlayers: listing.maxPlayers,
    software: stripColourCodes(listing.software),
    country: listing.country === 'T1' ? null : listing.country,
    startedAt: Math.floor(listing.startedAt / 1000),
    featured: listing.isFeatured,
    web: listing.supportsWeb,
    ...claimApi.describe(claim),
    icon: claim?.iconDigest ? baseUrl + facePath(listing.hash, claim.iconDigest) : null,
    origin: listing.origin?.host ?? null,
  };
}

/** Reads a cursor of this sort. Throws `invalid` for anything else. */
function readCursor(cursor: string, sort: string): SearchPosition {
  const position = parseCursor(cursor, sort);
  if (position === undefined) throw new Failure('invalid', refuseCursor());
  return position;
}

function refuseCursor(): string {
  return 'The cursor does not belong to this search. Ask again without it, for the first page.';
}
