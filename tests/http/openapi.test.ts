// /openapi.json: every route, with what it takes and what it answers, from the schemas that check them.

import { beforeAll, describe, expect, test } from 'bun:test';
import { HeartbeatSchema } from '../../src/modules/heartbeat/heartbeat-fields.ts';
import { type Answer, openTestApp } from '../support/test-app.ts';

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  pattern?: string;
}

type Content = Record<string, { schema: Schema }>;

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content: Content }>;
}

interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: Record<'schemas' | 'responses' | 'securitySchemes', Record<string, object>>;
  servers: { url: string }[];
  tags: { name: string }[];
}

const FORM = 'application/x-www-form-urlencoded';

let answer: Answer;
let raw: Document;
/** The same, with references replaced by what they refer to. */
let document: Document;
beforeAll(async () => {
  await using app = await openTestApp();
  answer = await app.request('/openapi.json');
  raw = answer.json() as Document;
  document = dereference(raw) as Document;
});

/** Nothing in it refers to itself. */
function dereference(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dereference);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string') {
    const step = (at: unknown, key: string) => (at as Record<string, unknown>)[key];
    return dereference(
      value.$ref
        .split('/')
        .slice(1)
        .reduce(step, raw as unknown),
    );
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, dereference(item)]));
}

const operation = (method: string, path: string): Operation => {
  const found = document.paths[path]?.[method];
  if (found === undefined) throw new Error(`${method} ${path} is not in the document.`);
  return found;
};
const listOperations = () => Object.values(document.paths).flatMap((it) => Object.values(it));

