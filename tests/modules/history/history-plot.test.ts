// The plots of the history: gaps as gaps, a text alternative, and well-formed SVG of bounded size.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { render } from 'preact-render-to-string';
import {
  columnsOf,
  drawBlocks,
  drawLine,
  roundUp,
} from '../../../src/modules/history/history-line.ts';
import { HistoryPlot } from '../../../src/modules/history/history-plot.tsx';
import { historyMessages } from '../../../src/modules/history/messages.ts';
import type { Period } from '../../../src/modules/history/plot-times.ts';
import { drawHours, MAX_PLAYERS, readHours } from '../../../src/modules/list/spark-hours.ts';
import { describeSpark, drawSpark } from '../../../src/modules/list/sparkline.ts';
import { rounds } from '../../support/rounds.ts';

const FRAME = { left: 0, top: 0, width: 100, height: 10 };

const samplesOf = (means: readonly (number | null)[], peaks = means) => ({
  startAt: Date.UTC(2027, 0, 1),
  stepMs: 60_000,
  means,
  peaks,
});
const plotOf = (
  means: readonly (number | null)[],
  peaks = means,
  period: Period = '24h',
  now = means.at(-1) ?? 0,
  stepMs = 7_200_000,
) =>
  render(
    HistoryPlot({
      samples: { ...samplesOf(means, peaks), stepMs },
      ...{ period, columns: 180, now, source: '/data' },
    }),
  );
const sparkOf = (means: readonly (number | null)[]) => {
  const spark = drawSpark(samplesOf(means));
  const now = samplesOf(means).startAt + (means.length - 1) * 60_000;
  return spark && describeSpark(spark, now);
};

describe('a line', () => {
  test.each<[string, (number | null)[], string]>([
    ['of nothing', [], ''],
    ['of gaps', [null, null], ''],
    ['through all samples', [0, 5, 10], 'M0 10l1 -5l1 -5'],
    ['with a gap in it', [1, 1, null, 1, 1], 'M0 9l1 0M3 9l1 0'],
    ['with a sample between gaps, which is a dot', [null, 5, null], 'M1 5h0'],
    ['of one sample', [10], 'M0.5 0h0'],
    ['that begins late', [null, null, 0], 'M2 10h0'],
  ])('%s', (_what, columns, data) => {
    expect(drawLine(columns, FRAME.height, 10)).toBe(data);
  });
});

describe('blocks', () => {
  test.each<[string, (number | null)[], string]>([
    ['of nothing', [], ''],
    ['of gaps', [null, null], ''],
    ['side by side, as one', [0, 5, 10], 'M0 10V9H33.3V5H66.7V0H100V10z'],
    ['of one height, as one step', [5, 5, 5, 5], 'M0 10V5H100V10z'],
    ['of one height, then another', [5, 5, 10, 10], 'M0 10V5H50V0H100V10z'],
    ['with a gap between them', [10, null, 10, 10], 'M0 10V0H25V10zM50 10V0H100V10z'],
    ['higher than the frame, which are cut', [20], 'M0 10V0H100V10z'],
  ])('%s', (_what, columns, data) => {
    expect(drawBlocks(columns, FRAME, 10)).toBe(data);
  });
});

describe('the hours of a sparkline', () => {
  const HOUR_MS = 3_600_000;
  const hoursIn = (described: string) => readHours(described.split(' ')[1] ?? '');

  test.each<[string, (number | null)[], string]>([
    ['one step for neighbours of one height', [5, 5, 7], 'M0-9e3V5h2v2h1V-9e3'],
    ['nothing to see where nothing is known', [null, 0, null], 'M0-9e3V-9e3h1V0h1V-9e3h1V-9e3'],
  ])('have %s', (_what, hours, path) => {
    expect(drawHours(hours)).toBe(path);
  });

  test('are read from the picture as they were drawn', () => {
    const anyHour = fc.oneof(
      fc.constant(null),
      fc.nat({ max: 3 }),
      fc.integer({ min: 0, max: MAX_PLAYERS }),
    );
    fc.assert(
      fc.property(fc.array(anyHour, { minLength: 24, maxLength: 24 }), (hours) => {
        expect(readHours(drawHours(hours))).toEqual(hours);
      }),
    );
  });

  test('are whole hours with their rounded means, and the last one is that of the page', () => {
    const startAt = Date.UTC(2027, 0, 1, 17, 40);
    // A day by the minute until 17:39: the last minutes of an hour, 22 whole ones, and forty minutes.
    const means = Array.from({ length: 1_440 }, (_, minute) => {
      const hour = Math.floor((minute + 40) / 60);
      return hour === 3 ? null : hour === 4 && minute % 2 === 0 ? 11 : 10 + hour;
    });
    const spark = drawSpark({ startAt, stepMs: 60_000, means, peaks: means });
    if (spark === undefined) throw new Error('A day has no sparkline.');
    const drawn = (now: number) => hoursIn(describeSpark(spark, now));
    const hours = [11, 12, null, 13, ...Array.from({ length: 20 }, (_, index) => 15 + index)];
    const lastAt = Date.UTC(2027, 0, 2, 17, 39);
    expect(drawn(lastAt)).toEqual(hours);
    expect(drawn(lastAt + 20 * 60_000)).toEqual(hours);
    expect(drawn(lastAt + 21 * 60_000)).toEqual([...hours.slice(1), null]);
    expect(drawn(lastAt - HOUR_MS)).toEqual([null, ...hours.slice(0, -1)]);
  });
});

