// Connections stay open after every answer, good or bad.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type RunningMuster, startMuster } from '../support/binary.ts';
import { buildRequest, type HeaderLine, RawConnection } from '../support/raw-http.ts';
import { Client } from './client.ts';

let muster: RunningMuster;
beforeAll(async () => {
  muster = await startMuster();
});
afterAll(() => muster?.[Symbol.asyncDispose]());

function request(method: string, target: string, more: HeaderLine[] = [], body?: string): Buffer {
  const headers: HeaderLine[] = [['Host', `127.0.0.1:${muster.port}`], ...more];
  return buildRequest(
    body === undefined ? { method, target, headers } : { method, target, headers, body },
  );
}

// C1.8
describe('the connection stays open after', () => {
  const form: HeaderLine[] = [['Content-Type', 'application/x-www-form-urlencoded']];
  const cases: [sentence: string, make: () => Buffer, status: number][] = [
    ['a list', () => request('GET', '/api/servers'), 200],
    ['a compressed list', () => request('GET', '/api/servers', [['Accept-Encoding', 'gzip']]), 200],
    ['HEAD', () => request('HEAD', '/api/servers'), 200],
    ['HEAD of a login', () => request('HEAD', '/api/login'), 200],
    ['OPTIONS', () => request('OPTIONS', '/api/servers'), 204],
    ['the first step of a login', () => request('GET', '/api/login'), 200],
    [
      'a failed login',
      () => request('POST', '/api/login', form, 'username=a&password=b&token=c'),
      200,
    ],
    ['a login POST without a body', () => request('POST', '/api/login'), 200],
    ['a login POST with an empty body', () => request('POST', '/api/login', [], ''), 200],
    ['a failed heartbeat', () => request('POST', '/heartbeat.jsp', form, 'name=x'), 200],
    ['a heartbeat without anything', () => request('POST', '/server/heartbeat'), 200],
    ['an unknown path', () => request('GET', '/api/nothing'), 404],
    ['an unknown path with a body', () => request('POST', '/api/nothing', form, 'a=b'), 404],
    ['a refused method', () => request('DELETE', '/api/servers'), 405],
    ['a refused method with a body', () => request('PUT', '/api/login', form, 'a=b'), 405],
    [
      'a POST with a body to what is only read',
      () => request('POST', '/api/myip', form, 'a=b'),
      405,
    ],
    ['a page', () => request('GET', '/'), 200],
  ];
  for (const [sentence, make, status] of cases) {
    test(sentence, async () => {
      const connection = await RawConnection.open(muster.port);
      try {
        for (let turn = 0; turn < 3; turn += 1) {
          const bytes = make();
          const isHead = bytes.toString('latin1').startsWith('HEAD');
          const answer = await connection.exchange(bytes, { isHead });
          // The root belongs to the pages, which may answer as they like.
          if (sentence !== 'a page') expect(answer.status).toBe(status);
          expect(answer.header('connection')?.toLowerCase()).not.toBe('close');
          const framing = [answer.header('content-length'), answer.header('transfer-encoding')];
          if (status === 200 && !isHead) expect(framing).not.toEqual([undefined, undefined]);
        }
        const last = await connection.exchange(request('GET', '/api/myip'));
        expect(last.text).toBe('127.0.0.1');
        expect(await connection.waitForClose(50)).toBe(false);
        expect(connection.unread).toHaveLength(0);
      } finally {
        connection.close();
      }
    });
  }

  test('a 304', async () => {
    const connection = await RawConnection.open(muster.port);
    const first = await connection.exchange(request('GET', '/api/servers'));
    const conditional = request('GET', '/api/servers', [
      ['If-None-Match', first.header('etag') ?? ''],
    ]);
    expect((await connection.exchange(conditional)).status).toBe(304);
    expect((await connection.exchange(conditional)).status).toBe(304);
    connection.close();
  });

  test('a foreign host', async () => {
    const connection = await RawConnection.open(muster.port);
    const foreign = 'GET /api/servers HTTP/1.1\r\nHost: evil.example\r\n\r\n';
    expect((await connection.exchange(foreign)).status).toBe(403);
    expect((await connection.exchange(request('GET', '/api/myip'))).status).toBe(200);
    connection.close();
  });
});

test('several requests sent at once are answered in order', async () => {
  const connection = await RawConnection.open(muster.port);
  const paths = ['/api/myip', '/api/nothing', '/api/servers', '/api/login', '/heartbeat.jsp'];
  connection.send(Buffer.concat(paths.map((path) => request('GET', path))));
  const statuses: number[] = [];
  for (const _ of paths) statuses.push((await connection.read()).status);
  expect(statuses).toEqual([200, 404, 200, 200, 200]);
  connection.close();
});

test('a connection that asks to be closed may be, after its answer', async () => {
  const connection = await RawConnection.open(muster.port);
  const answer = await connection.exchange(request('GET', '/api/myip', [['Connection', 'close']]));
  expect(answer.text).toBe('127.0.0.1');
  connection.close();
});

test('a client that leaves in the middle of a request harms nobody', async () => {
  for (const cut of [5, 40, 70]) {
    const connection = await RawConnection.open(muster.port);
    connection.send(request('POST', '/heartbeat.jsp', [], 'name=abc&port=1').subarray(0, cut));
    await Bun.sleep(5);
    connection.close();
  }
  expect((await new Client(muster).get('/api/myip')).status).toBe(200);
});
