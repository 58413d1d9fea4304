// Private and reserved addresses, at the first and last address of each range.

import { expect, test } from 'bun:test';
import { isUnroutable } from '../../../src/platform/lib/unroutable.ts';

const RANGES: [first: string, last: string, before: string | null, after: string | null][] = [
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['224.0.0.0', '255.255.255.255', '223.255.255.255', null],
];

test.each(RANGES)('nobody is reached from %s to %s', (first, last, before, after) => {
  expect([first, last].map(isUnroutable)).toEqual([true, true]);
  for (const outside of [before, after]) {
    if (outside !== null) expect(isUnroutable(outside), outside).toBe(false);
  }
});
