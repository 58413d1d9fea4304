// The bytes of samples: exact, and as few as the largest sample of a chunk needs.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  packCounts,
  packSlots,
  unpackCounts,
  unpackSlots,
} from '../../../src/modules/history/history-blob.ts';

const filled = (length: number, value: number) => new Uint32Array(length).fill(value);

describe('a chunk takes', () => {
  test.each<[string, number, number, number, number]>([
    ['one byte a minute with few players', 60, 200, 200, 61],
    ['two from 255 players', 60, 256, 256, 121],
    ['four from 65,535 players', 60, 65_536, 65_536, 241],
    ['as much again for peaks', 144, 20, 30, 289],
    ['as wide a slot for its means as for its peaks', 24, 20, 300, 97],
  ])('%s', (_what, length, mean, peak, bytes) => {
    const chunk = { means: filled(length, mean), peaks: filled(length, peak) };
    expect(packSlots(chunk)).toHaveLength(bytes);
    expect(unpackSlots(packSlots(chunk))).toEqual(chunk);
  });
});

test('counts of any servers come back exactly, six bytes each', () => {
  const pair = fc.tuple(
    fc.integer({ min: 0, max: 0xffffffff }),
    fc.integer({ min: 0, max: 65_535 }),
  );
  fc.assert(
    fc.property(fc.array(pair), (pairs) => {
      const minute = {
        series: Uint32Array.from(pairs, ([series]) => series),
        counts: Uint16Array.from(pairs, ([, count]) => count),
      };
      const bytes = packCounts(minute);
      expect(bytes).toHaveLength(pairs.length * 6);
      expect(unpackCounts(bytes)).toEqual(minute);
    }),
  );
});
