// Answers of every operation, good and bad, held against what /openapi.json says of them.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { LIST_PATH } from '../../src/modules/list/list-api.ts';
import { Failure } from '../../src/platform/lib/failure.ts';
import { contributions } from '../support/contributions.ts';
import { standIn } from '../support/stand-in.ts';
import { openStarting, openTestApp, type Sending, type TestApp } from '../support/test-app.ts';
import {
  type AnswerCheck,
  createAnswerCheck,
  type Description,
  type Operation,
} from './described-answers.ts';
import { ALPHA_HASH, openSampleApp } from './sample-app.ts';
import { openStaffApp } from './staff-app.ts';

const MONITOR = '203.0.113.99';
const WRONG_HOST = { headers: { host: 'other.example' } };
const LARGE_BODY = { method: 'POST', body: 'x='.padEnd(70_000, 'x') };

let app: TestApp;
let description: Description;
let answers: AnswerCheck;
const check: AnswerCheck['check'] = (...answer) => answers.check(...answer);

beforeAll(async () => {
  app = await openSampleApp({
    metricsAllow: [`${MONITOR}/32`],
  });
  description = (await app.request('/openapi.json')).json() as Description;
  answers = createAnswerCheck(description);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

type Step = [path: string, target: string, status: number, sending?: Sending];
const HASH_OF_NONE = 'f'.repeat(32);
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const form = (fields: Record<string, string>, more: Sending = {}): Sending => ({
  ...{ method: 'POST', body: new URLSearchParams(fields).toString(), headers: FORM },
  ...more,
});
const BEAT = {
  ...{ name: 'A', port: '25565', users: '1', max: '2', public: 'true' },
  salt: 'abcdefghijklmnop',
};

const ALPHA = ALPHA_HASH;
const STEPS: readonly Step[] = [
  ['/livez', '/livez', 200],
  ['/readyz', '/readyz', 200],
  ['/metrics', '/metrics', 404],
  ['/metrics', '/metrics', 200, { address: MONITOR }],
  [LIST_PATH, '/api/servers', 200],
  [LIST_PATH, '/api/servers', 200, { headers: { 'accept-encoding': 'identity' }, way: 'routes' }],
  ['/api/server', '/api/server/', 200],
  ['/api/server/{hashes}', `/api/server/${ALPHA},${HASH_OF_NONE},x`, 200],
  [
    '/api/server/{hashes}',
    `/api/server/${Array.from({ length: 101 }, (_, index) => `${index}`.padStart(32, 'a')).join(',')}`,
    400,
  ],
  ['/server/heartbeat', `/server/heartbeat?${new URLSearchParams(BEAT)}`, 200],
  ['/server/heartbeat', '/server/heartbeat?name=', 200],
  ['/server/heartbeat', '/server/heartbeat', 200, form(BEAT)],
  ['/server/heartbeat', '/server/heartbeat', 200, form({ ...BEAT, users: 'many' })],
  ['/server/heartbeat', '/server/heartbeat', 413, LARGE_BODY],
  ['/heartbeat.jsp', `/heartbeat.jsp?${new URLSearchParams(BEAT)}`, 200],
  ['/heartbeat.jsp', '/heartbeat.jsp', 200, form(BEAT)],
  ['/heartbeat.jsp', '/heartbeat.jsp', 413, LARGE_BODY],
  ...['/server/heartbeat', '/heartbeat.jsp'].flatMap((path): Step[] => [
    [`/h/{key}${path}`, `/h/x${path}?${new URLSearchParams(BEAT)}`, 200],
    [`/h/{key}${path}`, `/h/x${path}`, 200, form(BEAT)],
    [`/h/{key}${path}`, `/h/x${path}`, 413, LARGE_BODY],
  ]),
  ['/api/login', '/api/login', 200],
  ['/api/login', '/api/login', 200, form({ username: 'Alice', password: 'x', token: 'x' })],
  ['/api/login', '/api/login', 413, LARGE_BODY],
  ['/api/myip', '/api/myip', 200],
  ['/api/myip', '/api/myip', 200, { address: '2001:db8::7' }],
  ['/api/player', '/api/player', 200],
  ['/api/player/{name}', '/api/player/Alice', 200],
  ['/api/player/{name}', '/api/player/Nobody', 200],
  ['/api/player/{name}', '/api/player/%ff', 200],
  ['/api/id', '/api/id', 200],
  ['/api/id/{id}', '/api/id/1', 200],
  ['/api/id/{id}', '/api/id/x', 200],
  ['/api/players', '/api/players', 200],
  ['/api/v1/servers', '/api/v1/servers', 200],
  ['/api/v1/servers', '/api/v1/servers?q=alpha&limit=1&sort=-players', 200],
  ['/api/v1/servers', '/api/v1/servers?colour=red', 400],
  ['/api/v1/servers/{hash}/history', `/api/v1/servers/${ALPHA}/history?range=7d`, 200],
  ['/api/v1/servers/{hash}/history', `/api/v1/servers/${ALPHA}/history?range=1h`, 400],
  ['/api/v1/servers/{hash}/history', `/api/v1/servers/${HASH_OF_NONE}/history`, 404],
  ['/api/v1/servers/{hash}/history', '/api/v1/servers/x/history', 404],
  ['/api/v1/servers/{hash}/availability', `/api/v1/servers/${ALPHA}/availability`, 200],
  ['/api/v1/servers/{hash}/availability', `/api/v1/servers/${HASH_OF_NONE}/availability`, 404],
  ['/api/v1/servers/{hash}/rally', `/api/v1/servers/${ALPHA}/rally`, 200],
  ['/api/v1/servers/{hash}/rally', `/api/v1/servers/${HASH_OF_NONE}/rally`, 404],
  ['/api/v1/history', '/api/v1/history', 200],
  ['/api/v1/history', '/api/v1/history?range=', 400],
  ['/api/v1/notice', '/api/v1/notice', 200],
  ['/api/v1/statistics', '/api/v1/statistics', 200],
  [
    '/server/address',
    '/server/address',
    403,
    form({ code: 'x' }, { headers: { ...FORM, origin: 'https://a.example' } }),
  ],
  ['/server/address', '/server/address', 400, { method: 'POST', body: '' }],
  ['/server/address', '/server/address', 413, LARGE_BODY],
  ['/badge/{file}', `/badge/${ALPHA}.svg`, 200],
  ['/badge/{file}', '/badge/x.svg', 404],
  ['/embed/servers.js', '/embed/servers.js', 200],
  ...contributions.answers,
  ['/servers.atom', '/servers.atom', 200],
];

test.each(STEPS)('%s: %s answers %d, as described', async (path, target, status, sending = {}) => {
  const answer = await app.request(target, sending);
  expect(answer.status).toBe(status);
  check(path, (sending.method ?? 'GET').toLowerCase(), answer);
});

describe('what many answer alike', () => {
  const each = function* (): Generator<[path: string, method: string, Operation]> {
    for (const [path, methods] of Object.entries(description.paths))
      for (const [method, operation] of Object.entries(methods)) yield [path, method, operation];
  };
  const targetOf = (path: string) =>
    path
      .replace('{hash}', ALPHA)
      .replace('{hashes}', ALPHA)
      .replace('{file}', `${ALPHA}.svg`)
      .replace('{name}', 'Alice')
      .replace('{id}', '1');

  test('another host gets 403, wherever that is described', async () => {
    for (const [path, method, { responses }] of each()) {
      if (responses['403'] === undefined || path.startsWith('/p/')) continue;
      const answer = await app.request(targetOf(path), {
        method: method.toUpperCase(),
        ...WRONG_HOST,
      });
      expect([path, answer.status]).toEqual([path, 403]);
      check(path, method, answer);
    }
  });

  test('whoever has the answer gets 304, wherever that is described, and nowhere else', async () => {
    for (const [path, method, { responses }] of each()) {
      if (method !== 'get' || responses['200'] === undefined) continue;
      const first = await app.request(targetOf(path));
      const etag = first.headers.get('etag');
      expect([path, etag !== null]).toEqual([path, responses['304'] !== undefined]);
      if (etag === null) continue;
      check(
        path,
        method,
        await app.request(targetOf(path), { headers: { 'if-none-match': etag } }),
      );
    }
  });

  test('too many requests are answered 429, wherever that is described', async () => {
    await using busy = await openTestApp();
    const some: [path: string, target: (turn: number) => string, most: number][] = [
      ['/api/v1/servers', () => '/api/v1/servers', 500],
      ['/api/v1/history', () => '/api/v1/history', 2_000],
    ];
    for (const [path, target, most] of some) {
      let answer = await busy.request(target(0));
      for (let turn = 1; turn < most && answer.status !== 429; turn += 1)
        answer = await busy.request(target(turn));
      expect([path, answer.status]).toEqual([path, 429]);
      check(path, 'get', answer);
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    }
    // They share the budget.
    check(
      '/api/v1/servers/{hash}/history',
      'get',
      await busy.request(`/api/v1/servers/${ALPHA}/history`),
    );
    check(
      '/api/v1/servers/{hash}/availability',
      'get',
      await busy.request(`/api/v1/servers/${ALPHA}/availability`),
    );
    check(
      '/api/v1/servers/{hash}/rally',
      'get',
      await busy.request(`/api/v1/servers/${ALPHA}/rally`),
    );
  });

  test('a service that starts answers 503', async () => {
    const starting = await openStarting();
    const seenHere: [path: string, status: number][] = [];
    const paths = ['/readyz', '/api/servers'];
    for (const path of paths) {
      const got = await fetch(`http://127.0.0.1:${starting.port}${path}`, {
        headers: { host: 'muster.test' },
      });
      const text = await got.text();
      seenHere.push([path, got.status]);
      check(path, 'get', {
        ...{ status: got.status, headers: got.headers, text, bytes: Buffer.from(text) },
        json: () => JSON.parse(text),
      });
    }
    expect(seenHere).toEqual(paths.map((path) => [path, 503]));
    await (await starting.finish())[Symbol.asyncDispose]();
  });

  test.each([
    ['500', new Error('secret detail'), 500],
    ['503 with a wait', new Failure('unavailable', 'Busy.', { retryAfterSeconds: 2 }), 503],
    ['503 that is for the operator', new Failure('unavailable', 'The disk is gone.'), 503],
  ])('what fails is answered %s in the shape of each surface', async (_, error, status) => {
    const fail = () => {
      throw error;
    };
    await using failing = await openTestApp({
      alterContext: standIn({
        players: { summarisePlayers: fail },
        servers: {
          ...{ announce: fail, listPublic: fail },
          ...{ history: { drawTotals: fail }, publicAddresses: { show: fail } },
        },
      }),
    });
    const code = form({ code: 'ABCDEFGH23', port: '25565' });
    for (const [path, target, sending = {}] of [
      ['/api/players', '/api/players'],
      ['/api/v1/history', '/api/v1/history'],
      ['/server/heartbeat', `/server/heartbeat?${new URLSearchParams(BEAT)}`],
      ['/server/address', '/server/address', code],
    ] as [string, string, Sending?][]) {
      const answer = await failing.request(target, sending);
      expect([path, answer.status]).toEqual([path, status]);
      check(path, (sending.method ?? 'GET').toLowerCase(), answer);
    }
  });
});

test('statistics are described, with records and registrations', async () => {
  await using showing = await openSampleApp({ areRegistrationsShown: true });
  await showing.servers.history.sample();
  const answer = await showing.request('/api/v1/statistics');
  expect(answer.json()).toMatchObject({
    records: { players: { count: 12 } },
    registrations: { step: 86_400 },
  });
  check('/api/v1/statistics', 'get', answer);
});

test('a notice is described, with an end and without one', async () => {
  await using staff = await openStaffApp();
  for (const ends of ['', '90m']) {
    const fields = { 'set-text': 'Back soon', 'set-level': 'info', 'set-ends': ends };
    expect((await staff.anna.submit('/admin/notice/set/', fields)).status).toBe(303);
    const answer = await staff.app.request('/api/v1/notice');
    expect(answer.json()).toMatchObject({ notice: { text: 'Back soon' } });
    check('/api/v1/notice', 'get', answer);
  }
});

test('a player, and an operator who shows another address, get what is described', async () => {
  await using own = await openSampleApp();
  const alice = await own.loggedIn('Alice');
  const get = async (path: string, target: string, status: number) => {
    const answer = await alice.request(target);
    expect([target, answer.status]).toEqual([target, status]);
    check(path, 'get', answer);
    return answer;
  };
  await get(LIST_PATH, '/api/servers', 200);
  await get('/api/server/{hashes}', `/api/server/${ALPHA}`, 200);
  await get('/api/login', '/api/login', 200);
  const claimPage = `/server/claim/${ALPHA}/`;
  await alice.submit(claimPage, {});
  const { text } = await alice.request(claimPage);
  await own.beat({ name: `Alpha ${/muster-[0-9a-f]{8}/.exec(text)?.[0]}` });
  await new Promise((resolve) => setImmediate(resolve));
  await alice.submit(`/server/own/${ALPHA}/address/`, { form: 'address' });
  const page = await alice.request(`/server/own/${ALPHA}/address/`);
  const code = /-d code=([A-Z2-9]{10})/.exec(page.text)?.[1] ?? '';
  const send = async (port: string, address: string, status: number) => {
    const answer = await own.request('/server/address', form({ code, port }, { address }));
    expect([address, answer.status, answer.text]).toEqual([address, status, expect.any(String)]);
    check('/server/address', 'post', answer);
  };
  await send('0', '198.51.100.77', 400);
  await send('25570', '198.51.100.2', 409);
  await send('25565', '198.51.100.77', 200);
  for (let turn = 0; turn < 100 && !answers.seen.has('POST /server/address 429'); turn += 1) {
    check(
      '/server/address',
      'post',
      await own.request('/server/address', form({ code, port: '0' })),
    );
  }
});

test('every answer that is described was seen here, but for those that others stand for', () => {
  const isStoodFor = (line: string) =>
    // It is no route: tests/http/relay.test.ts and tests/e2e/relay.slow.test.ts have its answers.
    line.startsWith('GET /p/');
  const unseen = answers.listUnseen(({ security = [] }) => !security.some((way) => 'key' in way));
  expect(unseen.filter((line) => !isStoodFor(line))).toEqual([]);
});

test('the examples are what their schemas say', () => {
  for (const [name, { examples = [] }] of Object.entries(description.components.schemas)) {
    const validate = answers.compile(['components', 'schemas', name]);
    for (const example of examples) {
      expect([name, validate(example), validate.errors]).toEqual([name, true, null]);
    }
  }
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, { requestBody }] of Object.entries(methods)) {
      for (const [type, { example }] of Object.entries(requestBody?.content ?? {})) {
        const pointer = ['paths', path, method, 'requestBody', 'content', type, 'schema'];
        if (example !== undefined)
          expect([path, answers.compile(pointer)(example)]).toEqual([path, true]);
      }
    }
  }
});
