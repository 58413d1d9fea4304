// Content-Encoding only when asked for, an ETag for each encoding, and 304.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import type { HeaderLine, RawResponse } from '../support/raw-http.ts';
import { Client, createAccount, eventually, nextAddress } from './client.ts';
import { parseStrictList } from './strict-json.ts';

let muster: RunningMuster;
let client: Client;
let hash: string;

beforeAll(async () => {
  muster = await startMuster({ env: manyAddresses });
  await createAccount(muster, 'Alice');
  for (let index = 0; index < 40; index += 1) {
    const server = new Client(muster, { address: nextAddress() });
    hash = await server.mustBeat({ name: `Server number ${index}` });
  }
  client = new Client(muster);
  await eventually(
    () => client.list(),
    (list) => list.length === 40,
  );
  // Compressed forms come a moment after the plain one.
  for (const encoding of ['gzip', 'br', 'zstd']) {
    await eventually(
      () => getList(encoding),
      (answer) =>
        answer.header('content-encoding') === encoding &&
        parseStrictList(decode(answer)).length === 40,
    );
  }
});
afterAll(() => muster?.[Symbol.asyncDispose]());

function getList(acceptEncoding: string | undefined, more: readonly HeaderLine[] = []) {
  const requested: HeaderLine[] =
    acceptEncoding === undefined ? [] : [['Accept-Encoding', acceptEncoding]];
  return client.get('/api/servers', [...requested, ...more]);
}

function decode(answer: RawResponse): Buffer {
  const encoding = answer.header('content-encoding');
  if (encoding === undefined) return answer.body;
  if (encoding === 'gzip') return gunzipSync(answer.body);
  if (encoding === 'br') return brotliDecompressSync(answer.body);
  if (encoding === 'zstd') return Buffer.from(Bun.zstdDecompressSync(answer.body));
  throw new Error(`An encoding that nobody offers: ${encoding}`);
}

const identity = undefined;
const cases: [asked: string | undefined, sentence: string, allowed: (string | undefined)[]][] = [
  [undefined, 'no header', [identity]],
  ['', 'an empty header', [identity]],
  ['identity', 'identity', [identity]],
  ['gzip', 'gzip', ['gzip']],
  ['br', 'br', ['br']],
  ['zstd', 'zstd', ['zstd']],
  ['gzip;q=0', 'gzip refused', [identity]],
  ['gzip; q=0.000', 'gzip refused in three digits', [identity]],
  ['gzip;q=0, br;q=0, zstd;q=0', 'all refused', [identity]],
  ['*;q=0', 'anything refused', [identity]],
  ['*', 'anything', [identity, 'gzip', 'br', 'zstd']],
  ['gzip;q=0, *', 'anything but gzip', [identity, 'br', 'zstd']],
  ['br;q=0, gzip', 'gzip and not br', ['gzip']],
  ['gzip;q=0.5', 'gzip with a weight', ['gzip']],
  ['gzip ; q=0.5 , identity;q=0.1', 'gzip with blanks around', ['gzip']],
  ['gzip, deflate, br, zstd', "a browser's", ['gzip', 'br', 'zstd']],
  ['deflate', 'one that is not offered', [identity]],
  ['compress, sdch, x-unknown', 'unknown ones', [identity]],
  ['xgzip, gzipped, brotli', 'names that only look alike', [identity]],
  [',,;;q=,=', 'rubbish', [identity]],
];

describe('the list is encoded only as asked', () => {
  for (const [requested, sentence, allowed] of cases) {
    test(`${sentence}: ${requested}`, async () => {
      const answer = await getList(requested);
      expect(answer.status).toBe(200);
      expect(allowed).toContain(answer.header('content-encoding'));
      expect(parseStrictList(decode(answer))).toHaveLength(40);
    });
  }
});

test('all encodings hold the same bytes, each with an ETag of its own', async () => {
  const answers = await Promise.all(
    ['identity', 'gzip', 'br', 'zstd'].map((name) => getList(name)),
  );
  const bodies = answers.map((answer) => decode(answer).toString('latin1'));
  const tags = answers.map((answer) => answer.header('etag') ?? '');
  expect(new Set(bodies).size).toBe(1);
  expect(new Set(tags).size).toBe(4);
  for (const tag of tags) expect(tag).toMatch(/^(?:W\/)?"[\x21\x23-\x7e]+"$/);
});