describe('columns', () => {
  test.each<[string, (number | null)[], number, 'mean' | 'peak', (number | null)[]]>([
    ['as many as samples where they fit', [1, null, 3], 5, 'mean', [1, null, 3]],
    ['means', [1, 2, 3, 4], 2, 'mean', [1.5, 3.5]],
    ['peaks', [1, 2, 3, 4], 2, 'peak', [2, 4]],
    ['of what is known', [1, null, null, null], 2, 'mean', [1, null]],
    ['of nothing', [], 2, 'peak', []],
  ])('%s', (_what, samples, limit, kind, columns) => {
    expect(columnsOf(samples, limit, kind)).toEqual(columns);
  });
});

test.each([
  ...[[1, 1] as const, [3, 4] as const, [5, 6] as const, [11, 20] as const],
  ...[[51, 60] as const, [1_000, 1_000] as const, [65_534, 80_000] as const],
])('a scale for %p ends at %p', (value, top) => {
  expect(roundUp(value)).toBe(top);
});

describe('the text alternative', () => {
  test('has the lowest, the highest and the latest number', () => {
    const means = [4, 2, null, 6];
    const peaks = [4, 9, null, 6];
    const summary = 'From 2 to 9 players, 6 now.';
    const html = plotOf(means, peaks);
    expect(html).toContain(`role="img" aria-label="${historyMessages.title('24h')}. ${summary}"`);
    expect(html).toContain(`<figcaption>${summary} `);
  });

  test.each<[string, (number | null)[], number, string]>([
    ['an old sample', [4, null], 4, 'Always 4 players, 4 now.'],
    ['the last sample', [4, 1], 4, 'From 1 to 4 players, 4 now.'],
    ['the lowest until now', [4, 1], 0, 'From 0 to 4 players, 0 now.'],
    ['the highest until now', [4, 1], 20, 'From 1 to 20 players, 20 now.'],
  ])('tells how many there are now, whatever is %s', (_what, means, now, summary) => {
    expect(plotOf(means, means, '24h', now)).toContain(`<figcaption>${summary} `);
  });

  test('says nothing of how many play before an hour is known', () => {
    const afterMinutes = (minutes: number) =>
      plotOf([40, 40], [40, 40], '24h', 40, (minutes * 60_000) / 2);
    expect(afterMinutes(60)).toContain(`<figcaption>${historyMessages.collecting} `);
    expect(afterMinutes(62)).toContain('<figcaption>Always 40 players, 40 now. ');
  });

  test('says so when nothing is known, and draws no box for it', () => {
    for (const means of [[], [null, null]]) {
      expect(plotOf(means, means, '7d')).toMatch(
        new RegExp(`^<p [^>]*>${historyMessages.nothing('7d')}`),
      );
      expect(sparkOf(means)).toBeUndefined();
    }
  });
});

describe('a day in the list', () => {
  const dayOf = (hours: number, players = 0) => [
    ...Array(1_440 - hours * 60).fill(null),
    ...Array(hours * 60).fill(players),
  ];

  test.each([1 / 60, 2])('of a server of %p hours is a text, not a single dash', (hours) => {
    expect(sparkOf(dayOf(hours))).toBeUndefined();
    expect(sparkOf(dayOf(hours, 9))).toBeUndefined();
  });

  test('of a server of three hours is drawn', () => {
    expect(sparkOf(dayOf(3))).toBeString();
  });
});

