// The description of the API (OpenAPI): what routes say of themselves, and the document that is made of it.

import { toOpenAPISchema } from '@elysiajs/openapi';
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { version } from '../lib/version.ts';
import { HeartbeatSchema } from '../servers/servers.ts';
import type { SiteIdentity, SiteLink } from '../site/site.ts';
import { HEARTBEAT_PATHS } from './api/heartbeat.ts';
import { SESSION_COOKIE } from './cookies.ts';
import { type Surface, surfaceOf } from './errors.ts';
import { EXAMPLE_HASH } from './parameters.ts';

const FORM = 'application/x-www-form-urlencoded';

/** Under which key a description carries the further statuses of its answers. */
const STATUSES_KEY = 'x-statuses';

/**
 * The statuses of answers besides the one that the route declares, to be spread into its description. What
 * they look like follows from the path. Every path also answers 403, 500 and 503, which nobody has to name.
 */
export function alsoAnswers(...statuses: readonly number[]): object {
  return { [STATUSES_KEY]: statuses };
}

/** The options of a route that the description leaves out. */
export const HIDDEN = { detail: { hide: true } };
/** The same for a form, which the handler reads. */
export const HIDDEN_FORM = { ...HIDDEN, parse: 'none' } as const;

/** Says that a session changes the answer, and that there is one without. */
export const SESSION_OPTIONAL = { security: [{}, { session: [] }] };
/** Says that nobody gets the answer without a session. */
export const SESSION_REQUIRED = { security: [{ session: [] }] };

/** The fields of a schema as query parameters. */
function describeQuery(schema: TObject, example: Readonly<Record<string, unknown>> = {}) {
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: 'query' as const,
    required: schema.required?.includes(name) ?? false,
    schema: plain(property),
    ...(example[name] === undefined ? {} : { example: example[name] }),
  }));
}

/** The fields of a schema as an urlencoded form. */
export function describeForm(schema: TObject, example?: Readonly<Record<string, unknown>>) {
  return {
    required: true,
    content: { [FORM]: { schema: plain(schema), ...(example === undefined ? {} : { example }) } },
  };
}

/** An answer with status 200 under each type that it may be sent with. */
export function describeAnswer(schemas: Record<string, TSchema>) {
  const content = Object.entries(schemas).map(([type, schema]) => [
    type,
    { schema: plain(schema) },
  ]);
  return { 200: { description: 'OK', content: Object.fromEntries(content) } };
}

const PageSchema = Type.String({ title: 'Page', description: 'An HTML page.' });

/** A page, in the description of the API, and the further statuses of its answers. */
export function describePage(
  page: { operationId?: string; summary: string },
  ...statuses: readonly number[]
) {
  const responses = describeAnswer({ 'text/html': PageSchema });
  return { ...page, tags: ['Pages'], responses, ...alsoAnswers(...statuses) };
}

/** The same for a page that leads everybody to the login page who is not logged in. */
export function describeOwnerPage(
  page: { operationId: string; summary: string },
  ...statuses: readonly number[]
) {
  return { ...describePage(page, 303, ...statuses), ...SESSION_REQUIRED };
}

/** TypeBox's regular expressions become the strings with a pattern that OpenAPI knows. */
function plain(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (value?.type !== 'RegExp') return value;
    const { source, flags: _flags, type: _type, ...rest } = value;
    return { ...rest, type: 'string', pattern: source };
  });
}

export const DESCRIPTION_PATH = '/openapi.json';

const OPENAPI_VERSION = '3.1.2';

/** The groups of operations, in the order in which they are shown. */
const TAGS: readonly (readonly [name: string, description: string])[] = [
  ['Servers', 'The server list, lookups by hash, and the search.'],
  ['Heartbeat', 'Heartbeats of game servers.'],
  ['Login', 'Login for launchers.'],
  ['Players', 'Public facts about players.'],
  ['History', 'Player counts over time.'],
  ['Notice', 'The notice set by administrators.'],
  ['My address', 'The address of the client.'],
  ['For other sites', 'Badges and the widget for other sites.'],
  ['Relay', 'The WebSocket relay between browsers and game servers.'],
  ['Health', 'Health checks and metrics.'],
  ['Pages', 'Pages for people.'],
];