describe('If-None-Match', () => {
  for (const encoding of ['identity', 'gzip', 'br', 'zstd']) {
    test(`the ETag of ${encoding} is answered 304 for ${encoding} alone`, async () => {
      const etag = (await getList(encoding)).header('etag') ?? '';
      const same = await getList(encoding, [['If-None-Match', etag]]);
      expect(same.status).toBe(304);
      expect(same.header('etag')).toBe(etag);
      expect(same.header('set-cookie')).toBeUndefined();
      expect(same.header('cache-control')).toBe('no-cache');
      const other = encoding === 'gzip' ? 'br' : 'gzip';
      expect((await getList(other, [['If-None-Match', etag]])).status).toBe(200);
    });
  }

  const forms: [sentence: string, form: (etag: string) => string, status: number][] = [
    ['as a weak tag', (etag) => `W/${etag.replace(/^W\//, '')}`, 304],
    ['among others', (etag) => `"abc", ${etag} , "def"`, 304],
    ['as a star', () => '*', 304],
    ['another tag', () => '"abc"', 200],
    ['a part of the tag', (etag) => `${etag.slice(0, -2)}"`, 200],
    ['rubbish', () => '"', 200],
  ];
  for (const [sentence, form, status] of forms) {
    test(`${sentence}: ${status}`, async () => {
      const etag = (await getList(undefined)).header('etag') ?? '';
      expect((await getList(undefined, [['If-None-Match', form(etag)]])).status).toBe(status);
    });
  }

  test('a 304 with a forged cookie sets none', async () => {
    const etag = (await getList(undefined)).header('etag') ?? '';
    const more: HeaderLine[] = [
      ['If-None-Match', etag],
      ['Cookie', 'session=forged'],
    ];
    const answer = await getList(undefined, more);
    expect(answer.status).toBe(304);
    expect(answer.header('set-cookie')).toBeUndefined();
  });

  test('a lookup and a player have ETags too', async () => {
    for (const path of [`/api/server/${hash}`, '/api/player/Alice', '/api/id/1', '/api/players']) {
      // The uptime of a lookup may turn between two requests: then it is asked again.
      const isNotModified = async () => {
        const etag = (await client.get(path)).header('etag') ?? 'none';
        return [path, (await client.get(path, [['If-None-Match', etag]])).status] as const;
      };
      await eventually(isNotModified, ([, status]) => status === 304);
    }
  });
});

describe('caching headers', () => {
  const publicReads = [
    '/api/servers',
    '/api/server/',
    '/api/player/Alice',
    '/api/player/nobody',
    '/api/id/1',
    '/api/players',
  ];
  for (const path of publicReads) {
    test(`${path} may be kept and must be asked for again`, async () => {
      const answer = await client.get(path);
      expect(answer.header('cache-control')).toBe('no-cache');
      const vary = (answer.header('vary') ?? '').toLowerCase().split(/ *, */).sort();
      expect(vary).toEqual(['accept-encoding', 'cookie']);
      expect(answer.header('etag')).toBeDefined();
    });
  }
  for (const path of ['/api/login', '/api/myip']) {
    test(`${path} may not be kept`, async () => {
      expect((await client.get(path)).header('cache-control')).toBe('private, no-store');
    });
  }
  test('what was made for a logged-in session may not be kept, nor a 304 come of it', async () => {
    const player = new Client(muster);
    await player.login('Alice', 'correct horse');
    for (const path of ['/api/servers', `/api/server/${hash}`, '/api/login', '/api/myip']) {
      const answer = await player.get(path);
      expect([path, answer.header('cache-control')]).toEqual([path, 'private, no-store']);
    }
    const publicTag = (await getList(undefined)).header('etag') ?? '';
    expect((await player.get('/api/servers', [['If-None-Match', publicTag]])).status).toBe(200);
  });
});

test('nothing else is encoded without being asked', async () => {
  for (const path of [
    '/api/login',
    '/api/myip',
    '/heartbeat.jsp',
    '/api/players',
    '/api/player/Alice',
    '/api/nothing',
  ]) {
    const answer = await client.get(path);
    expect([path, answer.header('content-encoding')]).toEqual([path, undefined]);
  }
});
