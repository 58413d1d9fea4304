// The relay over http: how a browser is accepted before anybody is called, and what a refusal looks like.

import { expect, test } from 'bun:test';
import type { SocketListener } from '../../src/modules/relay/pump.ts';
import { createRelay } from '../../src/modules/relay/relay.ts';
import { createRelayHandler } from '../../src/modules/relay/relay-api.ts';
import { createFakeBrowser, createFakeConnector, LIMITS } from '../modules/relay/fakes.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createFakeTimers } from '../support/fake-timers.ts';
import { openTestApp } from '../support/test-app.ts';

const RIGHT = { origin: 'https://play.test', 'sec-websocket-protocol': 'ClassiCube' };
const PATH = '/p/203.0.113.7/25565';

function openSurface() {
  const clock = createFakeClock(0);
  const { connect, games } = createFakeConnector();
  const relay = createRelay({
    origin: RIGHT.origin,
    limits: { ...LIMITS, relayPerAddress: 2, relayLimit: 3 },
    findRelayTarget: (ip, port) => (ip === '203.0.113.7' ? { ip, port } : undefined),
    connect,
    timers: createFakeTimers(clock),
    monotonicMs: clock.now,
    report() {},
  });
  const addresses = new WeakMap<Request, string>();
  const surface = createRelayHandler({
    relay,
    addressOf: (request) => addresses.get(request) ?? 'nowhere',
    isSenderUnknown: () => false,
    noteStay: () => () => {},
  });
  const upgraded: { listener: SocketListener; headers: Record<string, string> }[] = [];

  function request(
    path: string,
    { headers = RIGHT, address = '198.51.100.1', isHandshake = true }: Asking = {},
  ) {
    const request = new Request(`https://play.test${path}`, { headers });
    addresses.set(request, address);
    return surface.answer(request, (data, answered) => {
      const listener = data as SocketListener;
      if (isHandshake) upgraded.push({ listener, headers: answered });
      return isHandshake;
    });
  }

  return { request, upgraded, games };
}

interface Asking {
  headers?: Record<string, string>;
  address?: string;
  isHandshake?: boolean;
}

// C12.4, C12.10
test('a browser is accepted with the subprotocol, and the game server is asked after that', () => {
  const { request, upgraded, games } = openSurface();
  expect(request(PATH)).toBeUndefined();
  expect(upgraded.map(({ headers }) => headers)).toEqual([
    { 'Sec-WebSocket-Protocol': 'ClassiCube' },
  ]);
  expect(games).toEqual([]);
  upgraded[0]?.listener.start(createFakeBrowser().socket);
  expect(games).toHaveLength(1);
});

const { origin, ...withoutOrigin } = RIGHT;
const refusals: [string, number, string, Asking][] = [
  ['of another site', 403, PATH, { headers: { ...RIGHT, origin: 'https://other.test' } }],
  ['without an origin', 403, PATH, { headers: withoutOrigin }],
  ['of a server that is not listed', 403, '/p/203.0.113.8/25565', {}],
  ['of another spelling', 403, '/p/203.0.113.7/025565', {}],
  ['without the subprotocol', 400, PATH, { headers: { origin } }],
  ['that is no handshake', 400, PATH, { isHandshake: false }],
];
// C12.3
test.each(refusals)('a request %s is answered %p', (_what, status, path, asking) => {
  const { request, upgraded, games } = openSurface();
  const answer = request(path, asking);
  expect(answer?.status).toBe(status);
  expect(answer?.headers.get('cache-control')).toBe('no-store');
  expect([...upgraded, ...games]).toEqual([]);
});

// C12.3
test('at a limit the answer is 503, for an address and for all', () => {
  const { request, games } = openSurface();
  for (let time = 0; time < 2; time += 1) expect(request(PATH)).toBeUndefined();
  expect(request(PATH)?.status).toBe(503);
  expect(request(PATH, { address: '192.0.2.1' })).toBeUndefined();
  expect(request(PATH, { address: '192.0.2.2' })?.status).toBe(503);
  expect(games).toEqual([]);
});

test.each([
  [true, 403],
  [false, 404],
])(
  'of a service whose relay is on: %p, a request without an origin gets %d',
  async (isRelayOn, status) => {
    await using app = await openTestApp({ isRelayOn });
    expect((await app.request(PATH)).status).toBe(status);
  },
);
