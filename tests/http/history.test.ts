// GET /api/v1/servers/<hash>/history and /api/v1/history: numbers of public servers, for anybody.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { TestApp } from '../support/test-app.ts';
import { START } from '../support/test-app.ts';
import {
  ALPHA_HASH,
  HIDDEN_HASH,
  ONLY_LOGGED_IN,
  openSampleApp,
  PUBLIC_READ,
  play,
  UNKNOWN_HASH,
} from './sample-app.ts';

interface Answered {
  hash?: string;
  range: string;
  from: number;
  step: number;
  players: (number | null)[];
  peaks: (number | null)[];
  servers?: (number | null)[];
}

const pathOf = (hash: string, query = '') => `/api/v1/servers/${hash}/history${query}`;
const NOT_FOUND = { error: { kind: 'not_found', message: expect.stringMatching(/^[A-Z].+\.$/) } };
const ERROR = { 'content-type': 'application/json', 'cache-control': 'no-store' } as const;

/** The app after three minutes with a sample each; the servers beat in every one. */
async function openSampled(): Promise<TestApp> {
  const app = await openSampleApp();
  for (const users of ['3', '5', '4']) {
    await app.beat({ name: 'Alpha', users }, '203.0.113.7');
    await app.beat({ name: 'Bravo', port: '25570', users: '9' }, '198.51.100.2');
    await app.beat({ name: 'Hidden', public: 'false', users: '40' }, '192.0.2.9');
    await app.servers.history.sample();
    await app.advance(60_000);
  }
  return app;
}

let app: TestApp;
beforeAll(async () => {
  app = await openSampled();
});
afterAll(() => app[Symbol.asyncDispose]());

describe('the history of a server', () => {
  test.each(['', '/', '?range=24h', '?range=24h&x=1'])(
    'is answered with %p behind it',
    async (end) => {
      const path = pathOf(ALPHA_HASH, end);
      const answer = await play(app, { path, shows: PUBLIC_READ, lacks: ONLY_LOGGED_IN });
      const found = answer.json() as Answered;
      expect(found).toMatchObject({ hash: ALPHA_HASH, range: '24h', step: 60 });
      expect(found.from).toBe(START / 1_000 - 1_437 * 60);
      expect(found.players).toHaveLength(1_440);
      expect(found.players.slice(-4)).toEqual([null, 3, 5, 4]);
      expect(found.peaks.slice(-4)).toEqual([null, 3, 5, 4]);
    },
  );

  test('of another range has its steps', async () => {
    const path = pathOf(ALPHA_HASH.toUpperCase(), '?range=7d');
    const found = (await play(app, { path, shows: PUBLIC_READ })).json() as Answered;
    expect(found).toMatchObject({ hash: ALPHA_HASH, range: '7d', step: 600 });
    expect(found.players).toHaveLength(1_008);
    expect([found.players.at(-1), found.peaks.at(-1)]).toEqual([4, 5]);
  });

  test.each(['1h', '', '24H', 'constructor', '90d,7d'])(
    'of the range %p is refused',
    async (range) => {
      const path = pathOf(ALPHA_HASH, `?range=${encodeURIComponent(range)}`);
      const answer = await play(app, { path, status: 400, shows: ERROR });
      expect(answer.json()).toEqual({
        error: { kind: 'invalid', message: expect.stringContaining('24h, 7d, 90d') },
      });
    },
  );

  test('of a private server, one that is not known and a broken hash are answered alike', async () => {
    const texts = new Set<string>();
    for (const hash of [HIDDEN_HASH, UNKNOWN_HASH, 'nothing', '%zz', `${ALPHA_HASH}0`]) {
      const answer = await play(app, { path: pathOf(hash), status: 404, shows: ERROR });
      expect(answer.json()).toEqual(NOT_FOUND);
      texts.add(answer.text);
    }
    expect(texts.size).toBe(1);
  });

  test('outlives the server, unless it was private at the end', async () => {
    await using app = await openSampled();
    await app.advance(180_000);
    const { players } = (await play(app, { path: pathOf(ALPHA_HASH) })).json() as {
      players: unknown[];
    };
    expect(players.some((count) => count !== null)).toBe(true);
    await app.beat({ name: 'Alpha', public: 'false' }, '203.0.113.7');
    await app.servers.history.sample();
    await app.advance(180_000);
    await play(app, { path: pathOf(ALPHA_HASH), status: 404 });
  });
});

