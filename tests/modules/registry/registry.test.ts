// The registry of live servers: what it holds, the events that it reports, and which changes are visible.

import { beforeEach, describe, expect, test } from 'bun:test';
import type { Heartbeat } from '../../../src/modules/heartbeat/heartbeat-fields.ts';
import { computeServerHash } from '../../../src/modules/registry/server-hash.ts';
import { NO_DECISIONS } from '../../../src/modules/registry/server-ports.ts';
import {
  ADDRESS,
  createTestRegistry,
  goodBeat,
  START,
  type TestRegistry,
} from '../../support/test-servers.ts';

const HASH = computeServerHash(ADDRESS, 25_565);

let bench: TestRegistry;
beforeEach(() => {
  bench = createTestRegistry();
});

/** How much each revision grew while something was done. */
function growth(action: () => void): { visible: number; secret: number } {
  const before = { ...bench.registry.revisions };
  action();
  const { visible, secret } = bench.registry.revisions;
  return { visible: visible - before.visible, secret: secret - before.secret };
}

const listedPorts = (): number[] =>
  bench.registry
    .listLive()
    .map(({ listing }) => listing.port)
    .toSorted((a, b) => a - b);

describe('a new server', () => {
  test('is found by address, by hash, and among the live ones', () => {
    const server = bench.save();
    expect(bench.registry.findByAddress(ADDRESS, 25_565)).toBe(server);
    expect(bench.registry.findLive(HASH)).toBe(server);
    expect(bench.registry.listLive()).toEqual([server]);
    expect(server.listing).toEqual({
      hash: HASH,
      ip: ADDRESS,
      port: 25_565,
      name: 'A server',
      players: 3,
      maxPlayers: 20,
      software: 'MCGalaxy 1.9.5.3',
      supportsWeb: false,
      country: 'NL',
      joinIp: ADDRESS,
      joinPort: 25_565,
      isFeatured: false,
      isClaimed: false,
      counted: 3,
      startedAt: START,
    });
  });

  test('appears once, and changes the public list', () => {
    expect(growth(() => bench.save())).toMatchObject({ visible: 1 });
    bench.save();
    expect(bench.readEvents()).toEqual(['changed', 'appeared 25565']);
  });

  test('that is private appears without changing the public list', () => {
    expect(growth(() => bench.save({ public: false })).visible).toBe(0);
    expect(bench.readEvents()).toEqual(['appeared 25565']);
  });

  test('without software or web has them empty and false', () => {
    const { software: _, web: __, ...bare } = goodBeat();
    const { listing } = bench.registry.save(bare, ADDRESS, 1);
    expect(listing).toMatchObject({ software: '', supportsWeb: false });
  });

  test('on another port or address is another server', () => {
    bench.save();
    bench.save({ port: 25_566 });
    bench.save({}, '203.0.113.8');
    expect(bench.registry.listLive()).toHaveLength(3);
    expect(bench.registry.countLive(ADDRESS)).toBe(2);
    expect(bench.registry.countLive('203.0.113.8')).toBe(1);
    expect(bench.registry.countLive('203.0.113.9')).toBe(0);
  });

  test('is found among any number on one address, while they come and go', () => {
    const findPorts = (): number[] =>
      Array.from({ length: 40 }, (_, index) => index + 1).filter(
        (port) => bench.registry.findByAddress(ADDRESS, port)?.listing.port === port,
      );
    const known: number[] = [];
    for (let port = 1; port <= 40; port += 1) {
      bench.save({ port });
      known.push(port);
      expect(findPorts()).toEqual(known);
    }
    while (known.length > 0) {
      const gone = known.splice(known.length >> 1, 1)[0];
      bench.registry.dropWhere(({ listing }) => listing.port === gone);
      expect(findPorts()).toEqual(known);
    }
  });

  test('is found there by the port of its heartbeats, wherever players join it', () => {
    const places = Array.from({ length: 40 }, (_, index) => index + 1).map(
      (port) => [computeServerHash(ADDRESS, port), { ip: undefined, port: port + 1_000 }] as const,
    );
    bench.registry.applyDecisions({ ...NO_DECISIONS, joinPlaces: new Map(places) });
    for (let port = 1; port <= 40; port += 1) bench.save({ port });
    // Both ways to be found: by the one that was found last, and among all of the address.
    for (let port = 1; port <= 40; port += 1) {
      expect(bench.registry.findByAddress(ADDRESS, port + 1_000)).toBeUndefined();
      const found = bench.registry.findByAddress(ADDRESS, port);
      expect(found?.listing).toMatchObject({ port, joinPort: port + 1_000 });
      expect(bench.save({ port })).toBe(found as never);
    }
    expect(bench.registry.listLive()).toHaveLength(40);
  });
});

