// Room in a map that is full: the oldest keys go, a sixteenth at once.

import { describe, expect, test } from 'bun:test';
import { removeOldest } from '../../../src/platform/lib/remove-oldest.ts';

const mapOf = (size: number) =>
  new Map(Array.from({ length: size }, (_, index) => [index, `value ${index}`]));

describe('the oldest of a map', () => {
  test.each([
    ['nothing of an empty one', 0, 0],
    ['the only key', 1, 1],
    ['one of a few', 15, 1],
    ['one of sixteen', 16, 1],
    ['a sixteenth of many', 1_000, 62],
  ])('are %s', (_sentence, size, removed) => {
    const map = mapOf(size);
    removeOldest(map);
    expect(map.size).toBe(size - removed);
    expect([...map.keys()]).toEqual([...mapOf(size).keys()].slice(removed));
  });

  test('are reported once each, in their order', () => {
    const map = mapOf(40);
    const removed: string[] = [];
    removeOldest(map, (value) => removed.push(value));
    removeOldest(map, (value) => removed.push(value));
    expect(removed).toEqual(['value 0', 'value 1', 'value 2', 'value 3']);
  });

  test('are not those that were added again', () => {
    const map = mapOf(3);
    map.delete(0);
    map.set(0, 'again');
    removeOldest(map);
    expect([...map.keys()]).toEqual([2, 0]);
  });
});
