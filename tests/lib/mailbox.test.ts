// What may stand as the address of a letter: one mailbox, and nothing else.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isMailbox } from '../../src/lib/mailbox.ts';

describe('a mailbox', () => {
  test.each([
    'alice@example.net',
    'root@localhost',
    'jörg+muster@bücher.example',
    `${'a'.repeat(64)}@${'b'.repeat(189)}`,
  ])('may be %s', (address) => {
    expect(isMailbox(address)).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['a name alone', 'alice'],
    ['two addresses', 'alice@example.net,bob@example.net'],
    ['an address with a name', 'Alice <alice@example.net>'],
    ['two signs', 'alice@bob@example.net'],
    ['a header behind it', 'alice@example.net\r\nBcc: bob@example.net'],
    ['a quoted part', '"alice"@example.net'],
    ['a part of 65 characters', `${'a'.repeat(65)}@example.net`],
    ['255 characters', `${'a'.repeat(64)}@${'b'.repeat(190)}`],
  ])('is not %s', (_what, address) => {
    expect(isMailbox(address)).toBe(false);
  });

  test('has no white space, control character or separator in it, whatever is tried', () => {
    const parts = fc.constantFrom(
      'a',
      '@',
      ' ',
      '\n',
      '\0',
      ',',
      ';',
      '<',
      '>',
      '"',
      '\u2028',
      'é',
    );
    fc.assert(
      fc.property(
        fc.array(parts).map((all) => all.join('')),
        (text) => {
          if (!isMailbox(text)) return;
          expect(text).not.toMatch(/[\s\p{C}<>,;:"]/u);
          expect(text.split('@')).toHaveLength(2);
        },
      ),
      { numRuns: 500 },
    );
  });
});
