// No text, wherever it stands in a request, makes an exception, an internal error or a leak.

import { beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { openedOnce } from '../support/opened.ts';
import { buildRequest, RawConnection } from '../support/raw-http.ts';
import { rounds } from '../support/rounds.ts';
import { openListening, PASSWORD, SALT } from '../support/test-app.ts';
import { ALPHA_HASH, HIDDEN_HASH, openSampleApp } from './sample-app.ts';

const app = openedOnce(() => openSampleApp({ serversPerAddress: 1_000, isPortCheckOn: false }));
let session = '';
beforeAll(async () => {
  const browser = await app.loggedIn('Ulla');
  session = `session=${browser.session}`;
});

const ROUTES = [
  ...['/api/servers', '/api/server/', `/api/server/${ALPHA_HASH},${HIDDEN_HASH}`, '/api/login'],
  ...['/api/myip', '/api/player/', '/api/player/Alice', '/api/id/', '/api/id/1', '/api/players'],
  ...['/server/heartbeat', '/heartbeat.jsp', '/embed/servers.js', '/api/docs/', '/openapi.json'],
  ...['/livez', '/nothing', '/', '/help/not-listed/', '/start/', '/badge/', '/server/play/'],
  ...['/server/claim/', '/server/own/', '/server/report/', `/badge/${ALPHA_HASH}.svg`],
  `/server/play/${ALPHA_HASH}/`,
  ...['claim', 'own', 'report'].map((what) => `/server/${what}/${ALPHA_HASH}/`),
];
const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'];
const FIELDS =
  'name port users max public salt software web username password token login_code'.split(' ');

const nasty = fc.constantFrom(
  ...['%', '%zz', '%00', '%E0%A4', '%ff%fe', '%ED%A0%80', '%2F', '%2C', '+', '&', '=', '&&==', ';'],
  ...['\0', '\ud800', '\udfff', '\u2028', '\u202e', '\ufeff', '\u{10ffff}', '\u0130', '\t', '\r\n'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '../..',
    '//',
    '/./',
    '?',
    '#',
    '\\',
    '*',
    'W/"',
    '"',
  ],
  ...[',', '-1', '1e999', '0x10', '65536', '99999999999999999999', 'NaN', 'true', 'null', '[]'],
  '{"a":1}',
  ...['<script>', "' OR 1=1 --", 'session=', 'gzip;q=', 'x'.repeat(5_000)],
);
const text = fc.oneof(
  nasty,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.oneof(nasty, fc.string({ maxLength: 5 })), { maxLength: 6 })
    .map((parts) => parts.join('')),
);
/** What a header can hold on the wire: bytes without line ends. */
const headerText = text.map((some) =>
  [...some]
    .map((sign) => (/[\t\x20-\x7e]/.test(sign) ? sign : '\xe4'))
    .join('')
    .trim(),
);
/** What a request line can hold: no blanks, no line ends. */
const lineText = text.map((some) => encodeSigns(some));

function encodeSigns(some: string): string {
  return Buffer.from(some, 'utf8')
    .toString('latin1')
    .replace(/[\0-\x20\x7f]/g, 'ÿ');
}

const form = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...FIELDS), text), text), { maxLength: 8 })
  .map((fields) => fields.map(([name, value]) => `${name}=${value}`).join('&'));
const body = fc.oneof(
  form,
  form.map((some) => encodeURI(some.toWellFormed())),
  text,
  fc.uint8Array({ maxLength: 60 }).map((bytes) => new Uint8Array(bytes)),
);

const request = fc.record({
  route: fc.constantFrom(...ROUTES),
  method: fc.constantFrom(...METHODS),
  tail: fc.oneof(fc.constant(''), lineText),
  query: fc.oneof(
    fc.constant(''),
    lineText.map((some) => `?${some}`),
    form.map((some) => `?${encodeSigns(some)}`),
  ),
  cookie: fc.oneof(
    headerText,
    headerText.map((some) => `session=${some}`),
    fc.constant('THEIRS'),
  ),
  headers: fc.record(
    {
      'accept-encoding': headerText,
      'if-none-match': headerText,
      'content-type': headerText,
      'x-forwarded-for': headerText,
      origin: headerText,
    },
    { requiredKeys: [] },
  ),
  body,
  isChunked: fc.boolean(),
});

