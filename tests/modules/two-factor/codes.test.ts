// Codes that owners type: as they type them, of authenticator apps against the values of RFC 6238, and for recovery.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { Secret } from 'otpauth';
import {
  createRecoveryCodes,
  hashRecoveryCode,
  isRecoveryCode,
} from '../../../src/modules/two-factor/recovery-codes.ts';
import {
  createTotpSecret,
  describeTotp,
  findTotpStep,
} from '../../../src/modules/two-factor/totp.ts';
import { isCodeTyped } from '../../../src/platform/lib/one-time-code.ts';
import { readCode } from '../../../src/platform/lib/typed-code.ts';
import { appCode } from '../../support/authenticator.ts';

const SECRET = Secret.fromLatin1('12345678901234567890').base32;
const STEP_MS = 30_000;

describe('a code as it was typed', () => {
  test.each([
    ['123 456', '123456'],
    [' 12-34-56 ', '123456'],
    ['123\u00a0456', '123456'],
    ['123\u2013456', '123456'],
    ['\uff11\uff12\uff13\uff14\uff15\uff16', '123456'],
    ['123.456\t', '123456'],
    ['ABCD-efgh-JKMN', 'abcdefghjkmn'],
    ['-', ''],
    ['1'.repeat(65), ''],
    ['\u0661\u0662\u0663\u0664\u0665\u0666', '123456'],
    ['\u06f0\u06f9\u06f8 \u06f7\u06f6\u06f5', '098765'],
    ['\u0967\u0968\u0969\u{116da}\u{116e3}\u{1e5f1}', '123090'],
    ['\u200e123\u200f456\ufeff', '123456'],
    ['\u202a12\u061c34\u00ad56\u202c', '123456'],
    ['1\ufe0f\u20e323456', '123456'],
  ])('%j is read as %j', (typed, read) => {
    expect(readCode(typed)).toBe(read);
    expect(isCodeTyped(typed)).toBe(true);
  });

  test('is none where there is nothing but space', () => {
    expect(['', '  \n', '\u200e\ufeff'].map(isCodeTyped)).toEqual([false, false, false]);
  });
});

describe('a code of an app', () => {
  // The last six digits of the eight in appendix B, for SHA-1.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s is the one of the RFC', (seconds, code) => {
    expect(findTotpStep(SECRET, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  });

  test.each([
    ['one step late is taken', 1, true],
    ['one step early is taken', -1, true],
    ['two steps late is refused', 2, false],
    ['two steps early is refused', -2, false],
  ])('%s, and names the step that it belongs to', (_title, steps, isTaken) => {
    const madeAt = 1_700_000_010_000;
    const found = findTotpStep(SECRET, appCode(SECRET, madeAt), madeAt + steps * STEP_MS);
    expect(found).toBe(isTaken ? Math.floor(madeAt / STEP_MS) : undefined);
  });

  test('of any other text is refused, and never throws', () => {
    const near = [0, STEP_MS, 2 * STEP_MS].map((at) => appCode(SECRET, at));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
        fc.pre(!near.includes(text));
        expect(findTotpStep(SECRET, text, STEP_MS)).toBeUndefined();
      }),
    );
  });
});

describe('the secret of an app', () => {
  test('has 160 bits in base 32, and is another one each time', () => {
    const secrets = Array.from({ length: 50 }, createTotpSecret);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new Set(secrets).size).toBe(50);
  });

  test('is described as apps read it, names escaped', () => {
    const uri = describeTotp(SECRET, 'play.example.net:8443', 'Al.i_ce');
    expect(uri).toStartWith('otpauth://totp/');
    const { searchParams, pathname } = new URL(uri);
    expect(decodeURIComponent(pathname)).toEndWith('/play.example.net 8443:Al.i_ce');
    expect(Object.fromEntries(searchParams)).toEqual({
      issuer: 'play.example.net 8443',
      secret: SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

describe('recovery codes', () => {
  // C4.16
  test('are ten different ones of digits alone, which launchers can type, and are taken in groups', () => {
    const codes = createRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^[0-9]{12}$/);
      const groups = code.match(/.{4}/g) ?? [];
      for (const between of [' ', '-', '\u2013']) expect(readCode(groups.join(between))).toBe(code);
    }
    expect(new Set(codes.join('')).size).toBe(10);
  });

  test.each([
    ['000000000000', true],
    ['123456', false],
    ['12345678901', false],
    ['1234567890123', false],
    ['abcdefghjkmn', false],
  ])('%j could be one: %p', (text, is) => {
    expect(isRecoveryCode(text)).toBe(is);
  });

  test('have a hash of their own for each account', () => {
    expect(hashRecoveryCode(1, '123456789012')).toBe(
      new Bun.CryptoHasher('sha256').update('recovery 1 123456789012').digest('hex'),
    );
  });
});
