// Durations as people type and read them.

import { describe, expect, test } from 'bun:test';
import { describeWait, readSpan } from '../../../src/platform/lib/duration.ts';

describe('a span', () => {
  test.each([
    ['1m', 60_000],
    ['90m', 5_400_000],
    ['12h', 43_200_000],
    ['7d', 604_800_000],
    [' 2W ', 1_209_600_000],
    ['007d', 604_800_000],
    ['0d', 0],
    ['999999w', 604_799_395_200_000],
  ])('"%s" is %i ms', (text, spanMs) => {
    expect(readSpan(text)).toBe(spanMs);
  });

  test.each(['', '7', 'd', '-1d', '1.5h', '1e3m', '7 d', '7dd', '30s', '1000000m', '7d\n8d'])(
    'is not "%s"',
    (text) => {
      expect(readSpan(text)).toBeUndefined();
    },
  );
});

describe('a wait', () => {
  test.each([
    [0, '1 second'],
    [1_001, '2 seconds'],
    [90_000, '90 seconds'],
    [90_001, '2 minutes'],
    [5_400_001, '2 hours'],
    [48 * 3_600_000, '48 hours'],
    [48 * 3_600_000 + 1, '3 days'],
  ])('of %i ms is %s', (waitMs, text) => {
    expect(describeWait(waitMs)).toBe(text);
  });
});
