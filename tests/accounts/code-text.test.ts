// Codes as people type them, and recovery codes as they are made.

import { describe, expect, test } from 'bun:test';
import {
  createRecoveryCodes,
  hashRecoveryCode,
  isCodeTyped,
  isRecoveryCode,
  readCode,
} from '../../src/accounts/two-factor/codes.ts';

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
  // C4.16
  test('are ten different ones of digits alone, which launchers can type, and are taken in groups', () => {
    const codes = createRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^[0-9]{12}$/);
      expect(isRecoveryCode(readCode(code))).toBe(true);
      const groups = code.match(/.{4}/g) ?? [];
      for (const between of [' ', '-', '\u2013']) expect(readCode(groups.join(between))).toBe(code);
    }
    expect(new Set(codes.join('')).size).toBe(10);
  });

  test.each([
    ['123456789012', true],
    ['000000000000', true],
    ['123456', false],
    ['12345678901', false],
    ['1234567890123', false],
    ['abcdefghjkmn', false],
    ['', false],
  ])('%j could be one: %p', (text, is) => {
    expect(isRecoveryCode(text)).toBe(is);
  });

  test('have a hash of their own for each account', () => {
    expect(hashRecoveryCode(1, 'abcdefghjkmn')).toBe(
      new Bun.CryptoHasher('sha256').update('recovery 1 abcdefghjkmn').digest('hex'),
    );
    expect(hashRecoveryCode(2, 'abcdefghjkmn')).not.toBe(hashRecoveryCode(1, 'abcdefghjkmn'));
  });
});
