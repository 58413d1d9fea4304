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
