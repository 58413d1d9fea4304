// Histograms: each value falls into the bucket whose end it does not exceed, and nothing is lost.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createHistogram, SECONDS } from '../../../src/platform/lib/histogram.ts';

describe('a histogram', () => {
  test.each<[number, number[]]>([
    [0, [1, 0, 0]],
    [1, [1, 0, 0]],
    [1.001, [0, 1, 0]],
    [10, [0, 1, 0]],
    [11, [0, 0, 1]],
    [Number.POSITIVE_INFINITY, [0, 0, 1]],
  ])('puts %p into its bucket', (value, counts) => {
    const histogram = createHistogram([1, 10]);
    histogram.observe(value);
    expect([...histogram.counts]).toEqual(counts);
    expect(histogram.sum()).toBe(value);
  });

  test('counts every value once, in order of size', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 20, noNaN: true })), (values) => {
        const histogram = createHistogram(SECONDS);
        for (const value of values) histogram.observe(value);
        const wanted = SECONDS.map((end) => values.filter((value) => value <= end).length);
        let sum = 0;
        const found = [...histogram.counts].map((count) => {
          sum += count;
          return sum;
        });
        expect(found).toEqual([...wanted, values.length]);
        expect(histogram.sum()).toBeCloseTo(values.reduce((total, value) => total + value, 0));
      }),
    );
  });
});
