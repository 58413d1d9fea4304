// Until when a ban or a suspension lasts, as people type it.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseEnd } from '../../../src/platform/input/end-time.ts';

const NOW = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('an end', () => {
  test('is refused in words about what is to end', () => {
    expect(() => parseEnd('soon', NOW, 'suspension')).toThrow('not a valid end for a suspension');
    expect(() => parseEnd('soon', NOW, 'ban')).toThrow('not a valid end for a ban');
    expect(() => parseEnd('9999-01-01', NOW, 'ban')).toThrow('out for a permanent ban');
  });

  const good: [string, number | null][] = [
    ['', null],
    ['1m', NOW + MINUTE_MS],
    ['12H', NOW + 12 * HOUR_MS],
    [' 7d ', NOW + 7 * DAY_MS],
    ['2w', NOW + 14 * DAY_MS],
    ['2026-01-02', NOW + DAY_MS],
    ['2026-01-01 00:01', NOW + MINUTE_MS],
    ['2026-01-02T14:30', NOW + DAY_MS + 14.5 * HOUR_MS],
    ['2026-01-02 14:30 UTC', NOW + DAY_MS + 14.5 * HOUR_MS],
    ['2028-02-29', Date.UTC(2028, 1, 29)],
  ];
  test.each(good)('%p', (text, end) => {
    expect(parseEnd(text, NOW, 'ban')).toBe(end);
  });

  const NO_TIME = 'is not a valid end for a ban';
  const OVER = 'is in the past';
  const TOO_FAR = 'is more than ten years away';
  const bad: [string, string][] = [
    ['soon', NO_TIME],
    ['7', NO_TIME],
    ['1.5d', NO_TIME],
    ['7 d', NO_TIME],
    ['2026-02-30', NO_TIME],
    ['2026-01-02 24:30', NO_TIME],
    ['01/02/2026', NO_TIME],
    ['0m', OVER],
    ['2026-01-01', OVER],
    ['3661d', TOO_FAR],
    ['9999-01-01', TOO_FAR],
  ];
  test.each(bad)('not %p', (text, sentence) => {
    expect(() => parseEnd(text, NOW, 'ban')).toThrow(sentence);
  });

  test('of any text is a moment to come, or a refusal of a reasonable length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.nat(4e12), (text, now) => {
        try {
          const end = parseEnd(text, now, 'suspension');
          expect(end === null || end > now).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ kind: 'invalid' });
          expect(String(error).length).toBeLessThan(300);
        }
      }),
    );
  });
});
