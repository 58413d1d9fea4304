// The times of plots in zones that are whole, half and quarter hours from UTC, and where the clock changes.

import { describe, expect, test } from 'bun:test';
import {
  daysBetween,
  type OffsetAt,
  placeTicks,
  spanAt,
} from '../../../src/modules/history/plot-times.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const ahead =
  (hours: number): OffsetAt =>
  () =>
    hours * HOUR;

const SPRING = Date.UTC(2027, 2, 28, 1);
const AUTUMN = Date.UTC(2027, 9, 31, 1);
/** Summer time between two moments, an hour ahead of UTC otherwise. */
const berlin: OffsetAt = (at) => (at >= SPRING && at < AUTUMN ? 2 : 1) * HOUR;

const CAIRO_SPRING = Date.UTC(2027, 3, 29, 22);
const CAIRO_AUTUMN = Date.UTC(2027, 9, 28, 21);
/** The clock goes from midnight to one o'clock, and in autumn from midnight back to eleven. */
const cairo: OffsetAt = (at) => (at >= CAIRO_SPRING && at < CAIRO_AUTUMN ? 3 : 2) * HOUR;

const shown = (at: number, offsetAt: OffsetAt) =>
  new Date(at + offsetAt(at)).toISOString().slice(5, 16);

describe('ticks', () => {
  test.each([0, 1, -3.5, 5.5, 5.75, -12, 14])(
    'of a day are at whole hours %p hours from UTC',
    (hours) => {
      const from = Date.UTC(2027, 0, 1, 10, 37);
      const ticks = placeTicks('24h', from, from + DAY, ahead(hours));
      expect(ticks).toHaveLength(6);
      for (const { at } of ticks)
        expect(shown(at, ahead(hours))).toMatch(/(00|04|08|12|16|20):00$/);
    },
  );

  test('are where their moment is, and their texts within the plot', () => {
    const from = Date.UTC(2027, 0, 1);
    const places = placeTicks('24h', from, from + DAY, ahead(0));
    expect(places.map(({ share }) => share)).toEqual([0, 16.67, 33.33, 50, 66.67, 83.33]);
    expect(places.map(({ anchor }) => anchor).join(' ')).toBe(
      'start middle middle middle middle middle',
    );
    const late = placeTicks('24h', from + HOUR / 2, from + DAY + HOUR / 2, ahead(0));
    expect(late.at(-1)).toMatchObject({ share: 97.92, anchor: 'end' });
  });

  test('of a week are at midnight, also where an hour is missing or comes twice', () => {
    for (const change of [SPRING, AUTUMN]) {
      const from = change - 3.3 * DAY;
      const ticks = placeTicks('7d', from, from + 7 * DAY, berlin);
      expect(ticks).toHaveLength(7);
      for (const { at } of ticks) expect(shown(at, berlin)).toEndWith('00:00');
      const lengths = ticks.slice(1).map(({ at }, index) => (at - (ticks[index]?.at ?? 0)) / HOUR);
      expect(lengths.filter((length) => length !== 24)).toEqual([change === SPRING ? 23 : 25]);
    }
  });

  test('of a day without midnight are at its first moment', () => {
    const from = CAIRO_SPRING - 3 * DAY - 5 * HOUR;
    const days = placeTicks('7d', from, from + 7 * DAY, cairo).map(({ at }) => shown(at, cairo));
    expect(days).toEqual([
      ...['04-27T00:00', '04-28T00:00', '04-29T00:00', '04-30T01:00', '05-01T00:00'],
      ...['05-02T00:00', '05-03T00:00'],
    ]);
    const hours = placeTicks('24h', CAIRO_SPRING - 6 * HOUR, CAIRO_SPRING + 18 * HOUR, cairo);
    expect(hours.map(({ at }) => shown(at, cairo).slice(6))).toEqual([
      ...['20:00', '01:00', '04:00', '08:00', '12:00', '16:00'],
    ]);
  });

  test('of a midnight that comes twice are there once', () => {
    const from = CAIRO_AUTUMN - 2.5 * DAY;
    const days = placeTicks('7d', from, from + 5 * DAY, cairo).map(({ at }) => shown(at, cairo));
    expect(new Set(days.map((day) => day.slice(0, 5))).size).toBe(days.length);
  });

  test('that the clock shows twice are there once', () => {
    const back = Date.UTC(2027, 9, 31, 4);
    const offsetAt: OffsetAt = (at) => (at < back ? 1 : 0) * HOUR;
    const ticks = placeTicks('24h', back - 2 * HOUR, back + 3 * HOUR, offsetAt);
    expect(ticks.map(({ at }) => shown(at, offsetAt))).toEqual(['10-31T04:00']);
  });

  test('of ninety days are at the first and sixteenth of a month', () => {
    const from = Date.UTC(2027, 0, 10);
    const ticks = placeTicks('90d', from, from + 90 * DAY, ahead(5.5));
    expect(ticks.map(({ at }) => shown(at, ahead(5.5)))).toEqual([
      ...['01-16T00:00', '02-01T00:00', '02-16T00:00', '03-01T00:00', '03-16T00:00'],
      '04-01T00:00',
    ]);
  });
});

describe('a value is for', () => {
  test.each([
    ['24h', 0, '14:37', '14:30', '14:40'],
    ['24h', 5.75, '14:37', '14:35', '14:45'],
    ['7d', 0, '14:37', '14:00', '15:00'],
    ['7d', 5.5, '14:37', '14:30', '15:30'],
  ] as const)('%s, %p hours from UTC: %s is in %s to %s', (period, hours, at, start, end) => {
    const moment = (time: string) => Date.parse(`2027-01-01T${time}:00Z`);
    expect(spanAt(period, moment(at), ahead(hours))).toEqual({
      start: moment(start),
      end: moment(end),
    });
  });

  test.each([
    ['spring', SPRING, 23],
    ['autumn', AUTUMN, 25],
    ['a day without a change', SPRING - 3 * DAY, 24],
  ] as const)('a local day, of %s', (_what, at, hours) => {
    const { start, end } = spanAt('90d', at + 5 * HOUR, berlin);
    expect([shown(start, berlin), shown(end, berlin)].map((text) => text.slice(6))).toEqual([
      '00:00',
      '00:00',
    ]);
    expect((end - start) / HOUR).toBe(hours);
  });
});

describe('whole days', () => {
  test.each([
    ['Berlin in spring', berlin, SPRING, [24, 24, 23, 24, 24]],
    ['Berlin in autumn', berlin, AUTUMN, [24, 24, 25, 24, 24]],
    ['Cairo in spring', cairo, CAIRO_SPRING, [24, 24, 24, 23, 24]],
    ['Kathmandu', ahead(5.75), SPRING, [24, 24, 24, 24, 24]],
  ] as const)(
    'of %s follow each other between those that the ends cut',
    (_zone, offsetAt, change, hours) => {
      const from = Math.floor(change / DAY) * DAY - 2.5 * DAY;
      const edges = daysBetween(from, from + 6 * DAY, offsetAt);
      expect([edges[0], edges.at(-1)]).toEqual([from, from + 6 * DAY]);
      const inner = edges.slice(1, -1);
      for (const at of inner) expect(shown(at, offsetAt)).toMatch(/T0[01]:00$/);
      const lengths = inner.slice(1).map((at, index) => (at - (inner[index] ?? 0)) / HOUR);
      expect(lengths).toEqual([...hours]);
    },
  );
});
