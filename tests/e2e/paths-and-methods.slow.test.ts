// Paths, methods and real statuses of the compatible API (no redirects, 404, 405, 413, HEAD, OPTIONS, CORS).
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { beatForm, Client, createAccount, nextAddress } from './client.ts';
import { parseStrictJson } from './strict-json.ts';

let muster: RunningMuster;
let client: Client;
beforeAll(async () => {
  muster = await startMuster({ env: manyAddresses });
  await createAccount(muster, 'Alice');
  client = new Client(muster, { address: nextAddress() });
});
afterAll(() => muster?.[Symbol.asyncDispose]());

const unknownHash = 'abf74d16ae6df453f47265d8b47a3e1b';

/** Spellings of one path: with and without the slash at the end, and with doubled slashes. */
function spellingsOf(path: string): string[] {
  const doubled = [path.replaceAll('/', '//'), `/${path}`, path.replace(/\/(?=[^/]*$)/, '//')];
  return [path, `${path}/`, `${path}//`, ...doubled, `${doubled[0]}//`];
}

// C1.1, C1.2
describe('every spelling of a path is the same path, and none redirects', () => {
  const cases: [path: string, contains: string][] = [
    ['/api/login', '"authenticated":false'],
    ['/api/servers', '{"servers":['],
    [`/api/server/${unknownHash}`, '{"servers":[]}'],
    ['/api/server', '{"servers":[]}'],
    ['/api/myip', '198.18.'],
    ['/api/player/Alice', '"username":"Alice"'],
    ['/api/player', '"error":"User not found"'],
    ['/api/id/1', '"username":"Alice"'],
    ['/api/id', '"error":"User not found"'],
    ['/api/players', '"playercount":1'],
    ['/server/heartbeat', '"status":"fail"'],
    ['/heartbeat.jsp', '"status":"fail"'],
  ];
  for (const [path, contains] of cases) {
    test(`GET ${path}`, async () => {
      for (const spelling of spellingsOf(path)) {
        const answer = await client.get(spelling);
        expect([spelling, answer.status, answer.header('location')]).toEqual([
          spelling,
          200,
          undefined,
        ]);
        expect(`${spelling} ${answer.text}`).toContain(contains);
      }
    });
  }
  for (const path of ['/server/heartbeat', '/heartbeat.jsp']) {
    test(`POST ${path} keeps its fields`, async () => {
      for (const spelling of spellingsOf(path)) {
        const answer = await client.post(spelling, beatForm());
        expect([spelling, answer.status]).toEqual([spelling, 200]);
        expect(`${spelling} ${answer.text}`).toMatch(/\/server\/play\/[0-9a-f]{32}\/$/);
      }
    });
  }
  test('POST /api/login keeps its fields', async () => {
    for (const spelling of spellingsOf('/api/login')) {
      const { token } = await client.openLogin();
      const answer = await client.post(spelling, { username: 'nobody_here', password: 'x', token });
      expect([spelling, answer.status]).toEqual([spelling, 200]);
      expect((answer.json() as { errors: string[] }).errors[0]).toBe('username');
    }
  });
});

describe('an unknown path is 404', () => {
  for (const path of [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/servers/x',
    '/api/loginx',
    '/api/%zz',
    '/api/player/a/b',
  ]) {
    test(`${path} answers a JSON sentence`, async () => {
      const answer = await client.get(path);
      expect(answer.status).toBe(404);
      expect(answer.header('content-type')).toStartWith('application/json');
      const body = parseStrictJson(answer.body) as Record<string, unknown>;
      expect(Object.keys(body)).toEqual(['error']);
      expect(body.error).toMatch(/^[A-Z].*\.$/);
    });
  }
  test('outside of the API too, for POST too', async () => {
    for (const path of [
      '/nothing',
      '/server',
      '/heartbeat',
      '/heartbeat.jspx',
      '/server/heartbeats',
    ]) {
      expect([path, (await client.get(path)).status]).toEqual([path, 404]);
      expect([path, (await client.post(path, 'a=b')).status]).toEqual([path, 404]);
    }
  });
});

const reads = [
  '/api/servers',
  `/api/server/${unknownHash}`,
  '/api/myip',
  '/api/player/Alice',
  '/api/id/1',
  '/api/players',
];
const readsAndWrites = ['/api/login', '/server/heartbeat', '/heartbeat.jsp'];

function allowOf(header: string | undefined): string[] {
  return (header ?? '').split(',').map((method) => method.trim());
}

