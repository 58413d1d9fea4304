// ETags, 304 and encodings of the public reads, and what nobody may keep.

import { describe, expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { md5Hex } from '../../src/lib/digest.ts';
import { openedOnce } from '../support/opened.ts';
import type { Sending } from '../support/test-app.ts';
import {
  ALPHA_HASH,
  HIDDEN_HASH,
  openSampleApp,
  PRIVATE_JSON,
  PUBLIC_READ,
  play,
} from './sample-app.ts';

const app = openedOnce(openSampleApp);

const unpack = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync } as const;
const ENCODINGS = ['gzip', 'br', 'zstd'] as const;
const WAYS = ['fast path', 'routes'] as const;

const NOT_MODIFIED = {
  'cache-control': 'no-cache',
  vary: 'Accept-Encoding, Cookie',
  'access-control-allow-origin': '*',
  'content-encoding': null,
} as const;

const list = (headers: Record<string, string> = {}, rest: Sending = {}) => ({
  path: '/api/servers',
  headers,
  ...rest,
});

describe('the list', () => {
  // C5.15
  test.each(ENCODINGS)('is the same list in %s, under its own ETag', async (encoding) => {
    const plain = await play(app, list());
    for (const way of WAYS) {
      const shows = { ...PUBLIC_READ, 'content-encoding': encoding };
      const packed = await play(app, { ...list({ 'accept-encoding': encoding }, { way }), shows });
      expect(unpack[encoding](packed.bytes).toString()).toBe(plain.text);
      expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'));
    }
  });

  test.each(['identity', ...ENCODINGS])(
    'is answered 304 in %s to a client that has it',
    async (encoding) => {
      const accept = { 'accept-encoding': encoding };
      const tag = (await play(app, list(accept))).headers.get('etag') ?? '';
      for (const way of WAYS) {
        for (const header of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
          const scenario = list({ ...accept, 'if-none-match': header }, { way });
          const shows = { ...NOT_MODIFIED, etag: tag };
          const answer = await play(app, { ...scenario, status: 304, shows });
          expect(answer.bytes.length).toBe(0);
        }
      }
    },
  );

  test('keeps its ETag while nothing visible changes, for a minute', async () => {
    await using sample = await openSampleApp();
    const tagOf = async () => (await play(sample, list())).headers.get('etag');
    const first = await tagOf();
    await sample.beat({ name: 'Alpha' });
    await sample.beat({ name: 'Hidden', public: 'false', users: '19' }, '192.0.2.9');
    await sample.beat({ name: 'Alpha', salt: 'another-salt' });
    await sample.advance(30_000);
    expect(await tagOf()).toBe(first);
    await sample.advance(31_000);
    const second = await tagOf();
    expect(second).not.toBe(first);
    await sample.beat({ name: 'Alpha', users: '4' });
    await sample.advance(1_000);
    expect(await tagOf()).not.toBe(second);
  });
});

