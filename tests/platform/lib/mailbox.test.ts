// Which text is an email address: exactly one mailbox, and its canonical spelling.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { canonicalMailbox, isMailbox, mailboxKey } from '../../../src/platform/lib/mailbox.ts';
import { rounds } from '../../support/rounds.ts';

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
      rounds(500),
    );
  });
});

describe('the one spelling of a mailbox', () => {
  test.each([
    ['alice@example.net', 'alice@example.net'],
    ['Alice@EXAMPLE.net', 'Alice@example.net'],
    ['alice@ｅｘａｍｐｌｅ.net', 'alice@example.net'],
    ['joe@bücher.example', 'joe@xn--bcher-kva.example'],
    ['joe@bu\u0308cher.example', 'joe@xn--bcher-kva.example'],
    ['joe@XN--BCHER-KVA.example', 'joe@xn--bcher-kva.example'],
    ['jo\u0308rg@example.net', 'jörg@example.net'],
    // Two people may have these: mail goes to what is written.
    ['ａlice@example.net', 'ａlice@example.net'],
    // Not one that can be read as a host: it stays.
    ['alice@xn--a.example', 'alice@xn--a.example'],
  ])('of %p is %p', (typed, canonical) => {
    expect(canonicalMailbox(typed)).toBe(canonical);
    expect(mailboxKey(typed)).toBe(canonical.toLowerCase());
  });

  test('has itself as its one spelling, whatever is tried', () => {
    const parts = fc.constantFrom('a', 'B', '@', '.', 'xn--', 'ü', 'u\u0308', 'ｅ', '。', 'ß', '1');
    fc.assert(
      fc.property(
        fc.array(parts).map((all) => all.join('')),
        (text) => {
          expect(canonicalMailbox(canonicalMailbox(text))).toBe(canonicalMailbox(text));
          expect(mailboxKey(mailboxKey(text))).toBe(mailboxKey(text));
        },
      ),
      rounds(1_000),
    );
  });
});