describe('another method on a known path is 405 with Allow', () => {
  for (const [paths, refused] of [
    [reads, ['POST', 'PUT', 'DELETE', 'PATCH']],
    [readsAndWrites, ['PUT', 'DELETE', 'PATCH']],
  ] as const) {
    for (const path of paths) {
      test(path, async () => {
        for (const method of refused) {
          for (const spelling of [path, `${path}/`]) {
            const answer = await client.send(
              method,
              spelling,
              [],
              method === 'DELETE' ? undefined : '',
            );
            expect([method, spelling, answer.status]).toEqual([method, spelling, 405]);
            const allow = allowOf(answer.header('allow'));
            expect(allow).toContain('GET');
            expect(allow).toContain('HEAD');
            expect(allow.includes('POST')).toBe(paths === readsAndWrites);
            expect(allow).not.toContain(method);
            if (path.startsWith('/api/')) {
              expect(Object.keys(answer.json<object>())).toEqual(['error']);
            }
          }
        }
      });
    }
  }
});

// C1.6
describe('HEAD is GET without a body', () => {
  for (const path of [...reads, '/api/login', '/heartbeat.jsp']) {
    test(path, async () => {
      const got = await client.get(path);
      const headed = await client.send('HEAD', path);
      expect(headed.status).toBe(200);
      expect(headed.header('content-type')).toBe(got.header('content-type') ?? '');
      expect(headed.header('cache-control')).toBe(got.header('cache-control'));
      expect(headed.header('content-encoding')).toBeUndefined();
    });
  }
  test('404 stays 404', async () => {
    expect((await client.send('HEAD', '/api/nothing')).status).toBe(404);
  });
});

describe('OPTIONS answers 204 with Allow', () => {
  for (const path of [...reads, ...readsAndWrites]) {
    test(path, async () => {
      for (const spelling of [path, `${path}/`]) {
        const answer = await client.send('OPTIONS', spelling, [
          ['Origin', 'https://fans.example'],
          ['Access-Control-Request-Method', 'GET'],
        ]);
        expect(answer.status).toBe(204);
        expect(allowOf(answer.header('allow'))).toContain('GET');
        expect(allowOf(answer.header('allow')).includes('POST')).toBe(
          readsAndWrites.includes(path),
        );
        const isOpen = reads.includes(path);
        expect(answer.header('access-control-allow-origin')).toBe(isOpen ? '*' : undefined);
        expect(answer.header('access-control-allow-methods')).toBe(
          isOpen ? 'GET, HEAD' : undefined,
        );
        expect(answer.header('access-control-allow-headers')).toBe(
          isOpen ? 'If-None-Match' : undefined,
        );
        expect(answer.header('access-control-allow-credentials')).toBeUndefined();
      }
    });
  }
});

describe('reads of public answers are open to any origin, without credentials', () => {
  for (const path of [...reads, '/api/player/nobody', '/api/server/']) {
    test(path, async () => {
      const answer = await client.get(path, [['Origin', 'https://fans.example']]);
      expect(answer.header('access-control-allow-origin')).toBe('*');
      expect(answer.header('access-control-allow-credentials')).toBeUndefined();
    });
  }
  test('login and heartbeat are not', async () => {
    for (const path of ['/api/login', '/heartbeat.jsp']) {
      const answer = await client.get(path, [['Origin', 'https://fans.example']]);
      expect([path, answer.header('access-control-allow-origin')]).toEqual([path, undefined]);
    }
  });
});

describe('a body over 64 KiB is 413', () => {
  const filler = (length: number) => `a=${'x'.repeat(length - 2)}`;
  for (const path of ['/api/login', '/server/heartbeat', '/heartbeat.jsp/']) {
    test(`${path}: 65,537 bytes are, 65,536 are not`, async () => {
      const over = await client.post(path, filler(65_537));
      expect(over.status).toBe(413);
      if (path.startsWith('/api/')) expect(Object.keys(over.json<object>())).toEqual(['error']);
      expect((await client.post(path, filler(65_536))).status).toBe(200);
    });
    test(`${path}: a chunked one too`, async () => {
      const chunk = `${(40_000).toString(16)}\r\n${'x'.repeat(40_000)}\r\n`;
      const framing = [['Transfer-Encoding', 'chunked']] as const;
      const answer = await client.send('POST', path, framing, `${chunk}${chunk}0\r\n\r\n`);
      expect(answer.status).toBe(413);
    });
  }
});
