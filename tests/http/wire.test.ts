// How answers are framed on the wire, and doubled slashes all the way through.

import { afterEach, describe, expect, test } from 'bun:test';
import { md5Hex } from '../../src/platform/lib/digest.ts';
import { openedOnce } from '../support/opened.ts';
import { buildRequest } from '../support/raw-http.ts';
import { beatForm, openListening, PASSWORD } from '../support/test-app.ts';
import { ask, closeConnections, connect, OURS } from './socket.ts';

const app = openedOnce(() =>
  openListening({ trustedProxies: ['127.0.0.1/32'], serversPerAddress: 100 }),
);
afterEach(closeConnections);

describe('an answer on the wire', () => {
  // C1.6, C1.8
  test.each([
    ['/api/servers', 'application/json'],
    ['/api/login', 'application/json'],
    ['/api/player/x', 'application/json'],
    ['/api/myip', 'text/plain'],
    [`/heartbeat.jsp?${beatForm({ port: '101' })}`, 'text/plain'],
    ['/heartbeat.jsp', 'application/json'],
    ['/openapi.json', 'application/json'],
    ['/api/nothing', 'application/json'],
  ])(
    'to GET %s is %s of a known length, and HEAD has the same headers and no body',
    async (target, type) => {
      const whole = await ask(app, { target });
      expect(whole.header('content-type')).toStartWith(type);
      expect(whole.header('content-length')).toBe(String(whole.body.length));
      expect(whole.header('connection')).not.toBe('close');
      const head = await ask(app, { target, method: 'HEAD' });
      expect(head.status).toBe(whole.status);
      expect(head.header('content-type')).toBe(whole.header('content-type') ?? 'none');
      expect(head.header('cache-control')).toBe(whole.header('cache-control'));
      expect(head.header('etag')).toBe(whole.header('etag'));
      expect(head.header('content-length')).toBe(whole.header('content-length') ?? 'none');
    },
  );

  // C1.8
  test('keeps the connection for the next, after failures too', async () => {
    const connection = await connect(app);
    for (const target of [
      '/api/servers',
      '/api/nothing',
      '/heartbeat.jsp',
      '/',
      '/api//login',
      '/api/login/',
    ]) {
      for (const method of ['GET', 'PUT', 'OPTIONS', 'HEAD', 'POST']) {
        const parts = buildRequest({ target, method, ...OURS });
        await connection.exchange(parts, { isHead: method === 'HEAD' });
      }
    }
    expect(connection.isClosed).toBe(false);
    expect(connection.unread.length).toBe(0);
  });

  // C1.5, C1.8
  test('closes it after a body that is too large, and not after one that fits', async () => {
    const connection = await connect(app);
    const fits = { method: 'POST', target: '/api/login', ...OURS, body: 'a'.repeat(65_536) };
    expect((await connection.exchange(buildRequest(fits))).status).toBe(200);
    for (const target of ['/api/login', '/heartbeat.jsp', '/api//login']) {
      const large = await ask(app, { method: 'POST', target, body: 'a'.repeat(65_537) });
      expect(large.status, target).toBe(413);
      expect(large.header('connection')).toBe('close');
    }
    const chunked = [...OURS.headers, ['Transfer-Encoding', 'chunked'] as const];
    const body = `10001\r\n${'a'.repeat(65_537)}\r\n0\r\n\r\n`;
    const answer = await ask(app, {
      method: 'POST',
      target: '/heartbeat.jsp',
      headers: chunked,
      body,
    });
    expect(answer.status).toBe(413);
  });

  // C1.14
  test('waits for a body that is announced with Expect', async () => {
    const connection = await connect(app);
    const body = beatForm({ port: '102' });
    const headers = [
      ...OURS.headers,
      ['Expect', '100-continue'],
      ['Content-Length', String(body.length)],
    ] as const;
    connection.send(buildRequest({ method: 'POST', target: '/heartbeat.jsp', headers }));
    connection.send(body);
    const answer = await connection.read();
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('/server/play/');
  });

  test('sees several Cookie lines as one', async () => {
    await app.register('Walter');
    const state = (await ask(app, { target: '/api/login' })).json<{ token: string }>();
    const first = await ask(app, { target: '/api/login' });
    const [cookie = ''] = first.header('set-cookie')?.split(';') ?? [];
    const { token } = first.json<typeof state>();
    const lines = (...values: string[]) => [
      ...OURS.headers,
      ...values.map((value) => ['Cookie', value] as const),
    ];
    const body = `username=Walter&password=${encodeURIComponent(PASSWORD)}&token=${token}`;
    const parts = { target: '/api/login', method: 'POST', body };
    const answer = await ask(app, { ...parts, headers: lines('session=x', cookie) });
    const [own = ''] = answer.header('set-cookie')?.split(';') ?? [];
    for (const headers of [lines('session=x', own), lines(own, 'theme=dark')]) {
      const known = (await ask(app, { target: '/api/login', headers })).json<object>();
      expect(known).toMatchObject({ username: 'Walter', authenticated: true });
      expect((await ask(app, { target: '/api/servers', headers })).header('cache-control')).toBe(
        'private, no-store',
      );
    }
  });
});