describe('a plot', () => {
  const textsIn = (html: string, part: string) => {
    const [, inside = ''] = new RegExp(`class="${part}"[^>]*>(.*?)</(?:div|svg)>`).exec(html) ?? [];
    return [...inside.matchAll(/<(?:span|text [^>]*)>([^<]*)</g)].map(([, text]) => text);
  };

  test('has a scale from zero to a round number', () => {
    expect(textsIn(plotOf(Array(1_440).fill(7)), 'history-scale')).toEqual(['8', '4', '0']);
    expect(textsIn(plotOf([0, 0]), 'history-scale')).toEqual(['2', '1', '0']);
  });

  test.each<[Period, number, number, string[]]>([
    ['24h', 60_000, 1_440, ['00:00', '04:00', '08:00', '12:00', '16:00', '20:00']],
    ['7d', 600_000, 1_008, ['Fri 1', 'Sat 2', 'Sun 3', 'Mon 4', 'Tue 5', 'Wed 6', 'Thu 7']],
    ['90d', 3_600_000, 2_160, ['1 Jan', '16 Jan', '1 Feb', '16 Feb', '1 Mar', '16 Mar']],
  ])('of %s has its times below it', (period, stepMs, count, times) => {
    const samples = { ...samplesOf(Array(count).fill(7)), stepMs };
    const html = render(HistoryPlot({ samples, period, columns: 180, now: 7, source: '/data' }));
    expect(textsIn(html, 'history-times')).toEqual(times);
  });

  test('of an empty server is a visible line at zero', () => {
    expect(plotOf([0, 0])).toContain('transform="scale(720 1)" d="M0 160l1 0"');
    // Moved up by a pixel, so that zero is seen.
    expect(sparkOf([0, 0])).toStartWith('4.75 ');
  });
});

const anyCount = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 2 ** 31 }));

test('any samples make well-formed SVG or a path, without style or script, of bounded size', () => {
  fc.assert(
    fc.property(fc.array(anyCount, { maxLength: 3_000, size: 'max' }), (means) => {
      const plot = plotOf(means, means, '24h', 7, 60_000);
      expectXml(plot);
      expect(plot).not.toMatch(/ style=| on\w+="|<script|<style|NaN|Infinity|undefined/);
      const spark = sparkOf(means) ?? '1 M0-9e3V-9e3';
      expect(spark).toMatch(/^[\d.e-]+ M0-9e3(?:[Vvh](?:-?\d+|-9e3))+$/);
      expect(spark.length).toBeLessThan(500);
      expect(plot.length).toBeLessThan(8_000);
    }),
    rounds(100),
  );
});

/** Fails when the text is no well-formed XML. */
function expectXml(svg: string): void {
  const rest = svg.replace(
    /<\/?[a-z]+(?: [\w:-]+="[^"<]*")*\/?>|&(?:amp|lt|gt|quot|#39);|[^<>&]+/g,
    '',
  );
  expect(rest).toBe('');
  const open: string[] = [];
  for (const [, close, name = '', isEmpty] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
    if (close === '/') expect(open.pop()).toBe(name);
    else if (isEmpty !== '/') open.push(name);
  }
  expect(open).toEqual([]);
}

test('ninety days have a column for each day, so that days and nights are no zigzag', () => {
  const nightly = Array.from({ length: 90 * 24 }, (_, hour) => (hour % 24 < 12 ? 2 : 10));
  const html = plotOf(nightly, nightly, '90d', 10, 3_600_000);
  const line = /class="history-line"[^>]* d="([^"]+)"/.exec(html)?.[1] ?? '';
  // As many steps as days but one, all on one height.
  expect(line.match(/l8 0/g)).toHaveLength(89);
  expect(line.replace(/^M4 [\d.]+/, '').replaceAll('l8 0', '')).toBe('');
  const blocks = /class="history-peaks" d="([^"]+)"/.exec(html)?.[1];
  expect(blocks).toMatch(/^M0 160V\d+H720V160z$/);
});

test('a day of which nothing is known is a gap among the days', () => {
  const players = Array.from({ length: 90 * 24 }, (_, hour) =>
    Math.floor(hour / 24) === 3 ? null : 5,
  );
  const html = plotOf(players, players, '90d', 5, 3_600_000);
  expect(/class="history-peaks" d="([^"]+)"/.exec(html)?.[1]).toMatch(
    /^M0 160V\d+H24V160zM32 160V\d+H720V160z$/,
  );
});
