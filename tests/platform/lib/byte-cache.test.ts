// The cache of bytes: what it keeps, for how long, and how much at most.

import { expect, test } from 'bun:test';
import { createByteCache } from '../../../src/platform/lib/byte-cache.ts';

const never = () => {
  throw new Error('It should be kept.');
};

test('what was found is read once, and what was not found is looked for again', async () => {
  const cache = createByteCache(10_000);
  const bytes = Uint8Array.of(1, 2);
  expect(await cache.find('a', async () => undefined)).toBeUndefined();
  expect(await cache.find('a', async () => bytes)).toBe(bytes);
  expect(await cache.find('a', never)).toBe(bytes);
});

test('it never holds more than it may, and what was asked for last stays', async () => {
  const cache = createByteCache(10_000);
  for (let number = 0; number < 1_000; number += 1) {
    await cache.find('first', () => new Uint8Array(1_000));
    await cache.find(`${number}`, () => new Uint8Array(1_000));
    expect(cache.measure()).toBeLessThanOrEqual(10_000);
  }
  await cache.find('first', never);
  await cache.find('999', never);
  expect(await cache.find('1', async () => undefined)).toBeUndefined();
});

test('bytes that do not fit are found and not kept', async () => {
  const cache = createByteCache(1_000);
  expect(await cache.find('a', () => new Uint8Array(2_000))).toHaveLength(2_000);
  expect(cache.measure()).toBe(0);
});

test('two that ask at once count once', async () => {
  const cache = createByteCache(10_000);
  const find = () => cache.find('a', async () => new Uint8Array(100));
  await Promise.all([find(), find()]);
  const held = cache.measure();
  await find();
  expect(cache.measure()).toBe(held);
});
