// The public view of an account, and the letters that it wears.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseFlags, toPlayer } from '../../../src/modules/account/account.ts';
import type { Account } from '../../../src/modules/account/account-ports.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { rounds } from '../../support/rounds.ts';

const account: Account = {
  id: 7,
  name: 'Alice',
  email: 'alice@example.net',
  emailConfirmedAt: 1,
  passwordHash: '$argon2id$secret',
  verifiedAt: 1,
  suspendedAt: null,
  suspensionReason: '',
  suspendedUntil: null,
  role: 'player',
  flags: '',
  forumTitle: 'Builder',
  isPremium: true,
  registeredAt: 1_389_999_999_123,
  rulesVersion: null,
  rulesAgreedAt: null,
  language: 'en',
};

describe('what the public sees of an account', () => {
  test('is its number, name, title, premium and day of registration, and nothing else', () => {
    expect(toPlayer(account)).toEqual({
      id: 7,
      name: 'Alice',
      flags: [],
      forumTitle: 'Builder',
      isPremium: true,
      registeredAt: 1_389_999_999_123,
    });
  });

  const cases: [string, Partial<Account>, string][] = [
    ['nothing special', {}, ''],
    ['an administrator', { role: 'administrator' }, 'a'],
    ['suspended', { suspendedAt: 5, suspensionReason: 'griefing' }, 'b'],
    ['unverified', { verifiedAt: null }, 'u'],
    ['verified at the epoch', { verifiedAt: 0 }, ''],
    ['suspended at the epoch', { suspendedAt: 0 }, 'b'],
    ['set by an administrator', { flags: 'dmepr' }, 'dmepr'],
    [
      'everything at once',
      { role: 'administrator', suspendedAt: 5, verifiedAt: null, flags: 'dmepr' },
      'admbepur',
    ],
  ];
  // C10.4
  test.each(cases)('flags of an account that is %s', (_, changes, flags) => {
    expect(toPlayer({ ...account, ...changes }).flags).toEqual([...flags]);
  });
});

// C10.6
describe('flags that an administrator sets', () => {
  test.each([
    ['', ''],
    ['d', 'd'],
    ['rpemd', 'dmepr'],
    ['mdmd', 'dm'],
  ])('%p are kept as %p', (text, flags) => {
    expect(parseFlags(text)).toBe(flags);
  });

  const refused: [string, string][] = [
    ['a', 'administrator instead'],
    ['db', 'Suspend the account instead'],
    ['u', 'Verify the account'],
    ['x', '"x" is unknown'],
    ['D', '"D" is unknown'],
    ['d m', '" " is unknown'],
    ['\0', 'is unknown'],
    ['😀', 'is unknown'],
  ];
  test.each(refused)('%p are refused with the right way', (text, sentence) => {
    expect(() => parseFlags(text)).toThrow(sentence);
  });

  test('are a part of dmepr or refused, for any text', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'dmeprabux\0\ud800') });
    fc.assert(
      fc.property(texts, (text) => {
        const isSettable = /^[dmepr]*$/.test(text);
        try {
          expect(parseFlags(text)).toMatch(/^d?m?e?p?r?$/);
          expect(isSettable).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(Failure);
          expect(isSettable).toBe(false);
        }
      }),
      rounds(500),
    );
  });
});
