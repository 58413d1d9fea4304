// Codes as people type them, and recovery codes as they are made.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isCodeTyped, readCode } from '../../src/accounts/second-factor/code-text.ts';
import {
  createRecoveryCodes,
  hashRecoveryCode,
  isRecoveryCode,
} from '../../src/accounts/second-factor/recovery-codes.ts';

describe('a code as it was typed', () => {
  test.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    [' 12-34-56 ', '123456'],
    ['123\u00a0456', '123456'],
    ['123\u2013456', '123456'],
    ['\uff11\uff12\uff13\uff14\uff15\uff16', '123456'],
    ['123.456\t', '123456'],
    ['ABCD-efgh-JKMN', 'abcdefghjkmn'],
    ['abcd efgh jkmn', 'abcdefghjkmn'],
    ['', ''],
    ['-', ''],
    ['1'.repeat(65), ''],
  ])('%j is read as %j', (typed, read) => {
    expect(readCode(typed)).toBe(read);
  });

  test('is never read with spaces or dashes, however it was typed, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        expect(readCode(typed)).not.toMatch(/[\s-]/);
      }),
    );
  });

  test.each([
    ['', false],
    ['  \n', false],
    ['-', true],
    ['1'.repeat(1_000), true],
  ])('%j counts as typed: %p', (typed, is) => {
    expect(isCodeTyped(typed)).toBe(is);
  });
});

describe('recovery codes', () => {
  test('are ten different ones that can be read out, and are taken as they are shown', () => {
    const codes = createRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){2}$/);
      expect(isRecoveryCode(readCode(code))).toBe(true);
      expect(isRecoveryCode(readCode(code.toUpperCase().replaceAll('-', ' ')))).toBe(true);
    }
  });

  test.each(['123456', 'abcdefghjkm', 'abcdefghjkmnp', 'abcdefghjkm0', ''])(
    '%j is none',
    (text) => {
      expect(isRecoveryCode(text)).toBe(false);
    },
  );

  test('have a hash of their own for each account', () => {
    expect(hashRecoveryCode(1, 'abcd-efgh-jkmn')).toBe(hashRecoveryCode(1, 'abcdefghjkmn'));
    expect(hashRecoveryCode(2, 'abcdefghjkmn')).not.toBe(hashRecoveryCode(1, 'abcdefghjkmn'));
    expect(hashRecoveryCode(1, 'abcdefghjkmn')).toMatch(/^[0-9a-f]{64}$/);
  });
});
