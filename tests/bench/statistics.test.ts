// The numbers that a run of the benchmark is summed up in.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { median, medianRatio, quantile } from '../../bench/harness/statistics.ts';

const numbers = fc.array(fc.double({ min: 0.001, max: 1e9, noNaN: true }), { minLength: 1 });

describe('median', () => {
  test.each([
    ['of one value is that value', [7], 7],
    ['of three is the one in the middle, in any order', [9, 1, 5], 5],
    ['of four is the mean of the two in the middle', [4, 1, 3, 100], 3.5],
    ['is not moved by one disturbed round', [10, 11, 12, 13, 900], 12],
    ['sorts by value, not by digits', [100, 9, 20], 20],
  ])('%s', (_sentence, values, expected) => {
    expect(median(values)).toBe(expected);
  });

  test('leaves the values as they were', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });

  test('of nothing is refused', () => {
    expect(() => median([])).toThrow(RangeError);
  });

  test('lies among the values, whatever they are', () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const middle = median(values);
        expect(values.filter((value) => value <= middle).length).toBeGreaterThan(0);
        expect(values.filter((value) => value >= middle).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('median of ratios', () => {
  test('pairs what was measured in the same round', () => {
    // The machine halves its speed after the first round: both sides do, so the ratio stays.
    expect(medianRatio([90, 45, 45], [100, 50, 50])).toBe(0.9);
  });

  test('of a side with itself is 1', () => {
    fc.assert(
      fc.property(numbers, (values) => {
        expect(medianRatio(values, values)).toBe(1);
      }),
    );
  });

  test('of rounds that do not pair up is refused', () => {
    expect(() => medianRatio([1, 2], [1])).toThrow(RangeError);
  });
});

describe('quantile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  test.each([
    ['the half', 0.5, 50],
    ['the 99th percentile', 0.99, 99],
    ['everything', 1, 100],
    ['nothing is the least value', 0, 1],
  ])('%s', (_sentence, share, expected) => {
    expect(quantile(hundred, share)).toBe(expected);
  });

  test('of nothing is refused', () => {
    expect(() => quantile([], 0.5)).toThrow(RangeError);
  });
});