const API_DESCRIPTION =
  'Master server for a multiplayer block game: list, heartbeat, login, players. Paths work with or without a trailing slash. Methods that a path does not have are answered 405 with Allow. Answers are compressed (br, zstd, gzip) when the request allows it.';

const EXAMPLE_ID = '36cfda5c-0ef9-43e7-bf8b-bdd6eb999871';

const FailureSchema = Type.Object(
  {
    error: Type.Object({
      kind: Type.Union(
        [
          ...['invalid', 'unauthorized', 'forbidden', 'not_found', 'conflict', 'rate_limited'],
          ...['unavailable', 'internal'],
        ].map((kind) => Type.Literal(kind)),
      ),
      message: Type.String({ description: 'What was wrong, and what to do; in English.' }),
    }),
  },
  {
    title: 'Failure',
    description: 'An error of the API under /api/v1/.',
    examples: [{ error: { kind: 'invalid', message: 'The range "1h" is not known.' } }],
  },
);

const PlainFailureSchema = Type.Object(
  { error: Type.String({ description: 'What was wrong, and what to do; in English.' }) },
  {
    title: 'PlainFailure',
    description: 'An error of the API for launchers and game servers.',
    examples: [{ error: 'There is nothing here.' }],
  },
);

const SentenceSchema = Type.String({ title: 'Sentence', description: 'A sentence, in English.' });

/** How failures look by surface; `prefix` begins the names of their components. */
const FAILURES: Record<Surface, { prefix: string; type: string; schema: TSchema }> = {
  own: { prefix: '', type: 'application/json', schema: FailureSchema },
  compatible: { prefix: 'Plain', type: 'application/json', schema: PlainFailureSchema },
  terminal: { prefix: 'Sentence', type: 'text/plain', schema: SentenceSchema },
  page: { prefix: 'Page', type: 'text/html', schema: PageSchema },
};

const OTHER_HOST = 'The Host header does not name this service.';

const MEANINGS: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ['Invalid', 'The request is invalid.'],
  403: ['Forbidden', OTHER_HOST],
  404: ['NotFound', 'Not found.'],
  409: ['Conflict', 'Conflicts with the current state.'],
  413: ['TooLarge', 'The body is longer than 64 KiB; the connection is closed.'],
  429: ['TooMany', 'Too many requests from this address.'],
  500: ['Internal', 'Unexpected error; the log has it under the request id.'],
  503: ['Unavailable', 'The service is overloaded, starting, stopping or not healthy.'],
};

const WITHOUT_BODY: Readonly<Record<number, object>> = {
  303: {
    description: 'Redirects to the login page, or to the next page.',
    headers: { Location: { schema: { type: 'string' }, description: 'URL of that page.' } },
  },
  304: {
    description: 'Not modified: the ETag in If-None-Match is the current one.',
    headers: { ETag: ref('headers', 'ETag') },
  },
};

const HEADERS = {
  ETag: {
    description:
      'Version of this response, to send back in If-None-Match. Responses for a session have none.',
    schema: { type: 'string' },
  },
  RequestId: {
    description: 'Id of the request in the log (X-Request-Id).',
    schema: { type: 'string' },
    example: EXAMPLE_ID,
  },
  RetryAfter: {
    description: 'Seconds to wait before the next attempt, if known.',
    schema: { type: 'integer', minimum: 1 },
  },
};

