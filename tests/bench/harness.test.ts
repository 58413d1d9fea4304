// What the benchmark measures with: its options, made-up servers, reader of answers, numbers, and the page that it writes.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { judge } from '../../bench/harness/compare.ts';
import {
  makeHeartbeatForms,
  makeServers,
  makeServersOfOneAddress,
} from '../../bench/harness/population.ts';
import { createResponseCounter } from '../../bench/harness/response-counter.ts';
import { median, medianRatio, quantile } from '../../bench/harness/statistics.ts';
import { formatRate, formatRatio } from '../../bench/harness/table.ts';
import { type RawHeartbeat, readHeartbeat } from '../../src/modules/heartbeat/heartbeat-fields.ts';
import { readForm } from '../../src/platform/http/form.ts';

describe('made-up servers', () => {
  const NOW = 1_700_000_000_000;

  test('are as many as asked for, others in each part, and the same in every run', () => {
    const parts = [0, 500, 1_000].flatMap((first) => makeServers(500, NOW, first));
    expect(new Set(parts.map(({ ip }) => ip)).size).toBe(1_500);
    expect(new Set(parts.map(({ hash }) => hash)).size).toBe(1_500);
    expect(makeServers(50, NOW)).toEqual(makeServers(50, NOW));
  });

  test('send heartbeats that pass every rule, with other players from one pass to the next', () => {
    const servers = makeServersOfOneAddress('127.0.0.1', 200, NOW);
    const beats = makeHeartbeatForms(servers, 2).map((form) => {
      const raw: Record<string, string> = {};
      readForm(form, (name, value) => {
        raw[name] = value;
      });
      const beat = readHeartbeat(raw as RawHeartbeat);
      if (Array.isArray(beat)) throw new Error(beat.join());
      return beat;
    });
    const [server] = servers;
    const wanted = { name: server?.name, port: 1, salt: server?.salt, web: server?.supportsWeb };
    expect(beats[0]).toMatchObject(wanted);
    for (const index of servers.keys()) {
      expect(beats[index]?.users).not.toBe(beats[servers.length + index]?.users);
    }
  });
});

describe('the reader of answers', () => {
  function readAll(chunks: readonly Uint8Array[]) {
    const seen: [status: number, body: string][] = [];
    const read = createResponseCounter((status, { body }) => seen.push([status, body]));
    for (const chunk of chunks) read(chunk);
    return seen;
  }
  const write = (status: number, body: string): string =>
    `HTTP/1.1 ${status} Some Words\r\nContent-Length: ${body.length}\r\nX-Other: 1\r\n\r\n${body}`;
  const notModified = 'HTTP/1.1 304 Not Modified\r\n';

  test.each<[string, string, [number, string][]]>([
    ['an empty body', write(404, ''), [[404, '']]],
    ['a 304 without a length', `${notModified}\r\n`, [[304, '']]],
    [
      'a 304 that tells the length of what it leaves out',
      `${notModified}content-length: 9\r\n\r\n${write(200, 'a')}`,
      [
        [304, ''],
        [200, 'a'],
      ],
    ],
    ['a head that is not complete', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n', []],
    ['a body that is not complete', write(200, 'hello').slice(0, -1), []],
    ['a long body, which is not kept', write(200, 'x'.repeat(100_000)), [[200, '']]],
  ])('counts %s', (_what, text, expected) => {
    expect(readAll([Buffer.from(text)])).toEqual(expected);
  });

  test('finds answers however the bytes are cut', () => {
    const bodies = fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 40 }), { minLength: 1 });
    fc.assert(
      fc.property(bodies, fc.integer({ min: 1, max: 30 }), (texts, size) => {
        const bytes = Buffer.from(texts.map((text) => write(200, text)).join(''));
        const chunks: Buffer[] = [];
        for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
        expect(readAll(chunks).map(([, body]) => body)).toEqual(texts);
      }),
    );
  });

  test.each([
    ['a body whose end cannot be known', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['a head without an end', 'x'.repeat(20_000)],
  ])('refuses %s', (_what, text) => {
    expect(() => readAll([Buffer.from(text)])).toThrow();
  });
});

describe('the numbers', () => {
  test('are medians and quantiles by value, of ratios that pair rounds', () => {
    expect([median([9, 1, 5]), median([4, 1, 3, 100]), median([100, 9, 20])]).toEqual([5, 3.5, 20]);
    expect(medianRatio([90, 45, 45], [100, 50, 50])).toBe(0.9);
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([0, 0.5, 0.99, 1].map((share) => quantile(hundred, share))).toEqual([1, 50, 99, 100]);
    for (const wrong of [
      () => median([]),
      () => quantile([], 0.5),
      () => medianRatio([1, 2], [1]),
    ]) {
      expect(wrong).toThrow(RangeError);
    }
  });

  test('are written with three digits', () => {
    const rates = [61_234.5, 999.6, 638.7, 4.567].map(formatRate);
    expect(rates).toEqual(['61,200/s', '1,000/s', '639/s', '4.57/s']);
    expect([formatRatio(0.849), formatRatio(12)]).toEqual(['0.85', '12.00']);
  });

  test.each([
    ['met by exactly the least', 0.85, { atLeast: 0.85 }, true],
    ['missed just under it, however it is rounded', 0.849, { atLeast: 0.85 }, false],
    ['of being ahead missed by being level', 1, { above: 1 }, false],
    ['of being ahead met by a little', 1.001, { above: 1 }, true],
    ['neither met nor missed that is none', 0.1, undefined, undefined],
  ])('have a target %s', (_sentence, ratio, target, isMet) => {
    expect(judge(ratio, target).isMet).toBe(isMet);
  });
});