const HOST = 'Host: muster.test';

// C1.14
describe('an odd request of a real program is answered like any other', () => {
  test.each<[string, string[]]>([
    ['no space after the colons', ['Host:muster.test', 'User-Agent:ClassiCube 1.3.8']],
    ['spaces and tabs around values', ['Host: \t muster.test\t ', 'User-Agent:   x  ']],
    ['a connection to a proxy', [HOST, 'Proxy-Connection: keep-alive']],
    [
      'an upgrade to h2c',
      [HOST, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'],
    ],
    ['an upgrade to a WebSocket', [HOST, 'Connection: Upgrade', 'Upgrade: websocket']],
    ['another type asked for', [HOST, 'Accept: image/png']],
    ['a long unknown header', [HOST, `X-Long: ${'x'.repeat(4_000)}`]],
  ])('%s', async (_what, lines) => {
    for (const path of ['/api/login', '/api/servers', '/api/myip']) {
      const connection = await connect(app);
      const head = [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
      expect((await connection.exchange(head)).status, path).toBe(200);
    }
  });

  test('HTTP/1.0 with a host', async () => {
    const connection = await connect(app);
    const answer = await connection.exchange(`GET /api/myip HTTP/1.0\r\n${HOST}\r\n\r\n`);
    expect([answer.status, answer.text]).toEqual([200, '127.0.0.1']);
  });

  // Compatibility: Thirty and ClassyCord send the name of a server as it is. The docs say what to write instead.
  test.each([
    ['My+Server', 200],
    ['My%20Server', 200],
    ['My Server', 505],
  ])('a heartbeat by GET with the name %s: %d', async (name, status) => {
    const query = beatForm({ name: 'NAME', port: '102' }).replace('NAME', name);
    const connection = await connect(app);
    const head = `GET /server/heartbeat?${query} HTTP/1.1\r\n${HOST}\r\n\r\n`;
    const answer = await connection.exchange(head);
    expect(answer.status).toBe(status);
    if (status !== 200) return;
    const target = `/api/server/${/play\/(\w+)/.exec(answer.text)?.[1]}`;
    expect((await ask(app, { target })).json()).toMatchObject({ servers: [{ name: 'My Server' }] });
  });

  test('several sent at once, in their order', async () => {
    const connection = await connect(app);
    const targets = ['/api/myip', '/api/nothing', '/api/servers', '/api/login', '/heartbeat.jsp'];
    connection.send(Buffer.concat(targets.map((target) => buildRequest({ target, ...OURS }))));
    const statuses: number[] = [];
    for (const _ of targets) statuses.push((await connection.read()).status);
    expect(statuses).toEqual([200, 404, 200, 200, 200]);
  });
});

// C6.18, C6.19
describe('the address of a caller', () => {
  test('is read from all lines of X-Forwarded-For, and from no other header', async () => {
    const seenWith = async (...lines: [string, string][]) => {
      const headers = [...OURS.headers, ...lines];
      return (await ask(app, { target: '/api/myip', headers })).text;
    };
    const forwarded = (value: string): [string, string] => ['X-Forwarded-For', value];
    expect(await seenWith(forwarded('192.0.2.1'), forwarded('203.0.113.7'))).toBe('203.0.113.7');
    expect(await seenWith(forwarded('203.0.113.7'), forwarded('127.0.0.1'))).toBe('203.0.113.7');
    for (const name of ['X-Real-IP', 'CF-Connecting-IP', 'True-Client-IP', 'Client-IP']) {
      expect(await seenWith([name, '203.0.113.7']), name).toBe('127.0.0.1');
    }
    expect(await seenWith(['Forwarded', 'for=203.0.113.7'])).toBe('127.0.0.1');
  });
});

describe('a doubled slash', () => {
  // C1.1, C1.2
  test('keeps the sender’s address, the body and the query', async () => {
    const forwarded = [...OURS.headers, ['X-Forwarded-For', '198.51.100.9']] as const;
    for (const target of ['/api/myip', '/api//myip', '///api/myip//']) {
      expect((await ask(app, { target, headers: forwarded })).text).toBe('198.51.100.9');
      expect((await ask(app, { target })).text).toBe('127.0.0.1');
    }
    const hash = md5Hex('198.51.100.9:104');
    const query = '/server//heartbeat//?name=a//b&users=1&max=2&port=1';
    const parts = {
      target: query,
      method: 'POST',
      headers: forwarded,
      body: 'port=104&public=1&salt=x',
    };
    expect((await ask(app, parts)).text).toBe(`http://muster.test/server/play/${hash}/`);
    expect((await ask(app, { target: `/api/server/${hash}` })).text).toContain('"name":"a//b"');
  });
});
