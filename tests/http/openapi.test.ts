// /openapi.json: every route, with what it takes and what it answers, from the schemas that check them.

import { beforeAll, describe, expect, test } from 'bun:test';
import { HeartbeatSchema } from '../../src/servers/heartbeat.ts';
import { dereference } from '../../src/views/api-description.ts';
import { type Answer, openTestApp } from '../support/test-app.ts';

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  description?: string;
}

type Content = Record<string, { schema: Schema }>;

interface Operation {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content: Content }>;
}

interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
}

const FORM = 'application/x-www-form-urlencoded';
const HEARTBEATS = ['/server/heartbeat', '/heartbeat.jsp'] as const;

let answer: Answer;
let raw: Document;
/** The same, with references replaced by what they refer to. */
let document: Document;
beforeAll(async () => {
  await using app = await openTestApp();
  answer = await app.request('/openapi.json');
  raw = answer.json() as Document;
  document = dereference(raw) as unknown as Document;
});

const operation = (method: string, path: string): Operation => {
  const found = document.paths[path]?.[method];
  if (found === undefined) throw new Error(`${method} ${path} is not in the document.`);
  return found;
};

describe('the document', () => {
  test('is JSON, and pure data', () => {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(document.openapi).toMatch(/^3\.\d+\.\d+$/);
    expect(document.info).toMatchObject({
      title: 'Muster',
      version: expect.stringMatching(/^\d+\.\d+/),
    });
    expect(answer.text).not.toMatch(
      /https?:\/\/(?!json-schema|muster\.test"|play\.example\.net\/)|<script|\/root\/|\.ts\b/,
    );
  });

  test.each([
    ['get', '/api/servers'],
    ['get', '/api/server'],
    ['get', '/api/server/{hashes}'],
    ['get', '/server/heartbeat'],
    ['post', '/server/heartbeat'],
    ['get', '/heartbeat.jsp'],
    ['post', '/heartbeat.jsp'],
    ['get', '/api/login'],
    ['post', '/api/login'],
    ['get', '/api/myip'],
    ['get', '/api/player'],
    ['get', '/api/player/{name}'],
    ['get', '/api/id'],
    ['get', '/api/id/{id}'],
    ['get', '/api/players'],
    ['get', '/server/play/{hash}'],
    ['get', '/help/not-listed'],
    ['get', '/start'],
    ['get', '/api/v1/notice'],
    ['get', '/rules'],
    ['get', '/privacy'],
    ['get', '/badge/{file}'],
    ['get', '/embed/servers.js'],
    ['get', '/api/docs'],
    ['get', '/livez'],
    ['get', '/readyz'],
    ['get', '/metrics'],
  ])('lists %s %s with a summary, a name of its own and its answer', (method, path) => {
    const { summary, operationId, responses } = operation(method, path);
    expect(summary).toMatch(/^[A-Z].{8,}/);
    expect(operationId).toMatch(/^[A-Za-z.]+$/);
    expect(responses['200']?.description).toMatch(/\S/);
    expect(Object.values(responses['200']?.content ?? {})[0]?.schema).toBeDefined();
  });

  test('gives every operation another name', () => {
    const names = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  test('lists no path that the service does not answer', async () => {
    await using app = await openTestApp();
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const method of Object.keys(methods)) {
        const { status, headers } = await app.request(path.replace(/\{\w+\}/g, 'x'), {
          method: method.toUpperCase(),
        });
        // Whoever is not logged in is led to where that is done.
        const isLedOn = status === 303 && headers.get('location')?.startsWith('/acc/login/');
        // Of one server, of one letter, not for everybody, or a text that a site need not have.
        const mayBeMissing =
          /^\/(?:(?:server\/play|badge|api\/v1\/servers|acc\/[\w/-]+\/\{)|metrics$|rules$|privacy$|admin)/.test(
            path,
          );
        // It wants a form, which is not sent here.
        const wantsForm = path === '/server/address' && status === 400;
        // A relay wants a page's origin.
        const wantsOrigin = path.startsWith('/p/') && status === 403;
        const isAnswered =
          status === 200 || isLedOn || wantsForm || wantsOrigin || (mayBeMissing && status === 404);
        expect(isAnswered, `${method} ${path}: ${status}`).toBe(true);
      }
    }
  });

  test.each(['/api/server/{hashes}', '/api/player/{name}', '/api/id/{id}', '/server/play/{hash}'])(
    'declares the parameter of %s',
    (path) => {
      const [, name = ''] = /\{(\w+)\}/.exec(path) ?? [];
      const parameters = operation('get', path).parameters ?? [];
      expect(parameters.filter((it) => it.in === 'path')).toEqual([
        expect.objectContaining({ name, required: true }),
      ]);
    },
  );

  test('tells each answer under the type that it is sent with', () => {
    const typesOf = (method: string, path: string) =>
      Object.keys(operation(method, path).responses['200']?.content ?? {});
    expect(typesOf('get', '/api/servers')).toEqual(['application/json']);
    expect(typesOf('get', '/api/myip')).toEqual(['text/plain']);
    expect(typesOf('get', '/server/play/{hash}')).toEqual(['text/html']);
    expect(typesOf('post', '/server/heartbeat').sort()).toEqual(['application/json', 'text/plain']);
  });
});

describe('the relay in it', () => {
  test('is a handshake that is accepted or refused, and has no body', () => {
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
});

test.each([
  ['/server/play/{hash}', 'hash', '^[0-9a-fA-F]{32}$'],
  ['/api/id/{id}', 'id', '^[0-9]{1,15}$'],
])('the parameter of %s has the pattern that checks it', (path, name, pattern) => {
  const schema = operation('get', path).parameters?.find((it) => it.name === name)?.schema;
  expect(schema as object).toEqual({
    ...{ type: 'string', pattern, description: expect.any(String) },
    examples: [expect.stringMatching(new RegExp(pattern))],
  });
});

test('the queries of pages are described', () => {
  const keysOf = (path: string) =>
    operation('get', path)
      .parameters?.filter((it) => it.in === 'query' && !it.required)
      .map(({ name }) => name);
  expect(keysOf('/')).toEqual([
    ...['q', 'empty', 'full', 'web', 'software', 'country', 'sort', 'dir'],
  ]);
  expect(keysOf('/server/play/{hash}')).toEqual(['period']);
  expect(keysOf('/acc/login')).toEqual(['next']);
});

test('the range of a history is described for one server as for all', () => {
  for (const path of ['/api/v1/servers/{hash}/history', '/api/v1/history']) {
    const range = operation('get', path).parameters?.find(({ name }) => name === 'range');
    expect(range).toMatchObject({ in: 'query', required: false });
  }
});

describe('the heartbeat in it', () => {
  const fields = Object.keys(HeartbeatSchema.properties);

  test.each(HEARTBEATS)('takes on %s the fields of its schema, by query and by form', (path) => {
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
  });

  test('has the types, bounds and descriptions of that schema', () => {
    const form = operation('post', '/server/heartbeat').requestBody?.content[FORM]?.schema;
    const { port, users, max } = HeartbeatSchema.properties;
    expect(JSON.stringify(form?.properties?.port)).toBe(JSON.stringify(port));
    expect(form?.properties?.users).toMatchObject({
      type: 'integer',
      minimum: users.minimum ?? -1,
    });
    expect(form?.properties?.max).toMatchObject({ type: 'integer', maximum: max.maximum ?? -1 });
    expect(form?.properties?.public?.type).toBe('boolean');
    for (const name of ['name', 'salt', 'software'] as const) {
      const { source, description } = HeartbeatSchema.properties[name];
      expect(form?.properties?.[name]).toEqual({
        type: 'string',
        pattern: source,
        description: description ?? 'none',
      });
    }
  });
});

describe('what clients build on', () => {
  test('a record has the keys of the contract, in their order', () => {
    const list = operation('get', '/api/servers').responses['200']?.content['application/json']
      ?.schema;
    const record = list?.properties?.servers?.items;
    const common = 'hash name players maxplayers software uptime country_abbr featured web'.split(
      ' ',
    );
    expect(Object.keys(record?.properties ?? {})).toEqual([...common, 'ip', 'port', 'mppass']);
    expect(record?.required).toEqual(common);
  });

  test('the login takes its form and answers its state', () => {
    const { requestBody, responses } = operation('post', '/api/login');
    const form = requestBody?.content[FORM]?.schema;
    expect(Object.keys(form?.properties ?? {})).toEqual([
      'username',
      'password',
      'token',
      'login_code',
    ]);
    expect(form?.required).toEqual(['username', 'password', 'token']);
    const state = responses['200']?.content['application/json']?.schema;
    expect(state?.required).toEqual(['username', 'authenticated', 'token', 'errors', 'errorcount']);
    expect(state?.properties?.username?.type).toEqual(['string', 'null']);
  });

  test('a player and the summary have their keys', () => {
    const keysOf = (path: string) =>
      operation('get', path).responses['200']?.content['application/json']?.schema.required;
    const player = ['error', 'flags', 'forum_title', 'id', 'premium', 'registered', 'username'];
    expect(keysOf('/api/player/{name}')).toEqual(player);
    expect(keysOf('/api/id/{id}')).toEqual(player);
    expect(keysOf('/api/players')).toEqual(['playercount', 'lastfive']);
  });
});

describe('what the document has once', () => {
  interface Components {
    components: Record<'schemas' | 'responses' | 'securitySchemes', Record<string, object>>;
    servers: { url: string }[];
    tags: { name: string }[];
  }
  const whole = () => raw as unknown as Components;

  test('the schemas have the names that clients get', () => {
    expect(Object.keys(whole().components.schemas)).toEqual(
      expect.arrayContaining([
        ...['Server', 'ServerList', 'ServerResult', 'SearchPage', 'Player', 'Players', 'History'],
        ...['LoginState', 'LoginForm', 'Heartbeat', 'HeartbeatFailure', 'Failure', 'PlainFailure'],
        ...['Totals', 'Health'],
      ]),
    );
    const list = raw.paths['/api/servers']?.get?.responses['200']?.content['application/json'];
    expect(list as object).toEqual({ schema: { $ref: '#/components/schemas/ServerList' } });
  });

  test('every reference leads to something, and everything is referred to', () => {
    const used = new Set(answer.text.match(/(?<="\$ref":"#\/components\/)[^"]+/g));
    const there = Object.entries(whole().components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, all]) => Object.keys(all).map((name) => `${kind}/${name}`));
    expect([...used].toSorted()).toEqual(there.toSorted());
  });

  test('the base URL, the groups with the servers first, and the ways to show who one is', () => {
    expect(whole().servers).toEqual([{ url: 'http://muster.test' }]);
    expect(whole().tags[0]?.name).toBe('Servers');
    const tags = new Set(
      Object.values(document.paths).flatMap((methods) =>
        Object.values(methods).flatMap((it) => (it as unknown as { tags: string[] }).tags),
      ),
    );
    expect(
      whole()
        .tags.map(({ name }) => name)
        .toSorted(),
    ).toEqual([...tags].toSorted());
    expect(whole().components.securitySchemes).toMatchObject({
      session: { type: 'apiKey', in: 'cookie', name: 'session' },
      metricsToken: { type: 'http', scheme: 'bearer' },
    });
  });

  test('is open to other sites, has an ETag, and is compressed on request', async () => {
    await using app = await openTestApp();
    const headers = { 'accept-encoding': 'br', origin: 'https://other.example' };
    const packed = await app.request('/openapi.json', { headers });
    expect(packed.headers.get('access-control-allow-origin')).toBe('*');
    expect(packed.headers.get('content-encoding')).toBe('br');
    const etag = packed.headers.get('etag') ?? '';
    const again = await app.request('/openapi.json', {
      headers: { ...headers, 'if-none-match': etag },
    });
    expect([again.status, again.headers.get('access-control-allow-origin')]).toEqual([304, '*']);
    const own = await app.request('/api/myip', { headers });
    expect(own.headers.get('access-control-allow-origin')).toBe('*');
    const asked = await app.request('/api/myip', { method: 'OPTIONS' });
    expect(asked.headers.get('access-control-allow-methods')).toBe('GET, HEAD');
  });

  test('names the site, its description and its contact as they are called now', async () => {
    await using app = await openTestApp();
    const { info } = (await app.request('/openapi.json')).json() as Document;
    expect(info).toMatchObject({ title: 'Muster', version: expect.any(String) });
  });
});
