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

  test('fifty addresses all over leave nearly a quarter to networks that hold none', () => {
    const places = open();
    expect(
      countTaken(
        places,
        many(50, (net) => `198.${net}.7.7`),
      ),
    ).toBe(750);
    const others = many(250, (net) => `100.${net}.7.7`);
    expect(countTaken(places, others, 3)).toBe(250);
    expect(places.take('192.0.2.1')).toBeUndefined();
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
      ).toBe(8);
    }),
  );
});