describe('the document', () => {
  test('is JSON, and pure data', () => {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(document.openapi).toMatch(/^3\.\d+\.\d+$/);
    expect(document.info).toMatchObject({
      title: 'Muster',
      version: expect.stringMatching(/^\d+\.\d+/),
    });
    expect(answer.text).not.toMatch(
      /https?:\/\/(?!json-schema|muster\.test["/]|play\.example\.net\/)|\/root\/|\.ts\b/,
    );
  });

  test('gives every operation a summary, and another name', () => {
    const operations = listOperations();
    for (const { summary } of operations) expect(summary).toMatch(/^[A-Z].{8,}/);
    const names = operations.map(({ operationId }) => operationId);
    for (const name of names) expect(name).toMatch(/^[A-Za-z][\w.-]+$/);
    expect(new Set(names).size).toBe(names.length);
  });
});

test('the relay is a handshake that is accepted or refused, and has no body', () => {
  const { parameters, responses } = operation('get', '/p/{ip}/{port}');
  expect(parameters?.map(({ name, required }) => [name, required])).toEqual([
    ['ip', true],
    ['port', true],
  ]);
  expect(Object.keys(responses)).toEqual(['101', '400', '403', '404', '503']);
  for (const { description, content } of Object.values(responses)) {
    expect(description).toMatch(/^[A-Z].+\.$/);
    expect(content).toBeUndefined();
  }
});

test.each([
  ['/api/v1/servers/{hash}/history', 'hash', '^[0-9a-fA-F]{32}$'],
  ['/api/id/{id}', 'id', '^[0-9]{1,15}$'],
])('the parameter of %s has the pattern that checks it', (path, name, pattern) => {
  const schema = operation('get', path).parameters?.find((it) => it.name === name)?.schema;
  expect(schema as object).toEqual({
    ...{ type: 'string', pattern, description: expect.any(String) },
    examples: [expect.stringMatching(new RegExp(pattern))],
  });
});

test('has what programs use, and no page', () => {
  expect(Object.keys(document.paths)).toContain('/server/heartbeat');
  for (const path of ['/', '/server/list', '/server/play/{hash}', '/acc/login', '/api/docs'])
    expect(document.paths).not.toHaveProperty(path);
});

test('shows the tag that includes the widget', () => {
  const { description } = operation('get', '/embed/servers.js');
  expect(description).toContain(
    '<script src="http://muster.test/embed/servers.js" async></script>',
  );
});

describe('the heartbeat in it', () => {
  const fields = Object.keys(HeartbeatSchema.properties);

  test.each(['/server/heartbeat', '/heartbeat.jsp'])(
    'takes on %s the fields of its schema, by query and by form',
    (path) => {
      const query = operation('get', path).parameters ?? [];
      const form = operation('post', path).requestBody?.content[FORM]?.schema;
      expect(query.map(({ name }) => name)).toEqual(fields);
      expect(query.filter((it) => it.required).map(({ name }) => name)).toEqual(
        HeartbeatSchema.required ?? [],
      );
      expect(Object.keys(form?.properties ?? {})).toEqual(fields);
      expect(form?.required).toEqual(HeartbeatSchema.required ?? []);
      for (const { name, in: place, schema } of query) {
        expect(place).toBe('query');
        expect(form?.properties?.[name]).toEqual(schema);
      }
    },
  );
});

describe('what clients build on', () => {
  const common = 'hash name players maxplayers software uptime country_abbr featured web'.split(
    ' ',
  );
  const player = ['error', 'flags', 'forum_title', 'id', 'premium', 'registered', 'username'];
  const state = ['username', 'authenticated', 'token', 'errors', 'errorcount'];
  const schemaOf = (path: string) =>
    operation('get', path).responses['200']?.content['application/json']?.schema;

  test.each([
    ['/api/login', state],
    ['/api/player/{name}', player],
    ['/api/id/{id}', player],
    ['/api/players', ['playercount', 'lastfive']],
  ])('%s has the keys of the contract', (path, keys) => {
    expect(schemaOf(path)?.required).toEqual(keys);
  });

  test('so has a record of the list, in their order', () => {
    const record = schemaOf('/api/servers')?.properties?.servers?.items;
    expect(Object.keys(record?.properties ?? {})).toEqual([...common, 'ip', 'port', 'mppass']);
    expect(record?.required).toEqual(common);
  });

  test('the login takes its form', () => {
    const { requestBody, responses } = operation('post', '/api/login');
    const form = requestBody?.content[FORM]?.schema;
    const required = ['username', 'password', 'token'];
    expect(Object.keys(form?.properties ?? {})).toEqual([...required, 'login_code']);
    expect(form?.required).toEqual(required);
    const answered = responses['200']?.content['application/json']?.schema;
    expect(answered?.properties?.username?.type).toEqual(['string', 'null']);
  });
});

describe('what the document has once', () => {
  test('the schemas have the names that clients get', () => {
    expect(Object.keys(raw.components.schemas)).toEqual(
      expect.arrayContaining([
        ...['Server', 'ServerList', 'ServerResult', 'SearchPage', 'Player', 'Players', 'History'],
        ...['LoginState', 'LoginForm', 'Heartbeat', 'HeartbeatFailure', 'Failure', 'PlainFailure'],
        ...['Totals', 'Health'],
      ]),
    );
    const list = raw.paths['/api/servers']?.get?.responses['200'];
    expect(list as object).toMatchObject({
      headers: { ETag: { $ref: '#/components/headers/ETag' } },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ServerList' } } },
    });
  });

  test('every reference leads to something, and everything is referred to', () => {
    const used = new Set(answer.text.match(/(?<="\$ref":"#\/components\/)[^"]+/g));
    const there = Object.entries(raw.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, all]) => Object.keys(all).map((name) => `${kind}/${name}`));
    expect([...used].toSorted()).toEqual(there.toSorted());
  });

  test('the base URL, the groups with the servers first, and the ways to show who one is', () => {
    expect(raw.servers).toEqual([{ url: 'http://muster.test' }]);
    expect(raw.tags[0]?.name).toBe('Servers');
    const tags = new Set(listOperations().flatMap((it) => it.tags));
    expect(raw.tags.map(({ name }) => name).toSorted()).toEqual([...tags].toSorted());
    expect(raw.components.securitySchemes).toMatchObject({
      session: { type: 'apiKey', in: 'cookie', name: 'session' },
      metricsToken: { type: 'http', scheme: 'bearer' },
    });
  });
});
