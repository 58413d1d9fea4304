// One-time links and codes: how they are made, read and told apart.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  CODE_WAITS,
  deriveToken,
  hashCode,
  hashToken,
  makeSecret,
  makeToken,
  nextSendAt,
  parseCode,
} from '../../src/accounts/profile/one-time-secrets.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './fixture.ts';

const NOW = Date.UTC(2026, 0, 1);
const facts = {
  accountId: 7,
  purpose: 'verify address',
  email: 'a@example.net',
  now: NOW,
} as const;

describe('a secret', () => {
  test('is kept as hashes alone', () => {
    const { stored, token, code } = makeSecret(facts);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(code).toMatch(/^[0-9]{6}$/);
    expect(stored).toEqual({
      accountId: 7,
      purpose: 'verify address',
      tokenHash: hashToken(token),
      codeHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      email: 'a@example.net',
      createdAt: NOW,
      expiresAt: NOW + DAY_MS,
      sends: 1,
      wrongCodes: 0,
      waitUntil: null,
      next: '',
    });
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test.each([
    ['verify address', DAY_MS, true],
    ['new address', DAY_MS, true],
    ['reset password', 30 * MINUTE_MS, false],
    ['undo address', 7 * DAY_MS, false],
  ] as const)('to %s lives its own time, with a code or without', (purpose, lifeMs, hasCode) => {
    const { stored, code } = makeSecret({ ...facts, purpose });
    expect(stored.expiresAt - stored.createdAt).toBe(lifeMs);
    expect(code !== '').toBe(hasCode);
    expect(stored.codeHash !== null).toBe(hasCode);
  });

  test('in the place of another takes over what was guessed at that one', () => {
    const first = { ...makeSecret(facts).stored, wrongCodes: 5, waitUntil: NOW + 9 };
    const { stored } = makeSecret(facts, first);
    expect(stored).toMatchObject({ sends: 2, wrongCodes: 5, waitUntil: NOW + 9 });
    expect(stored.tokenHash).not.toBe(first.tokenHash);
  });

  test('keeps its code as a hash that no other secret has for it', () => {
    const one = makeSecret(facts);
    const other = makeSecret(facts);
    expect(one.stored.codeHash).toBe(hashCode(one.code, one.stored.tokenHash));
    const wrong = one.code === '000000' ? '000001' : '000000';
    expect(one.stored.codeHash).not.toBe(hashCode(wrong, one.stored.tokenHash));
    // Salted: the same code under another secret has another hash.
    expect(one.stored.codeHash).not.toBe(hashCode(one.code, other.stored.tokenHash));
  });
});

describe('a token', () => {
  test('that is none has no hash', () => {
    for (const text of ['', 'x', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}!`]) {
      expect(hashToken(text)).toBe('');
    }
    fc.assert(fc.property(fc.string(), (text) => hashToken(text) === '' || text.length === 43));
  });

  test('of an account follows from the one it came from, and from nothing else', () => {
    const token = makeToken();
    expect(deriveToken(token, 1)).toBe(deriveToken(token, 1));
    expect(deriveToken(token, 1)).not.toBe(deriveToken(token, 2));
    expect(deriveToken(token, 1)).not.toBe(deriveToken(makeToken(), 1));
    expect(hashToken(deriveToken(token, 1))).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('reading a code', () => {
  test.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['000000', '000000'],
    ['12345', undefined],
    ['1234567', undefined],
    ['12345a', undefined],
    ['', undefined],
    ['١٢٣٤٥٦', undefined],
    ['1e5000', undefined],
    ['9'.repeat(100_000), undefined],
  ])('%p', (text, code) => {
    expect(parseCode(text)).toBe(code);
  });
});

test('after every five wrong codes the next waits twice as long, a day at most', () => {
  const minutes = CODE_WAITS.waitsMs.map((waitMs) => waitMs / MINUTE_MS);
  expect(CODE_WAITS.every).toBe(5);
  expect(minutes).toEqual([15, 30, 60, 120, 240, 480, 960, DAY_MS / MINUTE_MS]);
});

test('each email that is asked for again waits longer, a quarter of an hour at most', () => {
  const { stored } = makeSecret(facts);
  const waits = [1, 2, 3, 4, 5, 6, 100].map((sends) => nextSendAt({ ...stored, sends }) - NOW);
  expect(waits).toEqual([1, 2, 5, 10, 15, 15, 15].map((minutes) => minutes * MINUTE_MS));
  expect(Math.max(...waits)).toBeLessThan(HOUR_MS);
});
