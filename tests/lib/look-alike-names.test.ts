// Skeletons of names: names that look alike have the same one.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { skeletonOf } from '../../src/lib/look-alike-names.ts';

const SIGNS = 'abcilnotzABCILNOTZ01259_.';
const anyName = fc.string({
  unit: fc.constantFrom(...SIGNS),
  minLength: 2,
  maxLength: 16,
});

describe('names that look alike have one skeleton', () => {
  test.each([
    ['Alice', 'ALICE'],
    ['Alice', 'A1ice'],
    ['Alice', 'Al1ce'],
    ['Bill', 'BIII'],
    ['Notch', 'N0tch'],
    ['a_b', 'a__b'],
    ['_x_', '___x__'],
    ['O0o', 'oOO'],
  ])('%s and %s', (one, other) => {
    expect(skeletonOf(one)).toBe(skeletonOf(other));
  });

  test.each([
    ['Alice', 'Alicia'],
    ['a_b', 'ab'],
    ['a.b', 'a_b'],
    ['a.b', 'ab'],
    ['rn', 'm'],
    ['a5', 'as'],
  ])('but not %s and %s', (one, other) => {
    expect(skeletonOf(one)).not.toBe(skeletonOf(other));
  });
});

test('the skeleton of a skeleton is itself, and never longer than the name', () => {
  fc.assert(
    fc.property(fc.oneof(anyName, fc.string({ unit: 'binary' })), (name) => {
      const skeleton = skeletonOf(name);
      expect(skeletonOf(skeleton)).toBe(skeleton);
      expect(skeleton.length).toBeLessThanOrEqual(name.length);
    }),
  );
});
