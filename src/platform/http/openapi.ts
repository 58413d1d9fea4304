// The OpenAPI description of the API: how routes describe themselves, and the document built from that.

import { toOpenAPISchema } from '@elysiajs/openapi';
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { version } from '../lib/version.ts';
import { mapValues } from './api-document.ts';
import { type Surface, surfaceOf } from './path.ts';

const FORM = 'application/x-www-form-urlencoded';

/** The key under which a description lists further statuses. */
const STATUSES_KEY = 'x-statuses';
/** The key that marks a route which refuses a wrong host with a sentence, as in `HostRefusal`. */
const SENTENCE_KEY = 'x-host-refused-in-words';

/**
 * Further statuses of a route besides its declared one, to spread into its description. Their
 * form follows from the path. Every path also answers 403, 500 and 503, so routes do not list those.
 */
export function alsoAnswers(...statuses: readonly number[]): object {
  return { [STATUSES_KEY]: statuses };
}

export const REFUSES_HOST_IN_WORDS: object = { [SENTENCE_KEY]: true };

/** Options of routes that the description leaves out. `HIDDEN_FORM` is for a form that the handler reads. */
export const HIDDEN = { detail: { hide: true } };
export const HIDDEN_FORM = { ...HIDDEN, parse: 'none' } as const;

/** `SESSION_OPTIONAL`: a session changes the answer. `SESSION_REQUIRED`: there is no answer without one. */
export const SESSION_OPTIONAL = { security: [{}, { session: [] }] };
export const SESSION_REQUIRED = { security: [{ session: [] }] };

export function describeRoute(tag: string, summary: string, ...statuses: readonly number[]) {
  return { summary, tags: [tag], ...alsoAnswers(...statuses) };
}

export function nullable<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

export const text = (description: string) => Type.String({ description });
export const integer = (description: string) => Type.Integer({ description });

export function oneOf<Value extends string>(values: readonly Value[], options?: object) {
  return Type.Union(
    values.map((value) => Type.Literal(value)),
    options,
  );
}

export function describeQuery(schema: TObject, example: Readonly<Record<string, unknown>> = {}) {
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: 'query' as const,
    required: schema.required?.includes(name) ?? false,
    schema: plain(property),
    ...(example[name] === undefined ? {} : { example: example[name] }),
  }));
}

export function describeForm(schema: TObject, example?: Readonly<Record<string, unknown>>) {
  return {
    required: true,
    content: { [FORM]: { schema: plain(schema), ...(example === undefined ? {} : { example }) } },
  };
}

/** An answer with status 200 under each of its content types. */
export function describeAnswer(schemas: Record<string, TSchema>) {
  const content = mapValues(schemas, (schema) => ({ schema: plain(schema) }));
  return { 200: { description: 'OK', content } };
}

const PageSchema = Type.String({ title: 'Page', description: 'An HTML page.' });

/** Replaces TypeBox's regular expressions by strings with a pattern, which OpenAPI knows. */
function plain(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (value?.type !== 'RegExp') return value;
    const { source, flags: _flags, type: _type, ...rest } = value;
    return { ...rest, type: 'string', pattern: source };
  });
}

export const DESCRIPTION_PATH = '/openapi.json';

const OPENAPI_VERSION = '3.1.2';

const TAGS: readonly (readonly [name: string, description: string])[] = [
  ['Servers', 'The server list, lookups by hash, and the search.'],
  ['Heartbeat', 'Heartbeats of game servers.'],
  ['Login', 'Login for launchers.'],
  ['Players', 'Public facts about players.'],
  ['History', 'Player counts over time.'],
  ['Notice', 'The notice set by administrators.'],
  ['My address', 'The address of the client.'],
  ['For other sites', 'Badges, the widget and the feed for other sites.'],
  ['Your servers', 'The servers that the account of an API key claimed.'],
  ['Moderation', 'Actions of moderators, with an API key.'],
  ['Relay', 'The WebSocket relay between browsers and game servers.'],
  ['Health', 'Health checks and metrics.'],
];

const API_DESCRIPTION =
  'Master server for a multiplayer block game: list, heartbeat, login, players. Paths work with or without a trailing slash. Methods that a path does not have are answered 405 with Allow. Answers are compressed (br, zstd, gzip) when the request allows it.';

