// Moments to the minute: those that were are cut, ends are rounded up.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { endMinute, formatEnd, formatMoment } from '../../../src/platform/lib/moment.ts';
import { rounds } from '../../support/rounds.ts';

const MINUTE_MS = 60_000;
const NEW_YEAR = Date.UTC(2027, 0, 1);

describe('a moment', () => {
  test.each([
    [NEW_YEAR - 1, '2026-12-31 23:59', '2027-01-01 00:00'],
    [NEW_YEAR, '2027-01-01 00:00', '2027-01-01 00:00'],
    [NEW_YEAR + 1, '2027-01-01 00:00', '2027-01-01 00:01'],
    [NEW_YEAR + 59_999, '2027-01-01 00:00', '2027-01-01 00:01'],
  ])('%i is %s when it was, and %s when something ends then', (at, was, end) => {
    expect(formatMoment(at)).toBe(was);
    expect(formatEnd(at)).toBe(end);
    expect(formatMoment(endMinute(at))).toBe(end);
  });

  test('is never shown too late when it was nor too early when it is an end', () => {
    const moments = fc.integer({ min: 0, max: 253_402_300_000_000 });
    fc.assert(
      fc.property(moments, (at) => {
        const [was, end] = [formatMoment(at), formatEnd(at)].map((text) => Date.parse(`${text}Z`));
        expect(was).toBeWithin(at - MINUTE_MS + 1, at + 1);
        expect(end).toBeWithin(at, at + MINUTE_MS);
      }),
      rounds(500),
    );
  });
});
