// Tables, details and times as commands write them.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  formatDetails,
  formatList,
  formatTable,
  type ListForm,
} from '../../../src/platform/cli/output.ts';

describe('tables', () => {
  test('are aligned by width on the screen, not by length', () => {
    expect(
      formatTable(
        ['A', 'NAME', 'END'],
        [
          ['1', '日本', 'x'],
          ['22', 'abc', 'y'],
        ],
      ),
    ).toEqual(['A   NAME  END', '1   日本  x', '22  abc   y']);
  });

  test('have one line for each row, whatever is in the cells', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string())), (rows) => {
        const lines = formatTable(['A', 'B'], rows);
        expect(lines).toHaveLength(rows.length + 1);
        for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
      }),
    );
  });
});

describe('a list', () => {
  const form: ListForm<{ name: string; isNew: boolean; at: number }> = {
    columns: [
      ['NAME', ({ name }) => name.toUpperCase()],
      ['NEW', 'isNew'],
      ['SINCE (UTC)', 'at'],
    ],
    toJson: ({ name, at }) => ({ name, setAt: at, until: null }),
  };
  const written = (names: string[], json?: boolean): string[] => {
    const items = names.map((name) => ({ name, isNew: true, at: 0 }));
    const text = formatList(items, { ...form, json });
    return json ? [text] : text.split('\n');
  };

  test('is a table for people', () => {
    expect(written(['Alice'])).toEqual(['NAME   NEW  SINCE (UTC)', 'ALICE  yes  1970-01-01 00:00']);
    expect(written([], false)).toEqual(['NAME  NEW  SINCE (UTC)']);
  });

  test('is one array for scripts, an empty one too', () => {
    const [text = '', ...rest] = written(['Alice'], true);
    expect(JSON.parse(text)).toEqual([
      { name: 'Alice', setAt: '1970-01-01T00:00:00.000Z', until: null },
    ]);
    expect(rest).toEqual([]);
    expect(written([], true)).toEqual(['[]']);
  });
});

describe('details', () => {
  test('are one line each, and cannot control the terminal', () => {
    const details = [
      ['id', '1'],
      ['forum title', '\x1b[31mred'],
      ['reason', ''],
    ] as const;
    expect(formatDetails(details)).toEqual(['id           1', 'forum title  [31mred', 'reason']);
  });
});
