// Pages and JSON are compressed on request, and what has secrets of a session never is.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { NO_TRANSFORM } from '../../src/platform/http/security-headers.ts';
import type { Answer, Browser, Sending, TestApp } from '../support/test-app.ts';
import { ALPHA_HASH, BRAVO_HASH, openSampleApp } from './sample-app.ts';

const MONITOR = '203.0.113.99';
const unpack = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync } as const;
const ENCODINGS = ['br', 'zstd', 'gzip'] as const;
/** As browsers ask. */
const ASKING = { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } };

let app: TestApp;
let alice: Browser;
let chief: Browser;

beforeAll(async () => {
  app = await openSampleApp({ metricsAllow: [`${MONITOR}/32`] });
  alice = await app.loggedIn('Alice');
  await app.register('Chief', { role: 'administrator' });
  chief = await app.loggedIn('Chief');
  for (let index = 0; index < 20; index += 1) {
    await app.beat({ name: `Many ${index}` }, `198.51.100.${100 + index}`);
  }
  await app.advance(1_000);
});
afterAll(() => app[Symbol.asyncDispose]());

/** What an answer says but for what differs by request and by encoding. */
function factsOf({ status, headers }: Answer): unknown {
  const rest = [...headers].filter(
    ([name]) => !/^(?:etag|content-encoding|content-length|x-request-id|set-cookie)$/.test(name),
  );
  return { status, rest: rest.toSorted() };
}

/** What changes from one answer to the next. */
const withoutTimes = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|(?<="(?:challenge|form-number)" value=")[^"]*/g, '')
    .replace(/\b\d+(?:\.\d+)?(?:e[-+]?\d+)?\b/g, '0');

describe('is compressed, the same in every encoding:', () => {
  test.each<[string, string, Sending?]>([
    ['the list as a page', '/'],
    ['the page of a server', `/server/play/${ALPHA_HASH}/`],
    ['the statistics as a page', '/statistics/'],
    ['the statistics', '/api/v1/statistics'],
    ['the API as a page', '/api/docs/'],
    ['the description of the API', '/openapi.json'],
    ['logging in', '/acc/login/'],
    ['a search', '/api/v1/servers'],
    [
      'a lookup',
      `/api/server/${[ALPHA_HASH, BRAVO_HASH, ...Array(98).fill(ALPHA_HASH)].join(',')}`,
    ],
    ['a history', `/api/v1/servers/${ALPHA_HASH}/history`],
    ['the history of all', '/api/v1/history?range=7d'],
    ['a page that is not there', '/server/list/nowhere/'],
  ])('%s', async (_what, path, sending = {}) => {
    const plain = await app.request(path, sending);
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('vary')).toMatch(/Accept-Encoding/);
    const isLong = plain.bytes.length >= 1_024;
    for (const encoding of ENCODINGS) {
      const headers = { 'accept-encoding': encoding };
      const packed = await app.request(path, { ...sending, headers });
      expect(packed.headers.get('content-encoding')).toBe(isLong ? encoding : null);
      if (isLong) {
        expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 1.5);
        const text = unpack[encoding](packed.bytes).toString();
        expect(withoutTimes(text)).toBe(withoutTimes(plain.text));
      }
      expect(factsOf(packed)).toEqual(factsOf(plain));
    }
  });

  test('administration, where the request had no text to show again', async () => {
    for (const path of ['/admin/', '/admin/bans/', '/admin/servers/', '/admin/audit/']) {
      const { status, headers, bytes } = await chief.request(path, ASKING);
      expect([path, status, headers.get('content-encoding')]).toEqual([path, 200, 'br']);
      expect(brotliDecompressSync(bytes).toString()).toStartWith('<!doctype html>');
    }
  });
});

describe('is sent as it is:', () => {
  test.each<[string, string, Sending?]>([
    ['what is short', '/livez'],
    ['a failure', '/api/nothing'],
    ['a login', '/api/login'],
    ['what is led on', '/acc/'],
  ])('%s', async (_what, path, sending = {}) => {
    const answer = await app.request(path, { ...sending, ...ASKING });
    expect(answer.headers.get('content-encoding')).toBeNull();
  });

  test.each([
    ['the account', '/acc/'],
    ['its security', '/acc/security/'],
    ['the claim of a server', `/server/claim/${ALPHA_HASH}/`],
    ['the claimed servers', '/server/own/'],
    ['a server with its mppass', `/server/play/${ALPHA_HASH}/`],
  ])('%s, and a proxy may not compress it either', async (_what, path) => {
    const { status, headers, text } = await alice.request(path, ASKING);
    expect([path, status]).toEqual([path, 200]);
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('cache-control')).toBe(`private, no-store, ${NO_TRANSFORM}`);
    expect(text).toStartWith('<!doctype html>');
  });

  test('JSON for a session', async () => {
    for (const path of ['/api/servers', `/api/server/${ALPHA_HASH}`, '/api/login']) {
      for (const way of ['fast path', 'routes'] as const) {
        const { headers, text } = await alice.request(path, { ...ASKING, way });
        expect([path, headers.get('content-encoding')]).toEqual([path, null]);
        expect(text).toStartWith('{');
      }
    }
  });

  test('a page of administration that shows what was searched for', async () => {
    const searched = await chief.request('/admin/audit/?subject=zebra', ASKING);
    expect([searched.status, searched.headers.get('content-encoding')]).toEqual([200, null]);
    expect(searched.text).toContain('zebra');
  });

  test('a page that shows a form again', async () => {
    const answer = await app.browser().submit('/acc/login/', { username: 'x'.repeat(40) }, ASKING);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.text).toStartWith('<!doctype html>');
  });
});

test('a first visit keeps its cookie when its page is compressed', async () => {
  const { headers } = await app.request('/help/not-listed/', ASKING);
  expect(headers.get('content-encoding')).toBe('br');
  expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^session=/)]);
});

test('HEAD has the headers of GET, the encoding where that is known without the page', async () => {
  const help = await app.request('/help/not-listed/', { ...ASKING, method: 'HEAD' });
  expect([help.bytes.length, help.headers.get('vary')]).toEqual([0, 'Accept-Encoding']);
  for (const path of ['/api/v1/history', '/openapi.json']) {
    const got = await app.request(path, ASKING);
    const asked = await app.request(path, { ...ASKING, method: 'HEAD' });
    expect([path, asked.headers.get('content-encoding')]).toEqual([path, 'br']);
    expect(asked.headers.get('etag')).toBe(got.headers.get('etag'));
    expect(factsOf(asked)).toEqual(factsOf(got));
  }
});
