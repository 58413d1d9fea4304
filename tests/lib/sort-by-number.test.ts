// Sorting by whole numbers: the same order as by comparing, for any numbers and for items that are alike.

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { sortByNumber } from '../../src/lib/sort-by-number.ts';
import { rounds } from '../support/rounds.ts';

const anyNumber = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: 65_530, max: 65_540 }),
  fc.integer({ min: 0, max: 2 ** 52 }),
);

test('gives the order that comparing gives, with items that are alike in their order before', () => {
  fc.assert(
    fc.property(fc.array(anyNumber), (numbers) => {
      const items = numbers.map((number, index) => ({ number, index }));
      expect(sortByNumber(items, ({ number }) => number)).toEqual(
        items.toSorted((a, b) => a.number - b.number),
      );
    }),
    rounds(500),
  );
});

test.each<[string, number[], number[]]>([
  ['nothing', [], []],
  ['numbers that are all the same', [5, 5], [5, 5]],
  ['numbers that differ in their highest digits', [2 ** 52, 1, 2 ** 40], [1, 2 ** 40, 2 ** 52]],
])('sorts %s', (_what, numbers, sorted) => {
  const before = [...numbers];
  expect(sortByNumber(numbers, (number) => number)).toEqual(sorted);
  expect(numbers).toEqual(before);
});
