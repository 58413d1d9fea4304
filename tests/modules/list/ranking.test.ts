// The order of the list: featured, then players, then whole seconds of uptime, then hash.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  type Listing,
  type LiveServer,
  rankBy,
  uptimeSeconds,
} from '../../../src/modules/registry/live-server.ts';
import { NO_DECISIONS } from '../../../src/modules/registry/server-ports.ts';
import {
  createTestRegistry,
  openTestServers,
  SECOND_MS,
  START,
} from '../../support/test-servers.ts';

const rank = (servers: readonly LiveServer[]) => rankBy(servers, ({ listing }) => listing, START);

function serverWith(changes: Partial<Listing>): LiveServer {
  const server = createTestRegistry().save();
  const counted = changes.players ?? server.listing.counted;
  return { ...server, listing: { ...server.listing, counted, ...changes } };
}

const anyListing = fc.record({
  isFeatured: fc.boolean(),
  players: fc.nat(2),
  startedAt: fc.integer({ min: START - 3_000, max: START + 1_000 }),
  hash: fc.nat(255).map((number) => number.toString(16).padStart(32, '0')),
});
const anyServers = fc.uniqueArray(anyListing, { selector: ({ hash }) => hash, maxLength: 40 });

const keyOf = ({ listing }: LiveServer): (number | string)[] => [
  listing.isFeatured ? 0 : 1,
  -listing.players,
  -uptimeSeconds(listing, START),
  listing.hash,
];

function isBefore(a: (number | string)[], b: (number | string)[]): boolean {
  const index = a.findIndex((part, at) => part !== b[at]);
  const [left, right] = [a[index], b[index]];
  return left !== undefined && right !== undefined && left < right;
}

// C5.5
describe('any servers', () => {
  test('are each before the next, by what the list shows of them', () => {
    fc.assert(
      fc.property(anyServers, (listings) => {
        const ranked = rank(listings.map(serverWith));
        expect(ranked).toHaveLength(listings.length);
        for (const [index, server] of ranked.entries()) {
          const next = ranked[index + 1];
          if (next !== undefined) expect(isBefore(keyOf(server), keyOf(next))).toBe(true);
        }
      }),
    );
  });

  test('come in the same order, whatever the order was before, which stays as it is', () => {
    const shuffled = anyServers.chain((listings) =>
      fc.tuple(
        fc.constant(listings.map(serverWith)),
        fc.shuffledSubarray(
          listings.map((_, index) => index),
          { minLength: listings.length },
        ),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([servers, order]) => {
        const other = order.flatMap((index) => servers[index] ?? []);
        const before = [...other];
        expect(rank(other)).toEqual(rank(servers));
        expect(other).toEqual(before);
      }),
    );
  });
});

describe('the players that count', () => {
  const countedOf = (users: number, max: number, claimed: readonly string[] = []) => {
    const bench = createTestRegistry();
    bench.registry.applyDecisions({ ...NO_DECISIONS, claimed: new Set(claimed) });
    return bench.save({ users, max }).listing;
  };
  const { hash } = createTestRegistry().save().listing;

  test.each([
    ['are those that were sent', 19, 20, [], 19],
    ['are at most the places', 9_999, 20, [], 20],
    ['are at most 1,000 of a server without an owner', 40_000, 65_535, [], 1_000],
    ['are all places of a server with an owner', 40_000, 30_000, [hash], 30_000],
  ])('%s', (_sentence, users, max, claimed, counted) => {
    expect(countedOf(users, max, claimed)).toMatchObject({ players: users, counted });
  });

  test('change with the next heartbeat, and when the server gets an owner', () => {
    const bench = createTestRegistry();
    bench.save({ users: 5_000, max: 9_000 });
    expect(bench.save({ users: 6_000, max: 9_000 }).listing.counted).toBe(1_000);
    bench.registry.applyDecisions({ ...NO_DECISIONS, claimed: new Set([hash]) });
    expect(bench.registry.findLive(hash)?.listing).toMatchObject({
      players: 6_000,
      counted: 6_000,
    });
  });

  test('are ranked, summed, sampled and searched by', async () => {
    using app = await openTestServers();
    await app.beat({ port: '1', name: 'Liar', users: '9999', max: '20' });
    await app.beat({ port: '2', name: 'Honest', users: '30', max: '40' });
    app.clock.advance(SECOND_MS);
    app.servers.list.remakeIfDue();
    const list = app.servers.listPublic();
    expect(list.listings.map(({ name }) => name)).toEqual(['Honest', 'Liar']);
    expect(list.players).toBe(50);
    expect(app.servers.count().players).toBe(50);
    expect(app.servers.breakDown().software).toMatchObject([{ players: 50 }]);
    await app.servers.history.sample();
    expect(app.servers.history.records()?.players.count).toBe(50);
    const sort = { column: 'players', direction: 'desc' } as const;
    const query = { search: '', software: '', country: '', sort };
    expect(app.servers.search.find(list, query).map(({ name }) => name)).toEqual([
      'Honest',
      'Liar',
    ]);
  });
});
