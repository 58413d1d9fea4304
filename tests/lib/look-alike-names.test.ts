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

const LOOKALIKES: Record<string, string> = { o: 'oO0', l: 'lLiI1', _: '_' };

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

test('any name with its signs replaced by lookalikes keeps its skeleton', () => {
  const replaced = anyName.chain((name) =>
    fc
      .tuple(...[...name].map((sign) => fc.constantFrom(...alternativesOf(sign))))
      .map((signs) => [name, signs.join('')] as const),
  );
  fc.assert(
    fc.property(replaced, ([name, other]) => {
      expect(skeletonOf(other)).toBe(skeletonOf(name));
    }),
  );
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

function alternativesOf(sign: string): string[] {
  const folded = skeletonOf(sign);
  return [...(LOOKALIKES[folded] ?? `${sign.toLowerCase()}${sign.toUpperCase()}`)];
}
