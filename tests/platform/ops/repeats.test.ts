// Repeats: the first is reported at once, the others once a minute as a number, and no flood fills the log.

import { beforeEach, describe, expect, test } from 'bun:test';
import { createRepeats, reportRepeats } from '../../../src/platform/ops/repeats.ts';

const MINUTE_MS = 60_000;

let nowMs: number;
let described: string[];
let repeats: ReturnType<typeof createRepeats<string>>;
beforeEach(() => {
  nowMs = performance.now() - 10 * MINUTE_MS;
  described = [];
  repeats = createRepeats<string>(
    {
      first: (facts) => described.push(facts),
      others: (facts, count) => described.push(`${count} more, the last ${facts}`),
      rest: (count) => described.push(`${count} of others`),
    },
    () => nowMs,
  );
});

describe('repeats', () => {
  test('tell the first of each key at once, and the others of its minute as one line', () => {
    expect(repeats.note('a', 'a1')).toBe(true);
    expect(repeats.note('b', 'b1')).toBe(true);
    for (const facts of ['a2', 'a3', 'a4']) expect(repeats.note('a', facts)).toBe(false);
    expect(described.splice(0)).toEqual(['a1', 'b1']);
    reportRepeats();
    expect(described.splice(0)).toEqual(['3 more, the last a4']);
  });

  test('tell nothing before the minute is over', () => {
    nowMs = performance.now();
    for (const facts of ['a1', 'a2']) repeats.note('a', facts);
    reportRepeats();
    expect(described).toEqual(['a1']);
    reportRepeats('at the end');
    expect(described).toEqual(['a1', '1 more, the last a2']);
  });

  test('go on as a number each minute, and start over after a quiet one', () => {
    for (const facts of ['a1', 'a2']) repeats.note('a', facts);
    reportRepeats();
    repeats.note('a', 'a3');
    reportRepeats();
    expect(described.splice(0)).toEqual(['a1', '1 more, the last a2', '1 more, the last a3']);
    reportRepeats();
    expect(repeats.note('a', 'a4')).toBe(true);
    expect(described).toEqual(['a4']);
  });

  test('with ever new keys make at most so many lines, and a number of the rest', () => {
    for (let turn = 0; turn < 10_000; turn += 1) repeats.note(`k${turn}`, `f${turn}`);
    expect(described.splice(0)).toHaveLength(500);
    reportRepeats();
    expect(described.splice(0)).toEqual(['9500 of others']);
    reportRepeats();
    expect(described).toEqual([]);
    expect(repeats.note('k9999', 'f9999')).toBe(true);
  });
});
