// The browser's own SHA-256, and the proof that it finds with it.

import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { createHashStart } from '../../../src/modules/registration/sha256-browser.ts';

const hashStart = createHashStart();
const expected = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0);

describe('the browser’s SHA-256', () => {
  test.each([0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 128, 200])('of %d characters', (length) => {
    const text = 'a'.repeat(length);
    expect(hashStart(text)).toBe(expected(text));
  });

  test('of any ASCII text', () => {
    const ascii = fc.string({ unit: 'binary-ascii', maxLength: 200 });
    fc.assert(
      fc.property(ascii, (text) => {
        expect(hashStart(text)).toBe(expected(text));
      }),
    );
  });
});
