// Lists of other sites that hang, lie, flood, lead elsewhere or are no lists.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { readMirrorList } from '../../../src/modules/mirrors/mirror-list.ts';
import { readListed } from '../../../src/modules/mirrors/mirrors-api.ts';

const HASH = 'a'.repeat(32);
const GOOD = { hash: HASH, name: 'A server', players: 3, maxplayers: 20, software: 'MCGalaxy' };
const hashOf = (index: number) => index.toString(16).padStart(32, '0');
const bodyOf = (servers: readonly unknown[]) => JSON.stringify({ servers });

let answer: (request: Request) => Response | Promise<Response>;
let site: ReturnType<typeof Bun.serve>;
let ticking: NodeJS.Timeout;
beforeAll(() => {
  // In Bun's tests `setImmediate` may wait for the next timer.
  ticking = setInterval(() => {}, 1);
  site = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => answer(request) });
});
afterAll(async () => {
  clearInterval(ticking);
  await site.stop(true);
});

const read = (known: { etag?: string; timeoutMs?: number } = {}) =>
  readMirrorList(site.url.origin, { read: readListed, ...known });
const respond = (body: string | Uint8Array<ArrayBuffer>, init?: ResponseInit) => {
  answer = () => new Response(body, init);
};

test('it asks for the list of the compatible API, and reads it with its ETag', async () => {
  const asked: string[] = [];
  answer = ({ url, headers }) => {
    asked.push(new URL(url).pathname, headers.get('accept-encoding') ?? '');
    return new Response(bodyOf([GOOD]), { headers: { etag: '"one"' } });
  };
  expect(await read()).toEqual({
    etag: '"one"',
    servers: [
      {
        ...{ hash: HASH, name: 'A server', players: 3, maxPlayers: 20, software: 'MCGalaxy' },
        ...{ country: 'T1', supportsWeb: false, uptimeSeconds: 0 },
      },
    ],
  });
  expect(asked).toEqual(['/api/servers', 'gzip']);
});

test('the same list again is not read', async () => {
  answer = ({ headers }) =>
    new Response(null, { status: headers.get('if-none-match') === '"one"' ? 304 : 500 });
  expect(await read({ etag: '"one"' })).toBeUndefined();
  expect(read()).rejects.toThrow('answered with status 500');
});

test('gzip is read', async () => {
  respond(gzipSync(bodyOf([GOOD])), { headers: { 'content-encoding': 'gzip' } });
  expect((await read())?.servers).toHaveLength(1);
});

describe('refused is', () => {
  const flood = new Uint8Array(1024 * 1024).fill(0x20);
  const packedFlood = gzipSync(new Uint8Array(100e6));
  test.each<[string, () => Response | Promise<Response>, string]>([
    [
      'a redirect, which nobody follows',
      () => Response.redirect('http://127.0.0.1:1/api/servers'),
      'answered with status 302',
    ],
    ['a page', () => new Response('<h1>"servers"</h1>'), 'that is no server list'],
    ['other JSON', () => new Response('{"servers":{"a":1}}'), 'that is no server list'],
    ['nothing', () => new Response(''), 'that is no server list'],
    ['a list of numbers', () => new Response('{"servers":[1,2]}'), 'that is no server list'],
    ['a list without an end', () => new Response('{"servers":[{"a":"}"'), 'no server list'],
    ['nesting', () => new Response(`{"servers":[${'['.repeat(1e6)}`), 'no server list'],
    [
      'another encoding',
      () => new Response('x', { headers: { 'content-encoding': 'br' } }),
      'that is no server list',
    ],
    [
      'damaged gzip',
      () => new Response('x', { headers: { 'content-encoding': 'gzip' } }),
      'damaged gzip',
    ],
    [
      'a flood of 100 MB',
      () => {
        let sent = 0;
        const pull = (stream: ReadableStreamDefaultController) => {
          sent += 1;
          stream.enqueue(flood);
          if (sent === 100) stream.close();
        };
        return new Response(new ReadableStream({ pull }));
      },
      'more than 8 MiB',
    ],
    [
      'little gzip that becomes 100 MB',
      () => new Response(packedFlood, { headers: { 'content-encoding': 'gzip' } }),
      'more than 8 MiB',
    ],
  ])('%s', async (_, respondWith, why) => {
    answer = respondWith;
    await expect(read()).rejects.toThrow(why);
  });

  test('what does not answer, or not to its end, in time', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    answer = () => promise;
    await expect(read({ timeoutMs: 100 })).rejects.toThrow('did not answer within 0.1 s');
    resolve(new Response());
    answer = () =>
      new Response(new ReadableStream({ start: (stream) => stream.enqueue(flood.subarray(9)) }));
    await expect(read({ timeoutMs: 100 })).rejects.toThrow('did not answer within 0.1 s');
  });

  test('a site that is not there', async () => {
    await expect(readMirrorList('http://127.0.0.1:1', { read: readListed })).rejects.toThrow(
      'http://127.0.0.1:1/api/servers (mirrors) cannot be read',
    );
  });
});