const SECURITY_SCHEMES = {
  session: {
    ...{ type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
    description: 'The session of an account, from the two steps of /api/login.',
  },
  metricsToken: {
    ...{ type: 'http', scheme: 'bearer' },
    description:
      'The token of the setting metrics_token; the addresses in metrics_allow need none.',
  },
};

const RELAY = {
  operationId: 'getPByIpByPort',
  summary: 'The relay to a listed game server, as a WebSocket',
  description:
    'A WebSocket handshake with the subprotocol ClassiCube, from a page of this service (Origin).',
  tags: ['Relay'],
  parameters: [
    relayParameter('ip', { type: 'string', description: 'IPv4 address of the game server.' }),
    relayParameter('port', {
      ...{ type: 'integer', minimum: 1, maximum: 65_535 },
      description: 'Its port.',
    }),
  ],
  responses: {
    101: {
      description: 'The relay is open: binary messages are forwarded unchanged in both directions.',
    },
    400: { description: 'Not a WebSocket handshake, or the subprotocol ClassiCube is missing.' },
    403: {
      description:
        'The origin is another site, or no live server with web client support has this address.',
    },
    404: { description: 'The relay is switched off.' },
    503: { description: 'Too many relays are open, or the service is stopping.' },
  },
};

function relayParameter(name: string, schema: object) {
  return { name, in: 'path' as const, required: true, schema };
}

interface Operation {
  responses?: Record<string, object>;
  [STATUSES_KEY]?: readonly number[];
}
type Paths = Record<string, Record<string, Operation>>;

/** The part of the description that does not change while the service runs, as text without its `info`. */
export interface ApiDescriber {
  /** The document for a site as it is called now. */
  describe(site: SiteIdentity): object;
}

/** Reads the routes of `app`; `described` are paths that describe themselves, `baseUrl` is where all of them are. */
export function createApiDescriber(
  app: Parameters<typeof toOpenAPISchema>[0],
  { described, baseUrl }: { described: Record<string, object>; baseUrl: string },
): ApiDescriber {
  // By default a path with a dot is taken for a file, and `/heartbeat.jsp` would be missing.
  const declared = toOpenAPISchema(
    app,
    { staticFile: false },
    undefined,
    undefined,
    OPENAPI_VERSION,
  );
  const components = {
    schemas: {} as Record<string, object>,
    responses: {} as Record<string, object>,
  };
  const all = { ...declared.paths, ...described } as Paths;
  const paths: Record<string, object> = { '/p/{ip}/{port}': { get: RELAY } };
  for (const [path, methods] of Object.entries(all)) {
    const operations = Object.entries(methods).map(([method, operation]) => [
      method,
      completeOperation(path, operation, components.responses),
    ]);
    paths[path] = Object.fromEntries(operations);
  }
  const hoisted = hoistSchemas({ paths, responses: components.responses }, components.schemas);
  return {
    describe: (site) => ({
      openapi: OPENAPI_VERSION,
      info: describeInfo(site),
      servers: [{ url: baseUrl }],
      tags: TAGS.map(([name, description]) => ({ name, description })),
      paths: hoisted.paths,
      components: {
        schemas: components.schemas,
        responses: hoisted.responses,
        headers: HEADERS,
        securitySchemes: SECURITY_SCHEMES,
      },
    }),
  };
}

/** The operation with every answer that it may have; what it shares with others goes into `shared`. */
function completeOperation(
  path: string,
  { [STATUSES_KEY]: statuses = [], ...operation }: Operation,
  shared: Record<string, object>,
): object {
  const surface = surfaceOf(path);
  const isHealth = /^\/(?:livez|readyz)$/.test(path);
  const responses: Record<string, object> = {};
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    const isRevalidated = status === '200' && statuses.includes(304);
    responses[status] = {
      ...response,
      description: 'OK',
      ...(status === '200' ? {} : { description: MEANINGS[Number(status)]?.[1] ?? 'OK' }),
      ...(isRevalidated ? { headers: { ETag: ref('headers', 'ETag') } } : {}),
    };
  }
  for (const status of new Set([...statuses, ...(isHealth ? [] : [403, 500, 503])])) {
    const wordless = WITHOUT_BODY[status];
    const isOwnRefusal = status === 403 && statuses.includes(403);
    if (wordless !== undefined) responses[status] = wordless;
    else if (status === 403) responses[status] = describeForbidden(surface, isOwnRefusal, shared);
    else responses[status] ??= describeFailure(surface, status, shared);
  }
  return { ...operation, responses };
}

function describeFailure(surface: Surface, status: number, shared: Record<string, object>): object {
  const { prefix, type, schema } = FAILURES[surface];
  const [name, description] = MEANINGS[status] ?? [`Status${status}`, ''];
  const full = `${prefix}${name}`;
  const mayBeLater = status === 429 || status === 503;
  shared[full] ??= {
    description,
    headers: {
      'X-Request-Id': ref('headers', 'RequestId'),
      ...(mayBeLater ? { 'Retry-After': ref('headers', 'RetryAfter') } : {}),
    },
    content: { [type]: { schema } },
  };
  return ref('responses', full);
}

