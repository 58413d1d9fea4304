// Which names are the same when they are compared, and skeletons of accounts' names.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { foldSeen, foldText, skeletonOf } from '../../../src/platform/lib/look-alikes.ts';

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
    ['admin', 'Аdmіn'],
    ['admin', 'ad\u200bmin'],
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
    fc.property(anyName, (name) => {
      const skeleton = skeletonOf(name);
      expect(skeletonOf(skeleton)).toBe(skeleton);
      expect(skeleton.length).toBeLessThanOrEqual(name.length);
    }),
  );
});

test('names that look alike are found by each other, whatever the case', () => {
  for (const name of [
    'Freebuild',
    'Free\u200bbuild',
    'Frееbuіld',
    'ＦＲＥＥＢＵＩＬＤ',
    'Fréèbuild',
  ]) {
    expect(foldSeen(name)).toBe('freebuild');
  }
  expect(foldSeen('СЕРВЕР')).toBe(foldSeen('сервер'));
  expect(foldSeen('ΝΕΟΣ')).toBe(foldSeen('νεος'));
  // The order of names keeps the alphabets apart.
  expect(foldText('Сервер')).toBe('сервер');
});
