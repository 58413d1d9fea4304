// The POST of a webhook: to which addresses it goes, and how it ends.

import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import os from 'node:os';
import { OUTGOING_HEADER } from '../../../src/platform/lib/outgoing-request.ts';
import { createWebhookPost } from '../../../src/platform/net/outgoing-post.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createFakeTimers, settle } from '../../support/fake-timers.ts';

const secrets = makeCertificate({ names: ['hooks.test'] });
/** What the servers below got, and how the next request is answered. */
let got: { method?: string; path?: string; host?: string; type?: string; body: string }[] = [];
let answer: (response: ServerResponse) => void = (response) => response.writeHead(204).end();

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const bytes: Buffer[] = await request.toArray();
  const body = Buffer.concat(bytes).toString('latin1');
  const { method, url: path, headers } = request;
  got.push({ method, path, host: headers.host, type: headers['content-type'], body } as never);
  answer(response);
}

const plain = createServer((request, response) => void handle(request, response));
const secure = createSecureServer(secrets, (request, response) => void handle(request, response));
let [plainPort, securePort] = [0, 0];
beforeAll(async () => {
  for (const server of [plain, secure]) await once(server.listen(0, '127.0.0.1'), 'listening');
  plainPort = (plain.address() as AddressInfo).port;
  securePort = (secure.address() as AddressInfo).port;
});
afterAll(() => {
  for (const server of [plain, secure]) {
    server.closeAllConnections();
    server.close();
  }
});

