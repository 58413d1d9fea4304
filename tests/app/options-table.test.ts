// The table of options in docs/configuration.md: complete, and never older than the options.

import { describe, expect, test } from 'bun:test';
import { renderOptionsTable, replaceOptionsTable } from '../../scripts/options-table.ts';
import { OPTIONS } from '../../src/app/options.ts';

const PAGE = Bun.file(new URL('../../docs/configuration.md', import.meta.url));

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
    const replaced = replaceOptionsTable(page) ?? '';
    expect(replaced).toBe(
      `before\n<!-- options -->\n${renderOptionsTable()}\n<!-- /options -->\nafter $& \n`,
    );
    expect(replaceOptionsTable(replaced)).toBe(replaced);
    expect(replaceOptionsTable('no marks')).toBeUndefined();
    expect(replaceOptionsTable('<!-- /options --> <!-- options -->')).toBeUndefined();
  });

  test('is up to date in docs/configuration.md; bun scripts/options-table.ts rewrites it', async () => {
    const page = await PAGE.text();
    expect(page).toContain(`<!-- options -->\n${renderOptionsTable()}\n<!-- /options -->`);
  });
});
