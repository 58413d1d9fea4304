// The plots of the history: gaps as gaps, a text alternative, and well-formed SVG of bounded size.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { columnsOf, drawLine, roundUp, summarise } from '../../src/pages/history-line.ts';
import { type PlotWords, renderPlot, renderSparkline } from '../../src/pages/history-plot.ts';

const WORDS: PlotWords = {
  title: 'Players on Alpha',
  describe: ({ min, max, now }) => `From ${min} to ${max}, now ${now ?? 'unknown'}.`,
  nothing: 'Nothing is known yet.',
};
const FRAME = { left: 0, top: 0, width: 100, height: 10 };

const samplesOf = (means: readonly (number | null)[], peaks = means) => ({
  startAt: Date.UTC(2027, 0, 1),
  stepMs: 60_000,
  means,
  peaks,
});
const writeTime = (at: number) => new Date(at).toISOString().slice(11, 16);

describe('a line', () => {
  test.each<[string, (number | null)[], string]>([
    ['of nothing', [], ''],
    ['of gaps', [null, null], ''],
    ['through all samples', [0, 5, 10], 'M0 10L50 5L100 0'],
    ['with a gap in it', [1, 1, null, 1, 1], 'M0 9L25 9M75 9L100 9'],
    ['with a sample between gaps, which is a dot', [null, 5, null], 'M50 5h0'],
    ['of one sample', [10], 'M50 0h0'],
    ['that begins late', [null, null, 0], 'M100 10h0'],
  ])('%s', (_what, columns, data) => {
    expect(drawLine(columns, FRAME, 10)).toBe(data);
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
  [1, 1],
  [3, 5],
  [5, 5],
  [11, 20],
  [51, 100],
  [1_000, 1_000],
  [65_534, 100_000],
])('a scale for %p ends at %p', (value, top) => {
  expect(roundUp(value)).toBe(top);
});

describe('the text alternative', () => {
  test('tells the lowest, the highest and the latest number', () => {
    const samples = samplesOf([4, 2, null, 6], [4, 9, null, 6]);
    expect(summarise(samples)).toEqual({ min: 2, max: 9, now: 6 });
    const svg = renderPlot(samples, WORDS, writeTime);
    expect(svg).toContain('<title>Players on Alpha</title><desc>From 2 to 9, now 6.</desc>');
    expect(svg).toContain('role="img" aria-label="Players on Alpha. From 2 to 9, now 6."');
  });

  test('does not take an old number for now', () => {
    expect(renderSparkline(samplesOf([4, null]), WORDS)).toContain('now unknown');
  });

  test('says so when nothing is known', () => {
    expect(renderSparkline(samplesOf([null]), WORDS)).toContain(`<desc>${WORDS.nothing}</desc>`);
  });
});

describe('a plot', () => {
  test('has a scale from zero to a round number, and the times below it', () => {
    const svg = renderPlot(samplesOf(Array(1_440).fill(7)), WORDS, writeTime);
    expect(svg.match(/<line /g)).toHaveLength(3);
    expect([...svg.matchAll(/">([\d:]+)<\/text>/g)].map((found) => found[1])).toEqual([
      '0',
      '5',
      '10',
      '00:00',
      '04:00',
      '08:00',
      '12:00',
      '16:00',
      '20:00',
      '00:00',
    ]);
  });

  test('of an empty server lies on the ground', () => {
    expect(renderPlot(samplesOf([0, 0]), WORDS, writeTime)).toContain('d="M44 192L704 192"');
  });

  test.each([`<script>alert(1)</script>`, `" onload="x`, `a & b`, `it's`])(
    'escapes %s',
    (title) => {
      const svg = renderPlot(samplesOf([1]), { ...WORDS, title }, () => title);
      expect(readTags(svg)).toEqual(readTags(renderPlot(samplesOf([1]), WORDS, writeTime)));
    },
  );
});

const anyCount = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 2 ** 31 }));

test('any samples and any words make well-formed SVG, without style or script, of bounded size', () => {
  fc.assert(
    fc.property(
      fc.array(anyCount, { maxLength: 3_000, size: 'max' }),
      fc.string({ unit: 'binary', maxLength: 80 }),
      (means, title) => {
        const words = { ...WORDS, title };
        const spark = renderSparkline(samplesOf(means), words);
        const plot = renderPlot(samplesOf(means), words, writeTime);
        for (const svg of [spark, plot]) {
          const tags = readTags(svg);
          expect(tags[0]).toBe('svg');
          expect(tags.at(-1)).toBe('/svg');
          expect(svg).not.toMatch(
            / style=| on\w+="[^"]*"[^>]*\/>|<script|<style|NaN|Infinity|undefined/,
          );
        }
        expect(spark.length).toBeLessThan(3_000);
        expect(plot.length).toBeLessThan(14_000);
      },
    ),
    { numRuns: 100 },
  );
});

/** Names of the tags in their order; fails when the text is no well-formed XML. */
function readTags(svg: string): string[] {
  const rest = svg.replace(
    /<\/?[a-z]+(?: [\w:-]+="[^"<]*")*\/?>|&(?:amp|lt|gt|quot|#39);|[^<>&]+/g,
    '',
  );
  expect(rest).toBe('');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow them at all.
  expect(svg).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
  const open: string[] = [];
  const tags = [...svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)];
  for (const [, close, name = '', isEmpty] of tags) {
    if (close === '/') expect(open.pop()).toBe(name);
    else if (isEmpty !== '/') open.push(name);
  }
  expect(open).toEqual([]);
  return tags.map(([, close, name]) => `${close}${name}`);
}
