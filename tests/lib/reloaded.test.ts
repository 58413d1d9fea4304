// Derived values and views follow the values that they are made of.

import { expect, test } from 'bun:test';
import { createReloaded, createView } from '../../src/lib/reloaded.ts';

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

test('a view shows the values of its source at each use, under its own names', () => {
  const source = { registration: 'open', limit: 3, secret: 'not shown' };
  const doubled = createReloaded(
    () => source.limit,
    (limit) => 2 * limit,
  );
  const view = createView(source, { mode: 'registration', limit: 'limit', doubled });
  expect({ ...view }).toEqual({ mode: 'open', limit: 3, doubled: 6 });
  const copy = { ...view };
  Object.assign(source, { registration: 'closed', limit: 4 });
  expect({ ...view }).toEqual({ mode: 'closed', limit: 4, doubled: 8 });
  expect(copy.mode).toBe('open');
});