describe('a further heartbeat', () => {
  test.each<[string, Partial<Heartbeat>, { visible: number; secret: number }]>([
    ['with nothing new is no change', {}, { visible: 0, secret: 0 }],
    ['with another name is a visible one', { name: 'B' }, { visible: 1, secret: 0 }],
    ['with another count of players is a visible one', { users: 4 }, { visible: 1, secret: 0 }],
    ['with another most is a visible one', { max: 21 }, { visible: 1, secret: 0 }],
    ['with other software is a visible one', { software: '' }, { visible: 1, secret: 0 }],
    ['that starts to say web is a visible one', { web: true }, { visible: 1, secret: 0 }],
    ['with another salt is a secret one', { salt: 'b' }, { visible: 0, secret: 1 }],
    ['that turns private is a visible one', { public: false }, { visible: 1, secret: 0 }],
  ])('%s', (_sentence, changes, expected) => {
    bench.save();
    bench.registry.takeBatch();
    expect(growth(() => bench.save(changes))).toEqual(expected);
    const isBeat = ['', 'users'].includes(Object.keys(changes).join());
    const { saved, beats } = bench.registry.takeBatch(true);
    expect([saved, beats].map(({ length }) => length)).toEqual(isBeat ? [0, 1] : [1, 0]);
  });

  test('that missed one is saved with the time since when it is steady', () => {
    bench.save();
    bench.registry.takeBatch();
    bench.clock.advance(66_000);
    bench.save();
    expect(bench.registry.takeBatch(true)).toMatchObject({
      ...{ saved: [{ steadySince: START + 66_000 }], beats: [] },
    });
  });

  test('of a private server changes nothing that is visible', () => {
    bench.save({ public: false });
    expect(growth(() => bench.save({ public: false, name: 'B', users: 9 })).visible).toBe(0);
  });

  test('keeps the listing itself where nothing of it changed', () => {
    const { listing } = bench.save();
    expect(bench.save({ salt: 'b' }).listing).toBe(listing);
    expect(bench.save({ users: 4 }).listing).not.toBe(listing);
  });

  test('shows what the latest one said', () => {
    bench.save();
    bench.clock.advance(30_000);
    const server = bench.save({ name: 'B', users: 0, max: 1, salt: 'b', software: 'C', web: true });
    expect(server).toMatchObject({ salt: 'b', lastBeatAt: START + 30_000 });
    expect(server.listing).toMatchObject({
      name: 'B',
      players: 0,
      maxPlayers: 1,
      software: 'C',
      supportsWeb: true,
      startedAt: START,
    });
  });
});

describe('the result of a probe', () => {
  test('is dated when it is good, and none when it is bad', () => {
    const server = bench.save();
    bench.clock.advance(1_000);
    bench.registry.recordProbe(server, true);
    expect(server).toMatchObject({ reachableAt: START + 1_000, probedAt: START + 1_000 });
    bench.clock.advance(1_000);
    bench.registry.recordProbe(server, false);
    expect(server).toMatchObject({ reachableAt: null, probedAt: START + 2_000 });
  });

  test('changes nothing that is visible', () => {
    const server = bench.save();
    expect(growth(() => bench.registry.recordProbe(server, true)).visible).toBe(0);
  });

  test('on a server that was forgotten meanwhile is not written down', () => {
    const server = bench.save();
    bench.registry.takeBatch();
    bench.registry.dropWhere(() => true);
    bench.registry.recordProbe(server, true);
    expect(bench.registry.takeBatch()).toMatchObject({ saved: [], removed: [{ hash: HASH }] });
  });
});

describe('dropping by address', () => {
  test('drops every server of the addresses named, private ones too, and no other', () => {
    bench.save({ port: 1 });
    bench.save({ port: 2, public: false });
    bench.save({ port: 3 }, '203.0.113.8');
    bench.readEvents();
    bench.registry.dropWhere(({ listing }) => listing.ip === ADDRESS);
    expect(listedPorts()).toEqual([3]);
    expect(bench.registry.countLive(ADDRESS)).toBe(0);
    expect(bench.readEvents()).toEqual(['changed', 'left 1', 'left 2']);
  });
});

test('a batch has what was removed since the last one, once', () => {
  bench.save();
  bench.registry.takeBatch();
  bench.registry.dropWhere(() => true);
  expect(bench.registry.takeBatch().removed).toMatchObject([{ hash: HASH }]);
  expect(bench.registry.takeBatch()).toMatchObject({ saved: [], removed: [] });
});

describe('featured servers', () => {
  test('are marked at once, and a change is visible', () => {
    const server = bench.save();
    expect(
      growth(() => bench.registry.applyDecisions({ ...NO_DECISIONS, featured: new Set([HASH]) }))
        .visible,
    ).toBe(1);
    expect(server.listing.isFeatured).toBe(true);
    expect(growth(() => bench.registry.applyDecisions(NO_DECISIONS)).visible).toBe(1);
    expect(server.listing.isFeatured).toBe(false);
  });

  test('set again are no change', () => {
    bench.save();
    bench.registry.applyDecisions({ ...NO_DECISIONS, featured: new Set([HASH]) });
    expect(
      growth(() => bench.registry.applyDecisions({ ...NO_DECISIONS, featured: new Set([HASH]) }))
        .visible,
    ).toBe(0);
  });

  test('stay featured with further heartbeats, and may be featured before they appear', () => {
    bench.registry.applyDecisions({ ...NO_DECISIONS, featured: new Set([HASH]) });
    expect(bench.save().listing.isFeatured).toBe(true);
    expect(bench.save({ name: 'B' }).listing.isFeatured).toBe(true);
  });
});

describe('looking up the countries again', () => {
  test('shows the new one, saves it, and is a visible change', () => {
    const server = bench.save();
    bench.registry.takeBatch();
    bench.country = 'DE';
    expect(growth(() => bench.registry.refreshCountries()).visible).toBe(1);
    expect(server.listing.country).toBe('DE');
    expect(bench.registry.takeBatch().saved).toMatchObject([{ country: 'DE' }]);
  });

  test('is no change where they are the same', () => {
    bench.save();
    bench.registry.takeBatch();
    expect(growth(() => bench.registry.refreshCountries()).visible).toBe(0);
    expect(bench.registry.takeBatch().saved).toEqual([]);
  });
});
