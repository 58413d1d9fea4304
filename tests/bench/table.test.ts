// How a run of the benchmark is written down, and put into docs/benchmark.md.
import { describe, expect, test } from 'bun:test';
import { judge } from '../../bench/harness/compare.ts';
import {
  formatRate,
  formatRatio,
  type Row,
  replaceSection,
  writeTable,
} from '../../bench/harness/table.ts';

const row: Row = {
  measure: 'list, gzip',
  figure: '95,000/s',
  comparison: 'bare handler: 100,000/s',
  result: '0.95',
  target: '≥ 0.85',
  isMet: true,
};

describe('the table', () => {
  test('has a line for each row under a head', () => {
    const lines = writeTable([row, row]).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[2]).toBe(
      '| list, gzip | 95,000/s | bare handler: 100,000/s | 0.95 | ≥ 0.85 | met |',
    );
  });

  test('has as many cells in each line as in the head', () => {
    const counts = writeTable([row])
      .split('\n')
      .map((line) => line.split('|').length);
    expect(new Set(counts).size).toBe(1);
  });

  test.each([
    ['a missed target stands out', false, '| **missed** |'],
    ['a column that no row uses is left out', undefined, `| ${row.target} |`],
  ])('%s', (_sentence, isMet, ending) => {
    expect(writeTable([{ ...row, isMet }])).toEndWith(ending);
  });

  test('a bar in a text does not make a cell', () => {
    expect(writeTable([{ ...row, measure: 'a | b' }])).toContain('| a \\| b |');
  });
});

describe('the section of the page', () => {
  test('is replaced, and all around it stays', () => {
    const text = 'before\n<!-- bench -->\nold\n<!-- /bench -->\nafter\n';
    const once = replaceSection(text, 'new');
    expect(once).toBe('before\n<!-- bench -->\nnew\n<!-- /bench -->\nafter\n');
    expect(replaceSection(once, 'new')).toBe(once);
  });

  test.each([
    ['no markers', 'nothing here'],
    ['no end', '<!-- bench -->\nold'],
    ['the end before the start', '<!-- /bench -->\n<!-- bench -->'],
    ['two sections', '<!-- bench --><!-- /bench --><!-- bench --><!-- /bench -->'],
  ])('is refused with %s', (_what, text) => {
    expect(() => replaceSection(text, 'new')).toThrow('<!-- bench -->');
  });
});

describe('numbers', () => {
  test.each([
    [61_234.5, '61,200/s'],
    [999.6, '1,000/s'],
    [638.7, '639/s'],
    [4.567, '4.57/s'],
  ])('the rate %p is written %p', (rate, text) => {
    expect(formatRate(rate)).toBe(text);
  });

  test.each([
    [0.849, '0.85'],
    [12, '12.00'],
  ])('the ratio %p is written %p', (ratio, text) => {
    expect(formatRatio(ratio)).toBe(text);
  });
});

describe('a target', () => {
  test.each([
    ['is met by exactly the least wanted', 0.85, { atLeast: 0.85 }, true],
    [
      'is missed just under it, even where the rounded figure looks met',
      0.849,
      { atLeast: 0.85 },
      false,
    ],
    ['of being ahead is missed by being level', 1, { above: 1 }, false],
    ['of being ahead is met by a little', 1.001, { above: 1 }, true],
    ['that is none is neither met nor missed', 0.1, undefined, undefined],
  ])('%s', (_sentence, ratio, target, isMet) => {
    expect(judge(ratio, target).isMet).toBe(isMet);
  });
});
