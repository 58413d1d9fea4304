// Derived values follow the values that they are made of.

import { expect, test } from 'bun:test';
import { createReloaded } from '../../../src/platform/lib/reloaded.ts';

test('is made once for each value', () => {
  const made: number[] = [];
  let value = 1;
  const read = createReloaded(
    () => value,
    (one) => {
      made.push(one);
      return { doubled: 2 * one };
    },
  );
  const first = read();
  expect(first).toEqual({ doubled: 2 });
  expect(read()).toBe(first);
  value = 2;
  expect(read()).toEqual({ doubled: 4 });
  expect(read()).toBe(read());
  expect(made).toEqual([1, 2]);
});

test('a value for which nothing could be made is tried again', () => {
  let value = 1;
  const read = createReloaded(
    () => value,
    (one) => {
      if (one === 2) throw new Error('No.');
      return one;
    },
  );
  value = 2;
  expect(read).toThrow('No.');
  expect(read).toThrow('No.');
  value = 3;
  expect(read()).toBe(3);
});