/** Another host is answered before anybody knows whose path it is, so with a page. */
function describeForbidden(
  surface: Surface,
  isOwn: boolean,
  shared: Record<string, object>,
): object {
  const { prefix, type, schema } = FAILURES[surface];
  const name = isOwn && type !== 'text/html' ? `${prefix}Forbidden` : 'OtherHost';
  shared[name] ??= {
    description: name === 'OtherHost' ? OTHER_HOST : `Not allowed. Or: ${OTHER_HOST}`,
    headers: { 'X-Request-Id': ref('headers', 'RequestId') },
    content: {
      'text/html': { schema: PageSchema },
      ...(name === 'OtherHost' ? {} : { [type]: { schema } }),
    },
  };
  return ref('responses', name);
}

function ref(kind: 'schemas' | 'responses' | 'headers', name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}

/** The same value with each schema that has a title, its name, replaced by a reference; the schemas themselves go into `schemas`. */
function hoistSchemas<Value>(value: Value, schemas: Record<string, object>): Value {
  if (Array.isArray(value)) return value.map((item) => hoistSchemas(item, schemas)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const { title, patternProperties, ...rest } = value as {
    title?: unknown;
    patternProperties?: Record<string, unknown>;
  };
  // The same, as more generators of clients understand it.
  const [anyValue] = Object.values(patternProperties ?? {});
  if (anyValue !== undefined) {
    return hoistSchemas({ title, ...rest, additionalProperties: anyValue } as Value, schemas);
  }
  const isNamed = typeof title === 'string' && ('type' in rest || 'anyOf' in rest);
  const inner = Object.fromEntries(
    Object.entries(isNamed ? rest : value).map(([key, item]) => [key, hoistSchemas(item, schemas)]),
  );
  if (!isNamed) return inner as Value;
  schemas[title] = inner;
  return ref('schemas', title) as Value;
}

/** What the description says of the site, and where its operator is reached. */
function describeInfo({ name, isNamed, description, contact }: SiteIdentity) {
  return {
    title: isNamed ? name : 'Muster',
    version,
    description: description === '' ? API_DESCRIPTION : `${description} ${API_DESCRIPTION}`,
    license: { name: 'MIT', identifier: 'MIT' },
    ...(contact === undefined ? {} : { contact: describeContact(contact) }),
  };
}

function describeContact({ href, label }: SiteLink): { email: string } | { url: string } {
  return href.startsWith('mailto:') ? { email: label } : { url: href };
}

const HeartbeatFailureSchema = Type.Object(
  {
    errors: Type.Array(Type.Array(Type.String())),
    response: Type.Literal(''),
    status: Type.Literal('fail'),
  },
  {
    title: 'HeartbeatFailure',
    description: 'What is wrong with a heartbeat; sent with status 200.',
    examples: [{ errors: [['Send public as true or false.']], response: '', status: 'fail' }],
  },
);

const PlayUrlSchema = Type.String({
  description: 'The play URL of the server, without a newline.',
  examples: [`https://play.example.net/server/play/${EXAMPLE_HASH}/`],
});

const HEARTBEAT_EXAMPLE = {
  ...{ name: 'First server', port: 8080, users: 3, max: 20, public: true },
  ...{ salt: '0123456789abcdef', software: 'curl' },
};

/** The operations of heartbeats: their routes declare no schemas, since the framework does not read the fields. */
export function describeHeartbeats() {
  const responses = describeAnswer({
    'text/plain': PlayUrlSchema,
    'application/json': HeartbeatFailureSchema,
  });
  const common = { summary: 'Register or refresh a game server', tags: ['Heartbeat'], responses };
  const operations = HEARTBEAT_PATHS.map((path) => {
    const id = path.replace(/\/(\w)/g, (_, first: string) => first.toUpperCase());
    const get = { ...common, parameters: describeQuery(HeartbeatSchema, HEARTBEAT_EXAMPLE) };
    const requestBody = describeForm({ ...HeartbeatSchema, title: 'Heartbeat' }, HEARTBEAT_EXAMPLE);
    const post = { ...common, requestBody, ...alsoAnswers(413) };
    return [
      path,
      { get: { ...get, operationId: `get${id}` }, post: { ...post, operationId: `post${id}` } },
    ];
  });
  return Object.fromEntries(operations);
}
