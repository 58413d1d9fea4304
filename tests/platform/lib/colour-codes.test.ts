// Colour codes are stripped, and nothing else is.

import { expect, test } from 'bun:test';
import { stripColourCodes } from '../../../src/platform/lib/colour-codes.ts';

test.each([
  ['Freebuild &a24/7', 'Freebuild 24/7'],
  ['&0&1&9&a&fAll&F of&C them', 'All of them'],
  ['Rock & roll', 'Rock & roll'],
  ['&g is none, &&a is half one', '&g is none, & is half one'],
  ['&a', '&a'],
  ['&a &b', '&a &b'],
  ['', ''],
  ['&aПривет', 'Привет'],
])('"%s" becomes "%s"', (text, plain) => {
  expect(stripColourCodes(text)).toBe(plain);
});