describe('the availability of a server', () => {
  const availabilityOf = (hash: string) => `/api/v1/servers/${hash}/availability`;

  test('begins with its first listing', async () => {
    const path = availabilityOf(ALPHA_HASH.toUpperCase());
    const answer = await play(app, { path, shows: PUBLIC_READ, lacks: ONLY_LOGGED_IN });
    const firstSeen = Math.floor(START / 60_000) * 60;
    expect(answer.json()).toEqual({ hash: ALPHA_HASH, firstSeen, hours: 1, availableHours: 1 });
  });

  test('is unknown before the first sample, and stays while the server is offline', async () => {
    await using fresh = await openSampleApp();
    const unknown = { hash: ALPHA_HASH, firstSeen: null, hours: 0, availableHours: 0 };
    expect((await play(fresh, { path: availabilityOf(ALPHA_HASH) })).json()).toEqual(unknown);
    await fresh.servers.history.sample();
    await fresh.advance(60 * 60_000);
    await fresh.servers.history.sample();
    const known = await play(fresh, { path: availabilityOf(ALPHA_HASH) });
    expect(known.json()).toMatchObject({ hours: 2, availableHours: 1 });
  });

  test.each([HIDDEN_HASH, UNKNOWN_HASH, 'nothing'])('of %p is not told', async (hash) => {
    const answer = await play(app, { path: availabilityOf(hash), status: 404, shows: ERROR });
    expect(answer.json()).toEqual(NOT_FOUND);
  });
});

describe('the history of all servers', () => {
  test('counts players and servers, private ones left out', async () => {
    const path = '/api/v1/history/?range=24h';
    const answer = await play(app, { path, shows: PUBLIC_READ, lacks: ONLY_LOGGED_IN });
    const found = answer.json() as Answered;
    expect(found).toMatchObject({ range: '24h', step: 60 });
    expect(found.players.slice(-4)).toEqual([null, 12, 14, 13]);
    expect(found.servers?.slice(-4)).toEqual([null, 2, 2, 2]);
    expect((await play(app, { path })).text).toBe(answer.text);
  });
});

describe('on either path', () => {
  const paths = ['/api/v1/history', pathOf(ALPHA_HASH)];

  test('has one budget with the other, for each address and a whole /64 of IPv6', async () => {
    await using app = await openSampled();
    for (let host = 1; host <= 1_200; host += 1) {
      const address = `2001:db8:1:2::${host.toString(16)}`;
      await play(app, { path: paths[host % 2] ?? '', address });
    }
    for (const path of paths) {
      const answer = await play(app, {
        ...{ path, address: '2001:db8:1:2:ffff::1', status: 429, shows: ERROR },
      });
      expect(answer.json()).toEqual({
        error: { kind: 'rate_limited', message: expect.stringMatching(/again in \d+ s\.$/) },
      });
      await play(app, { path, address: '2001:db8:1:3::1' });
    }
  });

  test.each(paths)('%s counts what it refuses', async (path) => {
    await using app = await openSampled();
    const wrong = `${path}?range=1y`;
    for (let turn = 0; turn < 1_200; turn += 1) {
      expect((await app.request(wrong)).status).toBe(400);
    }
    await play(app, { path: wrong, status: 429, shows: ERROR });
    await play(app, { path, status: 429, shows: ERROR });
  });
});

test('an unknown path of this API is answered in the words of this API', async () => {
  for (const path of ['/api/v1', '/api/v1/nothing', '/api/v1/servers/x', '/api/v1/history/x']) {
    const answer = await play(app, { path, status: 404, shows: ERROR });
    expect(answer.json()).toEqual(NOT_FOUND);
  }
});
