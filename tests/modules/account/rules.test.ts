// The rules for names, passwords, e-mail addresses and lines that administrators write.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isAccountName, requireAccountName } from '../../../src/modules/account/account-names.ts';
import {
  isEmailAddress,
  readEmailAddress,
  requireEmailAddress,
} from '../../../src/modules/account/email-addresses.ts';
import { isPossiblePassword, requirePassword } from '../../../src/modules/account/passwords.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { generatePassword } from '../../../src/platform/lib/readable-code.ts';
import { rounds } from '../../support/rounds.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('a', 'Z', '0', '_', '.', '-', '@', ' ', '\ud800', '\0', 'é') }),
);

function catchError(action: () => unknown): unknown {
  try {
    action();
    return undefined;
  } catch (error) {
    return error;
  }
}

function expectInvalid(action: () => unknown): string {
  const error = catchError(action);
  expect(error).toBeInstanceOf(Failure);
  expect(error).toMatchObject({ kind: 'invalid' });
  return error instanceof Failure ? error.message : '';
}

// C4.18
describe('account names', () => {
  test.each(['ab', 'Alice', '__0', 'a.b', '_a_', '1234567890123456', '_.a', 'A1'])(
    '%p is one',
    (name) => {
      expect(isAccountName(name)).toBe(true);
      expect(requireAccountName(name)).toBe(name);
    },
  );

  const refused: [string, string][] = [
    ['seventeen letters', 'a'.repeat(17)],
    ['a Kelvin sign, which folds to k', '\u212aelvin'],
    ['a trailing newline', 'alice\n'],
    ['a hundred thousand letters', 'a'.repeat(100_000)],
  ];
  test.each(refused)('%s is refused with the rule', (_, name) => {
    expect(isAccountName(name)).toBe(false);
    const message = expectInvalid(() => requireAccountName(name));
    expect(message).toContain('2 to 16');
    expect(message.length).toBeLessThan(250);
    expect(message).toMatch(/^[\x20-\x7e]*$/);
  });

  test('are what the rule says, for any text', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const isOne =
          name.length >= 2 &&
          name.length <= 16 &&
          [...name].every((sign) => /^[A-Za-z0-9_.]$/.test(sign)) &&
          [...name].some((sign) => /^[A-Za-z0-9]$/.test(sign)) &&
          !name.startsWith('.') &&
          !name.endsWith('.');
        expect(isAccountName(name)).toBe(isOne);
      }),
      rounds(1_000),
    );
  });
});

// C4.19
describe('passwords', () => {
  const accepted: [string, string][] = [
    ['eight letters', 'abcdefgh'],
    ['sixty-four letters', 'a'.repeat(64)],
    ['eight spaces', ' '.repeat(8)],
    ['sixty-four signs outside the basic plane', '😀'.repeat(64)],
    ['eight signs outside the basic plane', '😀'.repeat(8)],
    ['a NUL and a newline among others', 'abc\0def\ngh'],
  ];
  test.each(accepted)('%s may be one', (_, password) => {
    expect(isPossiblePassword(password)).toBe(true);
    expect(requirePassword(password)).toBe(password);
  });

  const refused: [string, string, string][] = [
    ['none', '', 'has 0 characters. Use 8 to 64'],
    ['seven letters', 'secret7', 'has 7 characters. Use 8 to 64'],
    ['seven signs that take fourteen units', '😀'.repeat(7), 'has 7 characters'],
    ['sixty-five letters', 's'.repeat(65), 'has 65 characters'],
    ['a lone surrogate', 'secretive\ud800', 'invalid character'],
    ['a hundred thousand letters', 's'.repeat(100_000), 'has 100000 characters'],
  ];
  test.each(refused)('%s is refused, without being shown', (_, password, sentence) => {
    expect(isPossiblePassword(password)).toBe(false);
    const message = expectInvalid(() => requirePassword(password));
    expect(message).toContain(sentence);
    expect(message).not.toContain('secret');
    expect(message).not.toContain('sssss');
  });

  test('that are generated keep the rule, differ, and use no sign that looks like another', () => {
    const passwords = Array.from({ length: 200 }, generatePassword);
    expect(new Set(passwords).size).toBe(200);
    for (const password of passwords) {
      expect(password).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){3}$/);
      expect(isPossiblePassword(password)).toBe(true);
    }
    expect(new Set(passwords.join('')).size).toBe(32);
  });
});

