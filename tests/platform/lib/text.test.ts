// What is stripped from text that strangers typed, and how its characters are counted and quoted.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  cleanLines,
  cleanText,
  countCharacters,
  cutText,
  isVisible,
  plural,
  quoteSeen,
} from '../../../src/platform/lib/text.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string(),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }))
    .map((units) => units.map((unit) => String.fromCharCode(unit)).join('')),
  fc
    .array(
      fc.constantFrom(' ', '\t', '\0', '\u202e', '\u2028', '\u200b', '\ufeff', 'a', '😀', '\ud800'),
    )
    .map((parts) => parts.join('')),
);

const codePoint = (number: number): string => String.fromCodePoint(number);

/** Whether the contract wants this code point gone: C0, C1 and DEL, bidi controls, U+2028/2029. */
function isStripped(point: number): boolean {
  return (
    point <= 0x1f ||
    (point >= 0x7f && point <= 0x9f) ||
    (point >= 0x202a && point <= 0x202e) ||
    (point >= 0x2066 && point <= 0x2069) ||
    point === 0x2028 ||
    point === 0x2029
  );
}

describe('cleaning lines', () => {
  test.each([
    ['every kind of line end becomes one', 'A\r\nB\rC\nD', 'A\nB\nC\nD'],
    ['lines at the ends go', '\n\n A\n', 'A'],
    ['empty lines inside stay', 'A\n\n\nB', 'A\n\n\nB'],
    ['controls inside go', 'A\t\0\u202e\u2028B', 'AB'],
  ])('%s', (_what, text, cleaned) => {
    expect(cleanLines(text)).toBe(cleaned);
  });

  test('cleans each line as a line alone is cleaned, but for the spaces at its ends', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = cleanLines(text).split('\n');
        expect(lines.map((line) => cleanText(line))).toEqual(lines.map((line) => line.trim()));
        expect(cleanLines(cleanLines(text))).toBe(lines.join('\n'));
        expect(lines.join('')).toBe(lines.join('').toWellFormed());
      }),
    );
  });
});

describe('cleaning', () => {
  test('strips exactly the control characters, out of all 1,114,112 code points', () => {
    const wrong: string[] = [];
    for (let point = 0; point <= 0x10ffff; point += 1) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const expected = isStripped(point) ? 'ab' : `a${codePoint(point)}b`;
      if (cleanText(`a${codePoint(point)}b`) !== expected) wrong.push(point.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ['plain text stays', 'A server', 'A server'],
    ['spaces at the ends go', '  A server ', 'A server'],
    ['a space that a control character hid goes too', '\0 A \0', 'A'],
    ['no-break and ideographic spaces at the ends go', '\u00a0\u3000A\u3000\u00a0', 'A'],
    ['a newline inside goes', 'A\r\nB', 'AB'],
    ['a lone surrogate becomes U+FFFD', 'a\ud83db', 'a\ufffdb'],
  ])('%s', (_sentence, typed, cleaned) => {
    expect(cleanText(typed)).toBe(cleaned);
  });

  test('is well-formed, without control characters and trimmed, whatever was typed', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const cleaned = cleanText(typed);
        expect(cleaned.isWellFormed()).toBe(true);
        expect([...cleaned].filter((it) => isStripped(it.codePointAt(0) ?? 0))).toEqual([]);
        expect(cleaned.trim()).toBe(cleaned);
      }),
    );
  });
});

describe('what can be seen', () => {
  test.each([
    ['a letter', 'a', true],
    ['a letter among zero-width ones', '\u200bA\u200d', true],
    ['nothing', '', false],
    ['a space', ' ', false],
    ['zero-width spaces and joiners', '\u200b\u200c\u200d\u2060\ufeff', false],
    ['the hangul fillers', '\u115f\u1160\u3164\uffa0', false],
    ['left-to-right and right-to-left marks', '\u200e\u200f\u061c', false],
    ['control characters', '\0\u0007\u009f', false],
    ['a lone surrogate', '\ud800', false],
  ])('%s', (_what, text, visible) => {
    expect(isVisible(text)).toBe(visible);
  });
});

describe('counting and cutting', () => {
  test.each([
    ['letters', 'abc', 3],
    ['a character outside the basic plane', '😀', 1],
    ['a letter and its combining mark', 'e\u0301', 2],
    ['a lone surrogate', '\ud800a', 2],
  ])('%s', (_what, text, count) => {
    expect(countCharacters(text)).toBe(count);
  });

  test('a cut text is the longest start within the limit, and splits no character', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 20 }), (text, limit) => {
        const cut = cutText(text, limit);
        expect(text.startsWith(cut)).toBe(true);
        expect(countCharacters(cut)).toBe(Math.min(limit, countCharacters(text)));
        if (text.isWellFormed()) expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('quoting what was seen', () => {
  test.each([
    ['a short text as it is', 'abc', 'abc'],
    ['the first 40 of more', 'x'.repeat(41), `${'x'.repeat(40)}...`],
    ['40 of them where each takes two units', '😀'.repeat(41), `${'?'.repeat(40)}...`],
    ['a question mark for what is not printable ASCII', 'Zoë\t\0\u007f😀', 'Zo?????'],
    ['one for a lone surrogate too', 'a\udfffb', 'a?b'],
  ])('%s', (_sentence, seen, quoted) => {
    expect(quoteSeen(seen)).toBe(quoted);
  });

  test('is printable ASCII and short, whatever was seen', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 60 }), (seen, limit) => {
        const quoted = quoteSeen(seen, limit);
        expect(quoted).toMatch(/^[\x20-\x7e]*$/);
        expect(quoted.length).toBeLessThanOrEqual(limit + 3);
      }),
    );
  });
});

test.each([
  [0, '0 files'],
  [1, '1 file'],
  [2, '2 files'],
])('a count of %i has its noun', (count, text) => {
  expect(plural(count, 'file')).toBe(text);
});

test('a count may be written, and its plural made, in another way', () => {
  expect(plural(1_200, 'country', 'countries', (count) => count.toLocaleString('en-US'))).toBe(
    '1,200 countries',
  );
});