const FailureSchema = Type.Object(
  {
    error: Type.Object({
      kind: oneOf([
        ...['invalid', 'unauthorized', 'forbidden', 'not_found', 'conflict', 'rate_limited'],
        ...['unavailable', 'internal'],
      ]),
      message: text('What was wrong, and what to do; in English.'),
    }),
  },
  {
    title: 'Failure',
    description: 'An error of the API under /api/v1/.',
    examples: [{ error: { kind: 'invalid', message: 'The range "1h" is not known.' } }],
  },
);

const PlainFailureSchema = Type.Object(
  { error: text('What was wrong, and what to do; in English.') },
  {
    title: 'PlainFailure',
    description: 'An error of the API for launchers and game servers.',
    examples: [{ error: 'There is nothing here.' }],
  },
);

const SentenceSchema = Type.String({ title: 'Sentence', description: 'A sentence, in English.' });

/** The form of failures by surface. `prefix` begins the names of their components. */
const FAILURES: Record<Surface, { prefix: string; type: string; schema: TSchema }> = {
  own: { prefix: '', type: 'application/json', schema: FailureSchema },
  compatible: { prefix: 'Plain', type: 'application/json', schema: PlainFailureSchema },
  terminal: { prefix: 'Sentence', type: 'text/plain', schema: SentenceSchema },
  page: { prefix: 'Page', type: 'text/html', schema: PageSchema },
};

const OTHER_HOST = 'The Host header does not name this service.';

const MEANINGS: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ['Invalid', 'The request is invalid.'],
  401: ['Unauthorized', 'The API key is missing or not valid (WWW-Authenticate).'],
  403: ['Forbidden', `Not allowed. Or: ${OTHER_HOST}`],
  404: ['NotFound', 'Not found.'],
  409: ['Conflict', 'Conflicts with the current state.'],
  413: ['TooLarge', 'The body is longer than 64 KiB; the connection is closed.'],
  429: ['TooMany', 'Too many requests from this address, or with this key.'],
  500: ['Internal', 'Unexpected error; the log has it under the request id.'],
  503: ['Unavailable', 'The service is overloaded, starting, stopping or not healthy.'],
};

const NOT_MODIFIED = {
  description: 'Not modified: the ETag in If-None-Match is the current one.',
  headers: { ETag: ref('headers', 'ETag') },
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
    example: '36cfda5c-0ef9-43e7-bf8b-bdd6eb999871',
  },
  RetryAfter: {
    description: 'Seconds to wait before the next attempt, if known.',
    schema: { type: 'integer', minimum: 1 },
  },
};

const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description: 'The session of an account, from the two steps of /api/login.',
  },
  key: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, which an account creates at /acc/keys/.',
  },
  metricsToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The token of the setting metrics_token; the addresses in metrics_allow need none.',
  },
};

interface Operation {
  responses?: Record<string, object>;
  [STATUSES_KEY]?: readonly number[];
  [SENTENCE_KEY]?: boolean;
}
type Paths = Record<string, Record<string, Operation>>;

/** The site as the document describes it. */
interface DescribedSite {
  name: string;
  isNamed: boolean;
  description: string;
  contact?: { href?: string | undefined; label: string } | undefined;
}

/**
 * Creates the function that writes the document for a site. `baseUrl` is the base of all paths, and `others` has
 * the paths that the framework does not answer.
 */
