// Codes of authenticator apps against the values of RFC 6238, and what is refused.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { Secret } from 'otpauth';
import {
  createTotpSecret,
  describeTotp,
  findTotpStep,
} from '../../src/accounts/two-factor/codes.ts';
import { appCode } from '../support/authenticator.ts';

const SECRET = Secret.fromLatin1('12345678901234567890').base32;
const STEP_MS = 30_000;

// The last six digits of the eight in appendix B, for SHA-1.
const VECTORS: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

describe('a code', () => {
  test.each(VECTORS)('at %i s is the one of the RFC', (seconds, code) => {
    expect(findTotpStep(SECRET, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  });

  const offsets: [title: string, offsetMs: number, step: number | undefined][] = [
    ['one step late is taken', STEP_MS, 0],
    ['one step early is taken', -STEP_MS, 0],
    ['two steps late is refused', 2 * STEP_MS, undefined],
    ['two steps early is refused', -2 * STEP_MS, undefined],
  ];
  test.each(offsets)('%s, and names the step that it belongs to', (_title, offsetMs, step) => {
    const madeAt = 1_700_000_010_000;
    const found = findTotpStep(SECRET, appCode(SECRET, madeAt), madeAt + offsetMs);
    expect(found).toBe(step === undefined ? undefined : Math.floor(madeAt / STEP_MS));
  });

  test('of any other text is refused, and never throws', () => {
    const right = appCode(SECRET, STEP_MS);
    const near = [0, STEP_MS, 2 * STEP_MS].map((at) => appCode(SECRET, at));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
        fc.pre(!near.includes(text));
        expect(findTotpStep(SECRET, text, STEP_MS)).toBeUndefined();
      }),
    );
    expect(findTotpStep(SECRET, right, STEP_MS)).toBe(1);
  });
});

describe('a secret', () => {
  test('has 160 bits in base 32, and is another one each time', () => {
    const secrets = Array.from({ length: 50 }, createTotpSecret);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new Set(secrets).size).toBe(50);
  });

  test('is described as apps read it, names escaped', () => {
    const uri = describeTotp(SECRET, 'play.example.net:8443', 'Al.i_ce');
    expect(uri).toStartWith('otpauth://totp/');
    const { searchParams, pathname } = new URL(uri);
    expect(decodeURIComponent(pathname)).toEndWith('play.example.net:8443:Al.i_ce');
    expect(Object.fromEntries(searchParams)).toEqual({
      issuer: 'play.example.net:8443',
      secret: SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