test.each<[string, unknown]>([
  ['no hash', { ...GOOD, hash: undefined }],
  ['a hash that is none', { ...GOOD, hash: '../../admin' }],
  ['players in words', { ...GOOD, players: '3' }],
  ['players below zero', { ...GOOD, players: -1 }],
  ['half a player', { ...GOOD, players: 0.5 }],
  ['more players than any heartbeat may name', { ...GOOD, players: 65_536 }],
  ['no places', { ...GOOD, maxplayers: 0 }],
  ['a name that is an object', { ...GOOD, name: { toString: 1 } }],
  ['a name that nobody sees', { ...GOOD, name: ' \u202e\u200b ' }],
  ['an origin of its own: the site has it from elsewhere', { ...GOOD, origin: 'a.example' }],
  ['more than 4 KiB', { ...GOOD, software: 'x'.repeat(5_000) }],
])('a record with %s is left out, and the others stay', async (_, record) => {
  respond(bodyOf([record, { ...GOOD, hash: hashOf(1) }, {}]));
  expect((await read())?.servers.map(({ hash }) => hash)).toEqual([hashOf(1)]);
});

test.each([
  '1',
  '-0.5e3',
  'null',
  'true',
  '"a text, with ]}, in it \\" "',
  '""',
  '[]',
  '[{"hash":"x"},[1,[2]]]',
  '{"hash":}',
  '{"a":1}{"b":2}',
  'nonsense',
])('an entry that is no record, %s, is left out wherever it stands', async (entry) => {
  const [one, two] = [1, 2].map((index) => JSON.stringify({ ...GOOD, hash: hashOf(index) }));
  for (const list of [
    `${entry},${one},${two}`,
    `${one},${entry} , ${two}`,
    `${one},${two},${entry}`,
  ]) {
    respond(`{"servers": [ ${list} ],"more":1}`);
    expect((await read())?.servers.map(({ hash }) => hash)).toEqual([hashOf(1), hashOf(2)]);
  }
});

test('a list without an entry is a list', async () => {
  respond('{"servers":[ ]}');
  expect((await read())?.servers).toEqual([]);
});

test('texts are cleaned and cut as those of heartbeats, and unknown values are left', async () => {
  const name = `${'\u202e<b>"&\\'}${'😀'.repeat(100)}`;
  const odd = { software: 7, country_abbr: 'zz9', uptime: 1e300, web: 'yes', ip: '::1', port: 1 };
  respond(bodyOf([{ ...GOOD, ...odd, name, origin: null, hash: 'A'.repeat(32) }]));
  expect((await read())?.servers).toEqual([
    {
      ...{ hash: HASH, name: `<b>"&\\${'😀'.repeat(58)}`, players: 3, maxPlayers: 20 },
      ...{ software: '', country: 'T1', supportsWeb: false, uptimeSeconds: 0 },
    },
  ]);
});

test.each([
  ['that ends in a backslash', 'A server\\\\'],
  ['that ends in a quote', 'A \\"server\\"'],
  ['with brackets of the list', '}]{['],
])('a text %s ends where it ends', async (_, name) => {
  respond(
    bodyOf([
      { ...GOOD, name },
      { ...GOOD, hash: hashOf(1) },
    ]),
  );
  expect((await read())?.servers.map((server) => server.name)).toEqual([name, 'A server']);
});

test('the list may stand behind much else', async () => {
  const before = { version: 'x'.repeat(100_000), total: [1, { a: 2 }] };
  respond(JSON.stringify({ ...before, servers: [GOOD] }));
  expect((await read())?.servers).toHaveLength(1);
});

test('of more than 5,000 servers the first are read, in slices', async () => {
  const long = 'x'.repeat(1_400);
  const many = Array.from({ length: 5_400 }, (_, index) => ({
    ...{ ...GOOD, hash: hashOf(index) },
    software: long,
  }));
  const body = bodyOf(many);
  expect(body.length).toBeLessThan(8 * 1024 * 1024);
  respond(body);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const list = await read();
  clearInterval(timer);
  expect(list?.servers).toHaveLength(5_000);
  expect(list?.servers.at(-1)?.hash).toBe(hashOf(4_999));
  expect(turns).toBeGreaterThan(2);
});
