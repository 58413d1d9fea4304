// The rule for one line of plain text.

import { describe, expect, test } from 'bun:test';
import { requirePlainLine } from '../../../src/platform/input/plain-line.ts';

describe('lines that administrators write', () => {
  test.each(['', 'Builder of the year', '😀'.repeat(64), 'x'.repeat(64), 'déjà vu', '👩‍🚀'])(
    '%p may be shown',
    (line) => {
      expect(requirePlainLine('The title', line, 64)).toBe(line);
    },
  );

  const refused: [string, string, string][] = [
    ['one too many', 'x'.repeat(65), 'The title has 65 characters. Use at most 64.'],
    ['a line break', 'two\nlines', 'control characters'],
    ['a terminal escape', 'red \u001b[31m', 'control characters'],
    ['a bidi control', 'right\u202eleft', 'control characters'],
    ['a lone surrogate', 'half \udc00', 'control characters'],
  ];
  test.each(refused)('%s is refused', (_, line, sentence) => {
    expect(() => requirePlainLine('The title', line, 64)).toThrow(
      expect.objectContaining({ kind: 'invalid', message: expect.stringContaining(sentence) }),
    );
  });
});
