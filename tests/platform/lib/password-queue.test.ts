// How many passwords are hashed at once.

import { describe, expect, test } from 'bun:test';
import { defaultHashingBounds } from '../../../src/platform/lib/password-queue.ts';

describe('the default bounds of hashing', () => {
  test.each([
    [1, 1, 1],
    [2, 1, 1],
    [3, 2, 0],
    [64, 2, 0],
  ])('on %i cores let %i run at once, and rest %i times as long', (cores, atOnce, rest) => {
    expect(defaultHashingBounds(cores)).toEqual({ atOnce, waiting: 32, rest });
  });
});