describe('the other public reads', () => {
  const paths = [
    `/api/server/${ALPHA_HASH}`,
    `/api/server/${HIDDEN_HASH},${ALPHA_HASH}`,
    '/api/player/Alice',
    '/api/players',
  ];

  // C3.4, C5.15, C5.16
  test.each(paths)(
    '%s is answered 304 to a client that has it, and whole to everybody else',
    async (path) => {
      const answer = await play(app, { path, shows: { ...PUBLIC_READ, 'content-encoding': null } });
      const tag = answer.headers.get('etag') ?? '';
      for (const header of [tag, `W/${tag}`, `"x",${tag}`, '*']) {
        const headers = { 'if-none-match': header };
        const again = await play(app, {
          path,
          headers,
          status: 304,
          shows: { ...NOT_MODIFIED, etag: tag },
        });
        expect(again.bytes.length).toBe(0);
      }
      const other = await play(app, {
        path,
        headers: { 'if-none-match': '"x"' },
        shows: PUBLIC_READ,
      });
      expect(other.text).toBe(answer.text);
    },
  );

  test('have another ETag as soon as they differ', async () => {
    await using sample = await openSampleApp();
    const tagOf = async (path: string) => (await play(sample, { path })).headers.get('etag');
    const server = `/api/server/${ALPHA_HASH}`;
    const before = [
      await tagOf(server),
      await tagOf('/api/player/Alice'),
      await tagOf('/api/players'),
    ];
    await sample.register('Ben');
    await sample.administration.setDetails('Alice', { isPremium: true });
    await sample.advance(1_000);
    const after = [
      await tagOf(server),
      await tagOf('/api/player/Alice'),
      await tagOf('/api/players'),
    ];
    for (const [index, tag] of after.entries()) expect(tag).not.toBe(before[index] ?? null);
  });

  // C5.14
  test('are kept apart from those of a session: the ETag of the one is not good for the other', async () => {
    const browser = app.browser();
    await browser.logIn('Alice');
    for (const path of ['/api/servers', `/api/server/${ALPHA_HASH}`]) {
      const tag = (await play(app, { path })).headers.get('etag') ?? '';
      const headers = { 'if-none-match': tag };
      await play(browser, { path, headers, shows: PRIVATE_JSON, contains: ['mppass'] });
    }
  });
});

// C5.14
describe('what nobody may keep', () => {
  test.each<[string, Sending]>([
    ['/api/login/', {}],
    ['/api/login/', { method: 'POST', body: 'token=x' }],
    ['/api/myip/', {}],
  ])('%s says so', async (path, init) => {
    const answer = await app.request(path, { ...init, headers: { 'if-none-match': '*' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('etag')).toBeNull();
  });

  // C5.16
  test('other origins read the public answers alone, never with credentials', async () => {
    const headers = { origin: 'https://elsewhere.test' };
    const browser = app.browser();
    await browser.logIn('Alice');
    for (const path of ['/api/servers', `/api/server/${ALPHA_HASH}`]) {
      const open = await play(app, { path, headers, shows: PUBLIC_READ });
      expect(open.headers.get('access-control-allow-credentials')).toBeNull();
      await play(browser, { path, headers, shows: PRIVATE_JSON });
    }
    for (const path of ['/api/myip', '/openapi.json']) {
      const { headers: shown } = await app.request(path, { headers });
      expect(shown.get('access-control-allow-origin'), path).toBe('*');
      expect(shown.get('access-control-allow-credentials'), path).toBeNull();
    }
    for (const path of ['/api/login', '/heartbeat.jsp', '/api/docs', '/']) {
      const answer = await app.request(path, { headers });
      expect(answer.headers.get('access-control-allow-origin'), path).toBeNull();
    }
  });

  test('other origins read why a public read failed, and no other failure', async () => {
    const headers = { origin: 'https://elsewhere.test' };
    const tooMany = Array.from({ length: 101 }, (_, at) => md5Hex(String(at))).join(',');
    const failures: [path: string, status: number, origin: string | null, method?: string][] = [
      [`/api/server/${tooMany}`, 400, '*'],
      [`/api//server//${tooMany}/`, 400, '*'],
      [`/api/v1/servers/${HIDDEN_HASH}/history`, 404, '*'],
      ['/api/servers', 405, '*', 'PUT'],
      ['/api/nothing', 404, null],
      ['/api/serversmore', 404, null],
      ['/api/login', 405, null, 'PUT'],
      ['/heartbeat.jsp', 405, null, 'PUT'],
    ];
    for (const [path, status, origin, method = 'GET'] of failures) {
      const answer = await app.request(path, { method, headers });
      const { headers: given } = answer;
      expect([path, answer.status, given.get('access-control-allow-origin')]).toEqual([
        path,
        status,
        origin,
      ]);
      expect(given.get('access-control-allow-credentials')).toBeNull();
    }
  });
});
