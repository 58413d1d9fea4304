// Whether the benchmark's own load generator sees the answers that came.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createResponseCounter } from '../../bench/harness/response-counter.ts';

interface Seen {
  status: number;
  body: string;
}

function readAll(chunks: readonly Uint8Array[]): Seen[] {
  const seen: Seen[] = [];
  const read = createResponseCounter((status, { body }) => seen.push({ status, body }));
  for (const chunk of chunks) read(chunk);
  return seen;
}

const write = (status: number, body: string): string =>
  `HTTP/1.1 ${status} Some Words\r\nContent-Length: ${body.length}\r\nX-Other: 1\r\n\r\n${body}`;

describe('the reader of answers', () => {
  test.each([
    ['one answer', write(200, 'hello'), [{ status: 200, body: 'hello' }]],
    ['an empty body', write(404, ''), [{ status: 404, body: '' }]],
    ['a 304 without a length', 'HTTP/1.1 304 Not Modified\r\n\r\n', [{ status: 304, body: '' }]],
    [
      'a 304 that tells the length of what it leaves out',
      `HTTP/1.1 304 Not Modified\r\ncontent-length: 9\r\n\r\n${write(200, 'a')}`,
      [
        { status: 304, body: '' },
        { status: 200, body: 'a' },
      ],
    ],
    ['a head that is not complete', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n', []],
    ['a body that is not complete', write(200, 'hello').slice(0, -1), []],
  ])('%s', (_what, text, expected) => {
    expect(readAll([Buffer.from(text)])).toEqual(expected);
  });

  test('a long body is counted and not kept', () => {
    expect(readAll([Buffer.from(write(200, 'x'.repeat(100_000)))])).toEqual([
      { status: 200, body: '' },
    ]);
  });

  test('answers are found however the bytes are cut', () => {
    const bodies = fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 40 }), { minLength: 1 });
    fc.assert(
      fc.property(bodies, fc.integer({ min: 1, max: 30 }), (texts, size) => {
        const bytes = Buffer.from(texts.map((text) => write(200, text)).join(''));
        const chunks: Buffer[] = [];
        for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
        expect(readAll(chunks).map(({ body }) => body)).toEqual(texts);
      }),
    );
  });

  test.each([
    ['a body whose end cannot be known', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['a head without an end', 'x'.repeat(20_000)],
  ])('%s is refused', (_what, text) => {
    expect(() => readAll([Buffer.from(text)])).toThrow();
  });
});