function poster(addresses: readonly string[][] = [['127.0.0.1']], mayBePrivate = true) {
  let looks = 0;
  const post = createWebhookPost({
    ...{ mayBePrivate: () => mayBePrivate, ca: secrets.cert },
    async findAddresses(name) {
      const found = addresses[Math.min(looks++, addresses.length - 1)] ?? [];
      if (found.length === 0) throw new Error(`ENOTFOUND ${name}`);
      return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
  });
  got = [];
  const send = (url: string, body: string | Buffer = 'ü') =>
    post({ url, headers: { 'content-type': 'application/json' }, body });
  return { send, looks: () => looks };
}

test('it sends the body with its headers, by name over TLS, to an address of the name', async () => {
  const { send, looks } = poster();
  const url = `https://hooks.test:${securePort}/a?b=1`;
  // Messages to browsers are bytes.
  for (const body of ['ü', Buffer.from([0, 255])]) {
    expect(await send(url, body)).toEqual({ status: 204 });
  }
  const one = { method: 'POST', path: '/a?b=1', host: `hooks.test:${securePort}` };
  const type = 'application/json';
  expect(got).toEqual([
    { ...one, type, body: '\xc3\xbc' },
    { ...one, type, body: '\0\xff' },
  ]);
  expect(looks()).toBe(2);
});

test('a certificate for another name is refused', async () => {
  const { send } = poster();
  const url = `https://other.test:${securePort}/`;
  expect(await send(url)).toEqual({ status: 0, problem: 'connection' });
  expect(got).toEqual([]);
});

test.each([
  ...['127.0.0.1', '127.9.9.9', '10.1.2.3', '172.16.0.1', '192.168.1.1', '100.64.0.1'],
  ...['169.254.169.254', '0.0.0.0', '224.0.0.1', '255.255.255.255', '192.0.2.1', '198.18.0.1'],
  ...[
    '[::1]',
    '[::]',
    '[fc00::1]',
    '[fe80::1]',
    '[ff02::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
  ],
  ...['[::ffff:127.0.0.1]', '[::ffff:a00:1]', '[::127.0.0.1]', '[2001:db8::1]'],
  ...['2130706433', '0x7f.1', '0177.0.0.1', '127.1'],
])('nothing is sent to %s, by its address or by a name that has it', async (host) => {
  const { hostname } = new URL(`https://${host}`);
  const { send } = poster([[hostname.replace(/^\[|\]$/g, '')]], false);
  for (const name of [host, 'hooks.test']) {
    const url = `https://${name}:${securePort}/`;
    expect(await send(url)).toEqual({ status: 0, problem: 'address' });
  }
  expect(got).toEqual([]);
});

test.each([...['169.254.169.254', 'fe80::1', '0.0.0.0', 'ff02::1', '64:ff9b::7f00:1']])(
  'where private addresses are allowed, %s is not',
  async (address) => {
    expect(await poster([[address]]).send(`http://hooks.test:${plainPort}/`)).toEqual({
      ...{ status: 0, problem: 'address' },
    });
  },
);

test('http goes to private addresses alone, and only where they are allowed', async () => {
  const url = `http://hooks.test:${plainPort}/`;
  expect(await poster().send(url)).toEqual({ status: 204 });
  expect(await poster([['8.8.8.8']]).send(url)).toEqual({ status: 0, problem: 'address' });
  expect(await poster([['127.0.0.1']], false).send(url)).toMatchObject({ problem: 'address' });
});

test('a name with one address that is private leads nowhere, and one without any neither', async () => {
  const url = `https://hooks.test:${securePort}/`;
  const { send } = poster([['1.1.1.1', '127.0.0.1']], false);
  expect(await send(url)).toEqual({ status: 0, problem: 'address' });
  expect(await poster([[]]).send(url)).toEqual({ status: 0, problem: 'dns' });
});

test('a name that changes its address between the look and the connection changes nothing', async () => {
  // The first answer is decided on and connected to; nobody asks for the second.
  const { send, looks } = poster([['127.0.0.1'], ['127.0.0.2']]);
  expect(await send(`http://hooks.test:${plainPort}/`)).toEqual({ status: 204 });
  expect(looks()).toBe(1);
  const away = poster([['127.0.0.2'], ['127.0.0.1']]);
  // Nothing listens there, where the second answer would lead to the server.
  expect(await away.send(`http://hooks.test:${plainPort}/`)).toEqual({
    ...{ status: 0, problem: 'connection' },
  });
  expect([got.length, away.looks()]).toEqual([0, 1]);
});

describe('own names and addresses', () => {
  const ownHosts = () => ['play.test', 'other.test:8080', `127.0.0.1:${plainPort}`];
  const open = (namedHosts: readonly string[] = [], address = '127.0.0.1') => {
    got = [];
    return createWebhookPost({
      mayBePrivate: () => true,
      ownHosts,
      namedHosts: () => namedHosts,
      ca: secrets.cert,
      findAddresses: async () => [{ address, family: 4 }],
    });
  };
  const request = (url: string) => ({ url, headers: {}, body: '' });

  test.each(['play.test', 'play.test.', 'PLAY.test', 'other.test', '127.0.0.1'])(
    'of the site, such as %s, are no receivers, unless the operator named them',
    async (host) => {
      const url = `http://${host}:${plainPort}/server/heartbeat`;
      expect(await open()(request(url))).toEqual({ status: 0, problem: 'address' });
      expect(got).toEqual([]);
      const { hostname } = new URL(url);
      for (const named of [hostname, `${hostname}:${plainPort}`]) {
        expect(await open([named])(request(url))).toEqual({ status: 204 });
      }
      expect(await open(['x.test', `${hostname}:1`])(request(url))).toMatchObject({ status: 0 });
    },
  );

  test('another program on this machine is a receiver where private addresses are', async () => {
    const url = `https://hooks.test:${securePort}/`;
    expect(await open()(request(url))).toEqual({ status: 204 });
  });

  test('a public address of this machine is none', async () => {
    const spy = spyOn(os, 'networkInterfaces').mockReturnValue({
      eth0: [{ address: '8.8.8.8' } as os.NetworkInterfaceInfo],
    });
    const url = `https://hooks.test:${securePort}/`;
    expect(await open([], '8.8.8.8')(request(url))).toEqual({ status: 0, problem: 'address' });
    spy.mockRestore();
  });
});

test('each request has the mark that every Muster refuses', async () => {
  let mark: unknown;
  answer = (response) => {
    mark = response.req.headers[OUTGOING_HEADER];
    response.writeHead(204).end();
  };
  await poster().send(`http://hooks.test:${plainPort}/`);
  answer = (response) => response.writeHead(204).end();
  expect(mark).toBe('true');
});

test.each([
  [301, 'redirect'],
  [307, 'redirect'],
  [400, 'refused'],
  [429, 'refused'],
  [500, 'refused'],
] as const)('status %i is told, and no redirect is followed', async (status, problem) => {
  answer = (response) =>
    response.writeHead(status, { location: `http://127.0.0.1:${plainPort}/x` }).end();
  expect(await poster().send(`http://hooks.test:${plainPort}/`)).toEqual({ status, problem });
  expect(got).toHaveLength(1);
  answer = (response) => response.writeHead(204).end();
});

test.each([
  ['120', 120_000],
  [new Date(Date.now() + 90_500).toUTCString(), expect.closeTo(90_000, -4)],
  ...['0', '-5', 'soon', '1e9', 'Thu, 01 Jan 1970 00:00:00 GMT'].map((text) => [text, undefined]),
] as [string, unknown][])('a receiver that asks to wait "%s" is understood', async (text, ms) => {
  answer = (response) => response.writeHead(503, { 'retry-after': text }).end();
  const { retryAfterMs } = await poster().send(`http://hooks.test:${plainPort}/`);
  answer = (response) => response.writeHead(204).end();
  expect(retryAfterMs).toEqual(ms as number);
});

test('of an answer without end nothing is read but its beginning', async () => {
  let sent = 0;
  const closed = Promise.withResolvers<void>();
  answer = (response) => {
    response.writeHead(200);
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384))) sent += 16_384;
    };
    response
      .on('drain', write)
      .on('close', closed.resolve)
      .on('error', () => {});
    write();
  };
  expect(await poster().send(`http://hooks.test:${plainPort}/`)).toEqual({ status: 200 });
  await closed.promise;
  // What the buffers of both sockets take, at most.
  expect(sent).toBeLessThan(8 * 1024 * 1024);
  answer = (response) => response.writeHead(204).end();
});

test('who does not answer within ten seconds is given up, also while the name is looked up', async () => {
  const silent = createSocketServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const timers = createFakeTimers(createFakeClock(0));
  const { port } = silent.address() as AddressInfo;
  const begin = (findAddresses: () => Promise<{ address: string; family: number }[]>) => {
    const post = createWebhookPost({ mayBePrivate: () => true, timers, findAddresses });
    return post({ url: `http://hooks.test:${port}/`, headers: {}, body: '' });
  };
  const home = [{ address: '127.0.0.1', family: 4 }];
  for (const find of [async () => home, () => new Promise<typeof home>(() => {})]) {
    let ended: unknown;
    const sending = begin(find).then((result) => (ended = result));
    await timers.turn(9_999);
    await settle();
    expect(ended).toBeUndefined();
    await timers.turn(1);
    expect(await sending).toEqual({ status: 0, problem: 'timeout' });
  }
  expect(timers.waiting).toBe(0);
  silent.close();
});

test('nothing listens, or no address: it ends without throwing', async () => {
  const { send } = poster();
  for (const url of ['http://127.0.0.1:1/', 'nonsense']) {
    expect(await send(url)).toEqual({ status: 0, problem: 'connection' });
  }
});
