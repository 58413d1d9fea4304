// The tables of options, commands and events in the docs: complete, and never older than what they are made from.

import { describe, expect, test } from 'bun:test';
import { renderOptionsTable, replaceTable, TABLES } from '../../scripts/docs-tables.ts';
import { OPTIONS } from '../../src/app/options.ts';

describe('the table of options', () => {
  test('has as many cells in each row as in its head', () => {
    const counts = renderOptionsTable()
      .split('\n')
      .map((row) => row.replaceAll('\\|', '').split('|').length);
    expect(new Set(counts).size).toBe(1);
    expect(counts).toHaveLength(OPTIONS.length + 2);
  });

  test('replaces only what is between its marks', () => {
    const page = 'before\n<!-- options -->\nold\n<!-- /options -->\nafter $& \n';
    const replaced = replaceTable(page, 'options') ?? '';
    expect(replaced).toBe(
      `before\n<!-- options -->\n${renderOptionsTable()}\n<!-- /options -->\nafter $& \n`,
    );
    expect(replaceTable(replaced, 'options')).toBe(replaced);
    expect(replaceTable('no marks', 'options')).toBeUndefined();
    expect(replaceTable('<!-- /options --> <!-- options -->', 'options')).toBeUndefined();
  });
});

test.each(Object.keys(TABLES) as (keyof typeof TABLES)[])(
  'the table of %s is up to date in the docs; bun scripts/docs-tables.ts rewrites it',
  async (name) => {
    const page = await Bun.file(new URL(`../${TABLES[name].path}`, import.meta.url)).text();
    expect(replaceTable(page, name)).toBe(page);
  },
);
