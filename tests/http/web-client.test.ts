// The web client's files under /static/: types, encodings, validators, and nothing else of the disk.

import { describe, expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { WebClientFile } from '../../src/modules/web-client/web-client-ports.ts';
import { openedOnce } from '../support/opened.ts';
import { openTestApp } from '../support/test-app.ts';

const SCRIPT = 'boot();\n'.repeat(500);

function fileOf(type: string, digest: string, text: string): WebClientFile {
  return { type, digest, bytes: new TextEncoder().encode(text) };
}

const FILES = new Map([
  ['ClassiCube.js', fileOf('text/javascript; charset=utf-8', 'aaa1', SCRIPT)],
  ['ClassiCube.wasm', fileOf('application/wasm', 'aaa2', 'wasm'.repeat(1_000))],
  ['default.zip', fileOf('application/zip', 'aaa3', 'PK'.repeat(5_000))],
  ['sounds/dig_stone1.wav', fileOf('audio/wav', 'aaa4', 'RIFF'.repeat(1_000))],
]);

const app = openedOnce(() => openTestApp({ webClient: { kind: 'folder', files: () => files } }));
let files: ReadonlyMap<string, WebClientFile> = FILES;

describe('a file of the web client', () => {
  // C11.5
  test.each([...FILES])('%s has its type, and may be kept but is asked about', async (name) => {
    const file = FILES.get(name);
    const { status, headers, bytes } = await app.request(`/static/${name}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(file?.type ?? '');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('etag')).toBe(`"${file?.digest}"`);
    expect(headers.get('vary')).toBe('Accept-Encoding');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.getSetCookie()).toEqual([]);
    expect(Buffer.from(bytes).equals(file?.bytes ?? Buffer.alloc(0))).toBe(true);
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['zstd', Bun.zstdDecompressSync],
  ] as const)('comes compressed as %s, with an ETag of its own', async (encoding, decompress) => {
    const sent = { headers: { 'accept-encoding': encoding } };
    const { headers, bytes } = await app.request('/static/ClassiCube.js', sent);
    expect(headers.get('content-encoding')).toBe(encoding);
    expect(headers.get('etag')).toBe(`"aaa1-${encoding}"`);
    expect(bytes.length).toBeLessThan(SCRIPT.length / 10);
    expect(Buffer.from(decompress(Buffer.from(bytes))).toString()).toBe(SCRIPT);
  });

  test('is not compressed again where it is packed', async () => {
    const sent = { headers: { 'accept-encoding': 'gzip, br, zstd' } };
    const { headers, bytes } = await app.request('/static/default.zip', sent);
    expect(headers.get('content-encoding')).toBeNull();
    expect(bytes.length).toBe(10_000);
  });

  test('is not sent again to a client that has it', async () => {
    const sent = { headers: { 'accept-encoding': 'br', 'if-none-match': '"aaa1-br"' } };
    const answer = await app.request('/static/ClassiCube.js', sent);
    expect(answer.status).toBe(304);
    expect(answer.bytes.length).toBe(0);
    const other = { headers: { 'accept-encoding': 'br', 'if-none-match': '"aaa1"' } };
    expect((await app.request('/static/ClassiCube.js', other)).status).toBe(200);
  });

  test.each([
    ['?v=aaa1', 'public, max-age=31536000, immutable'],
    ['?v=aaa2', 'no-cache'],
    ['?v=', 'no-cache'],
    ['?x=1&v=aaa1', 'no-cache'],
  ])('asked for with %s is kept: %s', async (query, wanted) => {
    const { headers } = await app.request(`/static/ClassiCube.js${query}`);
    expect(headers.get('cache-control')).toBe(wanted);
  });

  test('answers HEAD without its bytes, and nothing but GET and HEAD', async () => {
    const head = await app.request('/static/ClassiCube.js', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.bytes.length).toBe(0);
    const post = await app.request('/static/ClassiCube.js', { method: 'POST', body: 'x' });
    expect(post.status).toBe(405);
    expect(post.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  test('that changes is another one at once, and one that is gone is gone', async () => {
    const before = FILES.get('ClassiCube.js');
    if (before === undefined) throw new Error('There is no script.');
    files = new Map([['ClassiCube.js', fileOf(before.type, 'bbb1', 'boot(2);')]]);
    const answer = await app.request('/static/ClassiCube.js', {
      headers: { 'if-none-match': '"aaa1"' },
    });
    expect([answer.status, answer.text]).toEqual([200, 'boot(2);']);
    expect((await app.request('/static/ClassiCube.wasm')).status).toBe(404);
    files = FILES;
  });
});

describe('nothing else is served', () => {
  test.each([
    '/static/',
    '/static/classicube.js',
    '/static/ClassiCube.js/',
    '/static/ClassiCube%2ejs',
    '/static/.htpasswd',
    '/static/sounds/',
    '/static/sounds/../ClassiCube.js',
    '/static/sounds%2fdig_stone1.wav',
    '/static/..%2f..%2fetc%2fpasswd',
    '/static/__proto__',
    '/static//etc/passwd',
    `/static/${'a'.repeat(4_000)}`,
  ])('%s', async (path) => {
    // Past the URL parser, which would take the dots out.
    const sent = new Request('http://muster.test/', { headers: { host: 'muster.test' } });
    Object.defineProperty(sent, 'url', { value: `http://muster.test${path}`, configurable: true });
    const answer = await app.handle(sent);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('boot()');
  });

  test('where there is no web client', async () => {
    await using bare = await openTestApp();
    expect((await bare.request('/static/ClassiCube.js')).status).toBe(404);
    expect((await bare.request('/static/default.zip')).status).toBe(404);
  });
});

describe('a web client on another site', () => {
  const url = 'https://cdn.example/game/';
  test.each([
    ['a folder', url],
    ['a script', `${url}It.js`],
  ])('that is %s is asked for what the game expects here', async (_what, address) => {
    await using sample = await openTestApp({ webClient: { kind: 'elsewhere', url: address } });
    for (const name of ['default.zip', 'sounds/dig_stone1.wav']) {
      const { status, headers } = await sample.request(`/static/${name}`);
      expect(status).toBe(307);
      expect(headers.get('location')).toBe(`${url}${name}`);
    }
  });

  test.each(['ClassiCube.js', 'sounds/x.js', 'x.zip', 'sounds/%2e%2e.wav'])(
    'is asked for nothing else, such as %s',
    async (name) => {
      await using sample = await openTestApp({ webClient: { kind: 'elsewhere', url } });
      expect((await sample.request(`/static/${name}`)).status).toBe(404);
    },
  );
});