describe('e-mail addresses', () => {
  test.each([
    'alice@example.net',
    'a@b',
    'alice+tag@mail.example.co.uk',
    "o'brien_1@example.net",
    'jörg@xn--exmple-cua.net',
    'admin@localhost',
    `${'l'.repeat(64)}@example.net`,
    `a@${'d'.repeat(63)}.net`,
  ])('%p is one', (email) => {
    expect(isEmailAddress(email)).toBe(true);
    expect(requireEmailAddress(email)).toBe(email);
  });

  test.each([
    ['jörg@exämple.net', 'jörg@xn--exmple-cua.net'],
    ['Alice@ＥＸＡＭＰＬＥ.net', 'Alice@example.net'],
  ])('%p is kept as %p', (email, kept) => {
    expect(isEmailAddress(email)).toBe(true);
    expect(requireEmailAddress(email)).toBe(kept);
    expect(readEmailAddress(` ${email} `)).toBe(kept);
  });

  test.each([
    ['a full-width letter', 'ｓecret@example.net'],
    ['a ligature', 'ﬁne-secret@example.net'],
    ['a letter in a circle', 'ⓢecret@example.net'],
    ['a raised digit', 'secret²@example.net'],
  ])('%s before the @ is refused in words of its own', (_what, email) => {
    // One that an earlier version took can still be asked for.
    expect(isEmailAddress(email)).toBe(true);
    const message = expectInvalid(() => requireEmailAddress(email));
    expect(message).toContain('special variants of letters or digits before the @');
    expect(message).not.toContain('ecret');
    expect(expectInvalid(() => readEmailAddress(email))).toBe(message);
  });

  test.each([
    ['too long in ASCII', `secret@${'ü'.repeat(60)}.example`],
    ['too long in all in ASCII', `secret@${'üüüüüüü.'.repeat(30)}net`],
  ])('a domain that is %s is refused', (_what, email) => {
    expect(expectInvalid(() => requireEmailAddress(email))).toBe(
      expectInvalid(() => requireEmailAddress('nowhere')),
    );
  });

  const refused: [string, string][] = [
    ['an empty one', ''],
    ['no at sign', 'secret.example.net'],
    ['no local part', '@example.net'],
    ['no domain', 'secret@'],
    ['two at signs', 'secret@b@example.net'],
    ['a space', 'se cret@example.net'],
    ['a line break, which would add a header', 'secret@example.net\r\nBcc: all@example.net'],
    ['a NUL', 'secret\0@example.net'],
    ['a comma, which would add a recipient', 'secret,b@example.net'],
    ['angle brackets', '<secret@example.net>'],
    ['a dot at the start', '.secret@example.net'],
    ['a dot before the at sign', 'secret.@example.net'],
    ['two dots', 'se..cret@example.net'],
    ['an empty label', 'secret@example..net'],
    ['a dot at the end', 'secret@example.net.'],
    ['a hyphen at the end of a label', 'secret@example-.net'],
    ['an underscore in the domain', 'secret@exam_ple.net'],
    ['a lone surrogate', 'secret\ud800@example.net'],
    ['a bidi control', 'secret\u202e@example.net'],
    ['a local part of 65', `${'s'.repeat(65)}@example.net`],
    ['a label of 64', `secret@${'d'.repeat(64)}.net`],
    ['255 characters', `secret@${`${'d'.repeat(61)}.`.repeat(4)}`.slice(0, 255)],
    ['a hundred thousand characters', `secret@${'d.'.repeat(50_000)}net`],
  ];
  test.each(refused)('%s is refused, without being shown', (_, email) => {
    expect(isEmailAddress(email)).toBe(false);
    const message = expectInvalid(() => requireEmailAddress(email));
    expect(message).toStartWith('The email address');
    expect(message).not.toContain('secret');
  });

  test('hold no control character and no space, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.emailAddress()), (email) => {
        if (isEmailAddress(email)) expect(email).toMatch(/^[^\s\p{C}]{3,254}$/u);
        else expectInvalid(() => requireEmailAddress(email));
        let kept: string | undefined;
        try {
          kept = readEmailAddress(email);
        } catch (error) {
          expect(error).toMatchObject({ kind: 'invalid', field: 'email' });
        }
        if (kept !== undefined) expect(kept).toMatch(/^[^\s\p{C}@]{1,64}@[!-?A-~]{1,253}$/u);
      }),
      rounds(1_000),
    );
  });
});
