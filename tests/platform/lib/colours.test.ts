// Colours: contrast as WCAG computes it, mixtures, and the ink that can be read.

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { contrastOf, inkOn, mixColours, readableOn } from '../../../src/platform/lib/colours.ts';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.478],
  ['#ff0000', '#00ff00', 2.914],
])('the contrast of %s and %s', (one, other, ratio) => {
  expect(contrastOf(one, other)).toBeCloseTo(ratio, 3);
  expect(contrastOf(other, one)).toBe(contrastOf(one, other));
});

test.each([
  ['#000000', '#ffffff', 0.5, '#808080'],
  ['#c4466a', '#ffffff', 0, '#c4466a'],
  ['#c4466a', '#102030', 1, '#102030'],
])('%s with %s mixed in', (one, other, share, mixed) => {
  expect(mixColours(one, other, share)).toBe(mixed);
});

test('any colour has an ink that can be read on it', () => {
  fc.assert(fc.property(colour, (one) => contrastOf(inkOn(one), one) >= 4.5));
});

test('any colour can be read on any other after it is mixed with its ink, and stays if it could be', () => {
  fc.assert(
    fc.property(colour, colour, (one, ground) => {
      const mixed = readableOn(one, ground);
      expect(contrastOf(mixed, ground)).toBeGreaterThanOrEqual(4.5);
      if (contrastOf(one, ground) >= 4.5) expect(mixed).toBe(one);
    }),
  );
});