export function createApiDescriber(
  app: Parameters<typeof toOpenAPISchema>[0],
  baseUrl: string,
  others: Readonly<Record<string, object>>,
) {
  // By default a path with a dot counts as a file, and `/heartbeat.jsp` would be missing.
  const declared = toOpenAPISchema(app, { staticFile: false }, [], undefined, OPENAPI_VERSION);
  const schemas: Record<string, object> = {};
  const responses: Record<string, object> = {};
  const paths: Record<string, object> = { ...others };
  for (const [path, methods] of Object.entries(declared.paths as Paths)) {
    paths[path] = mapValues(methods, (operation) => completeOperation(path, operation, responses));
  }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const groups = new Set(operations.flatMap(({ tags = [] }: { tags?: string[] }) => tags));
  const ways = new Set(
    operations.flatMap(({ security = [] }: { security?: object[] }) =>
      security.flatMap(Object.keys),
    ),
  );
  const tags = TAGS.filter(([name]) => groups.has(name));
  const hoisted = hoistSchemas({ paths, responses }, schemas);
  return (site: DescribedSite) => ({
    openapi: OPENAPI_VERSION,
    info: describeInfo(site),
    servers: [{ url: baseUrl }],
    tags: tags.map(([name, description]) => ({ name, description })),
    paths: hoisted.paths,
    components: {
      schemas,
      responses: hoisted.responses,
      headers: HEADERS,
      securitySchemes: Object.fromEntries(
        Object.entries(SECURITY_SCHEMES).filter(([name]) => ways.has(name)),
      ),
    },
  });
}

/** Returns the operation with all possible answers. Shared parts go into `shared`. */
function completeOperation(
  path: string,
  { [STATUSES_KEY]: statuses = [], [SENTENCE_KEY]: isInWords = false, ...operation }: Operation,
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
    if (status === 304) {
      shared.NotModified = NOT_MODIFIED;
      responses[status] = ref('responses', 'NotModified');
    } else if (status === 403 || responses[status] === undefined) {
      const isSentence = status === 403 && isInWords;
      const isAlone = status === 403 && (surface === 'page' || !statuses.includes(403));
      const isOtherHost = isAlone && !isSentence;
      const shape = isSentence ? 'terminal' : surface;
      responses[status] = describeFailure(shape, status, isOtherHost, shared);
    }
  }
  return { ...operation, responses };
}

/** The refusal of another host comes before the path is known, so it is a page. */
function describeFailure(
  surface: Surface,
  status: number,
  isOtherHost: boolean,
  shared: Record<string, object>,
): object {
  const { prefix, type, schema } = FAILURES[surface];
  const [kind, description] = MEANINGS[status] ?? [`Status${status}`, ''];
  const name = isOtherHost ? 'OtherHost' : `${prefix}${kind}`;
  const mayBeLater = status === 429 || status === 503;
  shared[name] ??= {
    description: isOtherHost ? OTHER_HOST : description,
    headers: {
      'X-Request-Id': ref('headers', 'RequestId'),
      ...(mayBeLater ? { 'Retry-After': ref('headers', 'RetryAfter') } : {}),
    },
    content: {
      ...(status === 403 ? { 'text/html': { schema: PageSchema } } : {}),
      ...(isOtherHost ? {} : { [type]: { schema } }),
    },
  };
  return ref('responses', name);
}

function ref(kind: 'schemas' | 'responses' | 'headers', name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Returns the same value, and moves each schema with a title into `schemas` under that name. */
function hoistSchemas<Value>(value: Value, schemas: Record<string, object>): Value {
  if (Array.isArray(value)) return value.map((item) => hoistSchemas(item, schemas)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const { title, patternProperties, ...rest } = value as {
    title?: unknown;
    patternProperties?: Record<string, unknown>;
  };
  // The same schema in a form that more client generators understand.
  const [anyValue] = Object.values(patternProperties ?? {});
  if (anyValue !== undefined) {
    return hoistSchemas({ title, ...rest, additionalProperties: anyValue } as Value, schemas);
  }
  const isNamed = typeof title === 'string' && ('type' in rest || 'anyOf' in rest);
  const inner = mapValues((isNamed ? rest : value) as Record<string, unknown>, (item) =>
    hoistSchemas(item, schemas),
  );
  if (!isNamed) return inner as Value;
  schemas[title] = inner;
  return ref('schemas', title) as Value;
}

function describeInfo({ name, isNamed, description, contact }: DescribedSite) {
  const { href, label } = contact ?? {};
  return {
    title: isNamed ? name : 'Muster',
    version,
    description: description === '' ? API_DESCRIPTION : `${description} ${API_DESCRIPTION}`,
    license: { name: 'MIT', identifier: 'MIT' },
    ...(contact === undefined
      ? {}
      : { contact: href?.startsWith('mailto:') ? { email: label } : { url: href } }),
  };
}
