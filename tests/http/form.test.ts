// Urlencoded forms: reading never fails, and takes time in proportion to their length; bodies up to their limit and over it.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  BODY_LIMIT,
  BodyTooLargeError,
  decodeField,
  readBody,
  readForm,
} from '../../src/platform/http/form.ts';
import { rounds } from '../support/rounds.ts';

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
  test('does not split at an encoded ampersand', () => {
    expect(fieldsOf('a=1%262&b%3D=3')).toEqual([
      ['a', '1&2'],
      ['b=', '3'],
    ]);
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
    ['four bytes make one character', '%F0%9F%98%80', '😀'],
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

type Bytes = Uint8Array<ArrayBuffer>;

const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);

/** A request whose body came with a length. */
function announced(bytes: Bytes, length = String(bytes.length)): Request {
  const headers = { 'content-length': length };
  return new Request('http://m/', { method: 'POST', body: bytes, headers });
}

/** A request whose body comes in pieces. */
function chunked(...chunks: Bytes[]): Request {
  const body = new ReadableStream<Bytes>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const headers = { 'transfer-encoding': 'chunked' };
  return new Request('http://m/', { method: 'POST', body, headers });
}

const read = async (request: Request): Promise<string> => readBody(request);

describe('a body', () => {
  test.each<[string, () => Request, string]>([
    ['that is not there', () => new Request('http://m/', { method: 'POST' }), ''],
    ['of a GET', () => new Request('http://m/'), ''],
    ['with a length', () => announced(bytesOf('a=b')), 'a=b'],
    ['in one chunk', () => chunked(bytesOf('a=b')), 'a=b'],
    ['in many chunks', () => chunked(bytesOf('a'), bytesOf('='), bytesOf('b')), 'a=b'],
    [
      'with a character cut by a chunk',
      () => chunked(bytesOf('é').slice(0, 1), bytesOf('é').slice(1)),
      'é',
    ],
    ['with invalid UTF-8', () => announced(new Uint8Array([0x61, 0xff, 0x62])), 'a\ufffdb'],
    ['with invalid UTF-8 in a chunk', () => chunked(new Uint8Array([0x61, 0xc3])), 'a\ufffd'],
  ])('%s is read', async (_what, make, text) => {
    expect(await read(make())).toBe(text);
  });

  test.each<[string, (bytes: Bytes) => Request]>([
    ['with a length', announced],
    ['in one chunk', chunked],
  ])('loses a byte order mark at its beginning, %s', async (_what, make) => {
    expect(await read(make(bytesOf('\ufeffname=a')))).toBe('name=a');
  });

  const full = new Uint8Array(BODY_LIMIT).fill(0x61);
  const over = new Uint8Array(BODY_LIMIT + 1).fill(0x61);
  const half = full.slice(0, BODY_LIMIT / 2);

  test.each<[string, () => Request]>([
    ['with a length', () => announced(full)],
    ['in two chunks', () => chunked(half, half)],
  ])('of exactly the limit is read, %s', async (_what, make) => {
    expect((await read(make())).length).toBe(65_536);
  });

  test.each<[string, () => Request]>([
    ['with a length', () => announced(over)],
    ['by its announcement alone', () => announced(bytesOf('a'), '999999999999')],
    ['in the last of many chunks', () => chunked(half, half, bytesOf('a'))],
  ])('over the limit is refused, %s', async (_what, make) => {
    expect(read(make())).rejects.toBeInstanceOf(BodyTooLargeError);
  });

  test('without an end is given up at the limit, not kept', async () => {
    let sent = 0;
    const body = new ReadableStream<Bytes>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(16_384));
      },
    });
    const headers = { 'transfer-encoding': 'chunked' };
    const request = new Request('http://m/', { method: 'POST', body, headers });
    await expect(read(request)).rejects.toBeInstanceOf(BodyTooLargeError);
    expect(sent).toBeLessThan(12);
  });

  test('is the same text with a length and in chunks, wherever it is cut', async () => {
    const bytes = fc
      .oneof(fc.uint8Array({ maxLength: 40 }), fc.string({ unit: 'binary' }).map(bytesOf))
      .map((some) => new Uint8Array(some))
      .filter(([first]) => first !== 0xef);
    await fc.assert(
      fc.asyncProperty(bytes, fc.nat(40), async (some, at) => {
        const whole = await read(announced(some));
        expect(await read(chunked(some.slice(0, at), some.slice(at)))).toBe(whole);
      }),
      rounds(300),
    );
  });
});
