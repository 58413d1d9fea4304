// The parsers of mail's settings: any text is read or refused by a sentence, and none leaks a password.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { formatMailAddress, parseMailAddress, parseSmtpUrl } from '../../src/config/mail.ts';
import { MusterError } from '../../src/lib/errors.ts';

function attempt<T>(parse: () => T): T | MusterError {
  try {
    return parse();
  } catch (error) {
    if (error instanceof MusterError) return error;
    throw error;
  }
}

describe('a mail server', () => {
  test('any text is the URL itself or a sentence that quotes nothing', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl().map((url) => url.replace(/^https?/, 'smtp')),
      fc.string().map((rest) => `smtp://user:hunter2@${rest}`),
      fc.string().map((rest) => `smtps://mail.example/?${rest}`),
    );
    fc.assert(
      fc.property(anything, (text) => {
        const parsed = attempt(() => parseSmtpUrl(text));
        if (!(parsed instanceof MusterError)) return expect(parsed).toBe(text);
        expect(parsed.kind).toBe('invalid');
        return expect(parsed.message).not.toContain('hunter2');
      }),
    );
  });

  test('any user name and password can be written down', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(word, word, (user, password) => {
        fc.pre(user.isWellFormed() && password.isWellFormed());
        const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
        const url = new URL(parseSmtpUrl(`smtp://${login}@mail.example:587`));
        expect(decodeURIComponent(url.username)).toBe(user);
        expect(decodeURIComponent(url.password)).toBe(password);
      }),
    );
  });
});

describe('who letters are from', () => {
  test('any text is one mailbox without control characters, or refused', () => {
    const near = fc.tuple(fc.string({ unit: 'binary' }), fc.emailAddress());
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      near.map(([name, address]) => `${name} <${address}>`),
      near.map(([name, address]) => `"${name}" <${address}>`),
    );
    fc.assert(
      fc.property(anything, (text) => {
        const parsed = attempt(() => parseMailAddress(text));
        if (parsed instanceof MusterError) return;
        expect(parsed.address).toMatch(/^[^\s@<>,;"\p{C}]+@[^\s@<>,;"\p{C}]+$/u);
        expect(parsed.name).not.toMatch(/[\p{C}"\\<>]/u);
      }),
    );
  });

  test('what is shown of it can be given again', () => {
    const name = fc.stringMatching(/^[\p{L}\p{N}., '-]{0,40}$/u).map((text) => text.trim());
    fc.assert(
      fc.property(name, (text) => {
        const from = { name: text, address: 'muster@example.net' };
        expect(parseMailAddress(formatMailAddress(from))).toEqual(from);
      }),
    );
  });
});
