// Suggestions: the name that was meant, or none.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { didYouMean, suggestName } from '../../../src/platform/config/suggest.ts';

const NAMES = ['base_url', 'listen', 'data', 'log_level', 'log_format', 'port_check'];

describe('suggestions', () => {
  test.each([
    ['base-url', 'base_url'],
    ['BASEURL', 'base_url'],
    ['lisetn', 'listen'],
    ['loglevel', 'log_level'],
    ['format', 'log_format'],
    ['dtaa', 'data'],
  ])('%s means %s', (typed, meant) => {
    expect(suggestName(typed, NAMES)).toBe(meant);
  });

  test.each(['', 'completely', 'zzzz', 'x'.repeat(5_000)])('nothing is like %p', (typed) => {
    expect(suggestName(typed, NAMES)).toBeUndefined();
    expect(didYouMean(typed, NAMES)).toBe('');
  });

  test('every name suggests itself', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), (name) => {
        expect(suggestName(name, NAMES)).toBe(name);
      }),
    );
  });
});
