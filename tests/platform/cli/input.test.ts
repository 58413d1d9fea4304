// Passwords from standard input: exactly one line break is dropped, and nothing else.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { dropLineBreak } from '../../../src/platform/cli/input.ts';

describe('a password on standard input', () => {
  test.each([
    ['secret', 'secret'],
    ['secret\n', 'secret'],
    ['secret\r\n', 'secret'],
    ['secret\n\n', 'secret\n'],
    ['secret\r\n\r\n', 'secret\r\n'],
    ['secret\r', 'secret\r'],
    [' secret \n', ' secret '],
    ['\n', ''],
    ['', ''],
    ['a\nb\n', 'a\nb'],
  ])('%j is %j', (text, password) => {
    expect(dropLineBreak(text)).toBe(password);
  });

  test('whatever precedes the line break stays', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!text.endsWith('\r'));
        expect(dropLineBreak(`${text}\n`)).toBe(text);
        expect(dropLineBreak(`${text}\r\n`)).toBe(text);
      }),
    );
  });
});
