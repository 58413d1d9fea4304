// Urlencoded forms: reading never fails, and takes time in proportion to their length.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { decodeField, readForm } from '../../src/http/form.ts';

function fieldsOf(text: string): [string, string][] {
  const fields: [string, string][] = [];
  readForm(text, (name, value) => fields.push([name, value]));
  return fields;
}

const formText = fc.oneof(
  fc
    .array(
      fc.constantFrom('&', '=', '+', '%', '%2', '%41', '%C3', '%A9', '%00', '%zz', 'a', 'é', '😀'),
      { maxLength: 40 },
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
);

describe('a form', () => {
  // C1.14
  test.each<[string, string, string[]]>([
    ['has no fields when it is empty', '', []],
    ['has its fields in order', 'a=1&b=2', ['a:1', 'b:2']],
    ['keeps repeated fields apart', 'a=1&a=2', ['a:1', 'a:2']],
    ['may start with an ampersand', '&a=1', ['a:1']],
    ['may end with one, or hold several', 'a=1&&&b=2&', ['a:1', 'b:2']],
    ['may have a field without a value', 'a=&b=2', ['a:', 'b:2']],
    ['may have a field without an equals sign', 'a&b=2&c', ['a:', 'b:2', 'c:']],
    ['may have a value without a name', '=1', [':1']],
    ['leaves further equals signs to the value', 'a=b=c', ['a:b=c']],
    ['decodes names too', '%61+b=1', ['a b:1']],
    ['does not split at an encoded ampersand', 'a=1%262&b%3D=3', ['a:1&2', 'b=:3']],
  ])('%s', (_sentence, text, fields) => {
    expect(fieldsOf(text).map((field) => field.join(':'))).toEqual(fields);
  });

  test('reads what a standard encoder wrote', () => {
    const pairs = fc.array(
      fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })),
    );
    fc.assert(
      fc.property(pairs, (written) => {
        expect(fieldsOf(new URLSearchParams(written).toString())).toEqual(
          written.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]),
        );
      }),
    );
  });

  // C1.15
  test('reads any text as the standard decoder does', () => {
    fc.assert(
      fc.property(formText, (text) => {
        // A leading question mark is the standard's own; it is no part of a form.
        const standard = new URLSearchParams(`?${text.toWellFormed()}`);
        expect(fieldsOf(text.toWellFormed())).toEqual([...standard]);
      }),
    );
  });

  test('of 64 KiB of fields without a value is read whole', () => {
    expect(fieldsOf('a&'.repeat(32_768))).toHaveLength(32_768);
    expect(fieldsOf(`${'a&'.repeat(32_000)}b=1`).at(-1)).toEqual(['b', '1']);
  });
});

describe('a field', () => {
  // C1.15
  test.each([
    ['a plus is a space', 'a+b', 'a b'],
    ['escapes are UTF-8', 'Zo%C3%AB', 'Zoë'],
    ['four bytes make one character', '%F0%9F%98%80', '😀'],
    ['NUL comes through', 'a%00b', 'a\0b'],
    ['a broken escape stays as it is', '100%', '100%'],
    ['a wrong escape stays, the right one beside it does not', '%zz%41', '%zzA'],
    ['a byte that is not UTF-8 becomes U+FFFD', 'a%FFb', 'a\ufffdb'],
    ['an overlong NUL is not a NUL', '%C0%80', '\ufffd\ufffd'],
    ['an encoded surrogate becomes U+FFFD', '%ED%A0%80', '\ufffd\ufffd\ufffd'],
    ['a byte order mark stays beside invalid bytes', '%EF%BB%BFa%FF', '\ufeffa\ufffd'],
    ['escapes are decoded once', '%2541', '%41'],
  ])('%s', (_sentence, text, decoded) => {
    expect(decodeField(text)).toBe(decoded);
  });

  test('never fails, and is well-formed when its text is', () => {
    fc.assert(
      fc.property(formText, (text) => {
        expect(decodeField(text.toWellFormed()).isWellFormed()).toBe(true);
        expect(() => decodeField(text)).not.toThrow();
      }),
    );
  });
});
