// Places that networks share: what one network can hold, and what is left for the others.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createNetworkPlaces } from '../../src/lib/network-places.ts';

/** How many places addresses get, each asking as often as one may. */
function countTaken(
  places: ReturnType<typeof createNetworkPlaces>,
  addresses: readonly string[],
  each = 20,
): number {
  let taken = 0;
  for (let turn = 0; turn < each; turn += 1) {
    for (const ip of addresses) if (places.take(ip) !== undefined) taken += 1;
  }
  return taken;
}

const many = (count: number, addressOf: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => addressOf(number));

describe('of a thousand places, twenty for an address', () => {
  const open = () => createNetworkPlaces({ most: 1_000, ofAddress: 20 });

  test.each([
    ['one address', many(1, () => '203.0.113.7'), 20],
    ['a /64', many(60, (host) => `2001:db8:1:1::${host}`), 20],
    ['a /24', many(60, (host) => `203.0.113.${host}`), 125],
    ['a /48', many(60, (net) => `2001:db8:1:${net}::1`), 125],
    ['a /16', many(60, (net) => `203.0.${net}.7`), 250],
    ['a /32', many(60, (net) => `2001:db8:${net}::1`), 250],
  ])('%s holds its share', (_what, addresses, most) => {
    const places = open();
    expect(countTaken(places, addresses)).toBe(most);
    expect(places.take('192.0.2.1')).toBeFunction();
  });

  test('a hundred networks leave some for others, and an eighth for those who are logged in', () => {
    const places = open();
    const networks = many(100, (net) => `198.${net}.7.7`);
    const taken = countTaken(places, networks);
    expect(taken).toBeLessThan(700);
    const others = many(20, (net) => `100.${net}.7.7`);
    expect(countTaken(places, others, 1)).toBe(20);
    const rest = many(600, (net) => `${20 + (net >> 8)}.${net & 255}.7.7`);
    expect(taken + 20 + countTaken(places, rest, 1)).toBe(875);
    expect(places.take('192.0.2.1')).toBeUndefined();
    expect(places.take('192.0.2.1', true)).toBeFunction();
    const known = networks.map((ip) => places.take(ip, true));
    expect(known.filter((it) => it !== undefined)).toHaveLength(100);
  });
});

test('a place that was freed is free again, and is freed once only', () => {
  const places = createNetworkPlaces({ most: 4, ofAddress: 1 });
  const giveBack = places.take('203.0.113.7');
  expect(places.take('203.0.113.7')).toBeUndefined();
  giveBack?.();
  giveBack?.();
  expect(places.take('203.0.113.7')).toBeFunction();
  expect(places.take('203.0.113.7')).toBeUndefined();
});

test('requests while only reserved places are left are reported', () => {
  let described = 0;
  const onScarce = () => {
    described += 1;
  };
  const places = createNetworkPlaces({ most: 4, ofAddress: 4, onScarce });
  for (const net of [1, 2, 3]) places.take(`203.${net}.113.7`);
  expect(described).toBe(0);
  places.take('203.4.113.7');
  expect(described).toBe(1);
});

test('never more are held than there are, and all come back', () => {
  const requested = fc.array(fc.tuple(fc.nat(3), fc.nat(3), fc.boolean()), { maxLength: 60 });
  fc.assert(
    fc.property(requested, (some) => {
      const places = createNetworkPlaces({ most: 8, ofAddress: 2 });
      const held: (() => void)[] = [];
      for (const [provider, site, isTaken] of some) {
        if (!isTaken) held.pop()?.();
        else {
          const giveBack = places.take(`203.${provider}.${site}.7`);
          if (giveBack !== undefined) held.push(giveBack);
        }
        expect(held.length).toBeLessThanOrEqual(8);
      }
      for (const giveBack of held) giveBack();
      expect(
        countTaken(
          places,
          many(8, (net) => `198.${net}.7.7`),
          1,
        ),
      ).toBe(7);
    }),
  );
});