type Wild = typeof request extends fc.Arbitrary<infer Shape> ? Shape : never;

const STATUSES = [200, 204, 303, 304, 400, 403, 404, 405, 413];

function checkText(answered: string, isLoggedIn: boolean): void {
  for (const secret of [SALT, PASSWORD, 'Internal error', 'a-secret-reason']) {
    expect(answered).not.toContain(secret);
  }
  expect(answered).not.toMatch(/\.ts:\d+|node_modules|\n\s+at /);
  if (!isLoggedIn) expect(answered).not.toMatch(/"mppass":"|"port":25565/);
}

describe('any request to the surface', () => {
  let count = 0;

  async function send(wild: Wild, way: 'fast path' | 'routes'): Promise<void> {
    const { route, method, tail, query, isChunked } = wild;
    const isLoggedIn = wild.cookie === 'THEIRS';
    const cookie = isLoggedIn ? session : wild.cookie;
    const takesBody = method !== 'GET' && method !== 'HEAD';
    const length = Buffer.byteLength(wild.body);
    const framing = isChunked
      ? { 'transfer-encoding': 'chunked' }
      : { 'content-length': `${length}` };
    const headers = { ...wild.headers, cookie, host: 'muster.test', ...(takesBody ? framing : {}) };
    const init = { method, headers, ...(takesBody ? { body: wild.body } : {}) };
    const sent = new Request('http://muster.test/', init);
    // As a socket brings it, which no parser of URLs has put in order.
    const url = `http://muster.test${route}${tail}${query}`;
    Object.defineProperty(sent, 'url', { value: url, configurable: true });
    count += 1;
    const answer = await app.handle(sent, `198.18.${count % 200}.1`, way);
    expect(STATUSES, `${method} ${route}${tail}${query}`.slice(0, 200)).toContain(answer.status);
    checkText(await answer.text(), isLoggedIn && route.startsWith('/api/server'));
  }

  test.each([
    ['by the fast path', 'fast path'],
    ['by the routes alone', 'routes'],
  ] as const)(
    'is answered without an exception, an internal error or a secret, %s',
    async (_what, way) => {
      await fc.assert(
        fc.asyncProperty(request, (wild) => send(wild, way)),
        rounds(2_000),
      );
      expect(app.heard.unknown).toEqual([]);
    },
    60_000,
  );

  test('leaves the service as it was for everybody else', async () => {
    await app.advance(1_000);
    const list = (await app.request('/api/servers')).json() as { servers: { name: string }[] };
    expect(list.servers.map(({ name }) => name)).toContain('Alpha');
    expect((await app.browser('192.0.2.99').logIn('Alice')).json()).toMatchObject({
      username: 'Alice',
    });
    expect((await app.request('/api/id/4')).json()).toMatchObject({ error: 'User not found' });
  });
});

test('any request on a socket is answered, and the next one too', async () => {
  await using listening = await openListening({ isPortCheckOn: false });
  let connection = await RawConnection.open(listening.port);
  await fc.assert(
    fc.asyncProperty(request, async (wild) => {
      if (connection.isClosed) connection = await RawConnection.open(listening.port);
      const { method, route, tail, query } = wild;
      const headers = Object.entries({ Host: 'muster.test', Cookie: wild.cookie, ...wild.headers });
      const body = typeof wild.body === 'string' ? Buffer.from(wild.body) : Buffer.from(wild.body);
      const parts = { method, target: `${route}${tail}${query}`, headers };
      const bytes = buildRequest(
        method === 'GET' || method === 'HEAD' ? parts : { ...parts, body },
      );
      const answer = await connection.exchange(bytes, { isHead: method === 'HEAD' });
      // The runtime's own answer to a request line over 16 KiB.
      const statuses = bytes.length > 16_000 ? [...STATUSES, 431] : STATUSES;
      expect(statuses, `${method} ${parts.target.slice(0, 200)}`).toContain(answer.status);
      checkText(answer.text, false);
      if (
        answer.status === 400 ||
        answer.status === 431 ||
        answer.header('connection') === 'close'
      ) {
        connection.close();
        connection = await RawConnection.open(listening.port);
      }
    }),
    rounds(500),
  );
  connection.close();
  expect(listening.heard.unknown).toEqual([]);
}, 60_000);
