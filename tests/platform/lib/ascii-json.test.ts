// JSON for the oldest launchers: pure ASCII, two short escapes, whole numbers.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  type AsciiJson,
  toAsciiJson,
  writeAsciiJson,
} from '../../../src/platform/lib/ascii-json.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }))
    .map((units) => units.map((unit) => String.fromCharCode(unit)).join('')),
);

const { value: anyJson } = fc.letrec<{ value: AsciiJson }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    anyText,
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    fc.dictionary(anyText, tie('value')),
  ),
}));

describe('a text', () => {
  test.each([
    ['letters stand as they are', 'A server', '"A server"'],
    ['a quote is escaped', 'say "hi"', '"say \\"hi\\""'],
    ['a backslash before a letter too', '\\n\\\\t\\', '"\\\\n\\\\\\\\t\\\\"'],
    ['a tab has no short form', 'a\tb', '"a\\u0009b"'],
    ['nor has a backspace or form feed', '\b\f', '"\\u0008\\u000c"'],
    ['NUL and DEL are escaped', '\0\u007f', '"\\u0000\\u007f"'],
    ['an umlaut is escaped', 'Zoë', '"Zo\\u00eb"'],
    ['an emoji is two escapes', '😀', '"\\ud83d\\ude00"'],
  ])('%s', (_sentence, text, json) => {
    expect(toAsciiJson(text)).toBe(json);
  });

  // C1.12
  test('reads back exactly, in pure ASCII with no other escapes', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const json = toAsciiJson(text);
        expect(JSON.parse(json)).toBe(text);
        expect(json).toMatch(/^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\]|\\u[0-9a-f]{4})*"$/);
      }),
    );
  });
});

describe('a value', () => {
  // C1.13
  test.each<[string, AsciiJson, string]>([
    [
      'keys keep their order and no spaces come in',
      { b: 1, a: [true, null] },
      '{"b":1,"a":[true,null]}',
    ],
    ['a large whole number has no exponent', 9_007_199_254_740_991, '9007199254740991'],
    ['minus nought is nought', -0, '0'],
    [
      'a heartbeat failure is written as the contract has it',
      { errors: [['Bad.']], response: '', status: 'fail' },
      '{"errors":[["Bad."]],"response":"","status":"fail"}',
    ],
  ])('%s', (_sentence, value, json) => {
    expect(toAsciiJson(value)).toBe(json);
  });

  // C1.13
  test.each([0.5, 1e21, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    '%p is refused',
    (number) => {
      expect(() => toAsciiJson({ nested: [number] })).toThrow(RangeError);
    },
  );

  test('reads back as what it was, in pure ASCII', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const json = toAsciiJson(value);
        expect(json).toMatch(/^[\x20-\x7e]*$/);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(writeAsciiJson(value)).toBe(json);
      }),
    );
  });
});
