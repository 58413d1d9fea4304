// The order of the list: featured, then players, then whole seconds of uptime, then hash.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Listing, LiveServer } from '../../src/servers/live-server.ts';
import { uptimeSeconds } from '../../src/servers/live-server.ts';
import { rankBy } from '../../src/servers/ready-list.ts';
import { createTestRegistry, START } from './test-servers.ts';

const rank = (servers: readonly LiveServer[]) => rankBy(servers, ({ listing }) => listing, START);

function serverWith(changes: Partial<Listing>): LiveServer {
  const server = createTestRegistry().save();
  return { ...server, listing: { ...server.listing, ...changes } };
}

const digit = (number: number): string => number.toString(16).repeat(32);

/** The hashes' first digits in the order in which these are listed. */
function orderOf(...all: Partial<Listing>[]): string {
  const servers = all.map((changes, index) => serverWith({ hash: digit(index), ...changes }));
  return rank(servers)
    .map(({ listing }) => listing.hash[0])
    .join('');
}

// C5.5
describe('the order', () => {
  test.each<[string, Partial<Listing>[], string]>([
    ['is by players, the most first', [{ players: 1 }, { players: 3 }, { players: 2 }], '120'],
    ['puts featured ones before fuller ones', [{ players: 99 }, { isFeatured: true }], '10'],
    [
      'ranks featured ones among themselves by players',
      [
        { isFeatured: true, players: 1 },
        { isFeatured: true, players: 2 },
      ],
      '10',
    ],
    [
      'puts the longer uptime first where players are equal',
      [{ startedAt: START - 5_000 }, { startedAt: START - 60_000 }],
      '10',
    ],
    [
      'puts more players before a longer uptime',
      [{ startedAt: 0, players: 3 }, { players: 4 }],
      '10',
    ],
    ['is by hash where all else is equal', [{ hash: digit(9) }, { hash: digit(2) }], '29'],
    [
      'is by hash where the uptime differs by parts of a second that nobody is shown',
      [{ startedAt: START - 5_001 }, { startedAt: START - 5_999 }],
      '01',
    ],
    ['takes a presence that begins in the future as new', [{ startedAt: START + 9_000 }, {}], '01'],
  ])('%s', (_sentence, servers, order) => {
    expect(orderOf(...servers)).toBe(order);
  });
});

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
