// The settings of email: any text is parsed or refused by a sentence, and none leaks a password.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  formatMailAddress,
  parseMailAddress,
  parseSmtpUrl,
} from '../../../src/modules/email/settings.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';

function attempt<T>(parse: () => T): T | Failure {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Failure) return error;
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
        if (!(parsed instanceof Failure)) return expect(parsed).toBe(text);
        expect(parsed.kind).toBe('invalid');
        return expect(parsed.message).not.toContain('hunter2');
      }),
    );
  });

  const VALUES: [key: string, good: readonly string[], bad: readonly string[]][] = [
    ['tls.rejectUnauthorized', ['true', 'false'], ['no', '', 'TRUE', 'true ', 'untrue']],
    ['tls.servername', ['mail.example', 'a-b_1'], ['', 'a b', 'a/b', 'x'.repeat(254)]],
    ['requireTLS', ['true', 'false'], ['yes', '', '1', 'falsely']],
    ['ignoreTLS', ['true', 'false'], ['no', '', '0', 'xfalse']],
    ['authMethod', ['PLAIN', 'LOGIN', 'CRAM-MD5'], ['', 'plain', 'XOAUTH2', 'PLAINER']],
    ['name', ['me.example', 'x'.repeat(253)], ['', 'a b', 'a\r\nb', 'x'.repeat(254)]],
  ];
  test.each(VALUES)('may say %s, with a value that is possible', (key, good, bad) => {
    const withValue = (value: string) =>
      `smtps://user:hunter2@mail.example?${key}=${encodeURIComponent(value)}`;
    for (const value of good) {
      expect(attempt(() => parseSmtpUrl(withValue(value)))).toBe(withValue(value));
    }
    for (const value of bad) {
      const refused = attempt(() => parseSmtpUrl(withValue(value)));
      expect(refused, value).toBeInstanceOf(Failure);
      expect((refused as Failure).message).toBe(
        `The URL of the mail server has an invalid value for ${key}.`,
      );
    }
  });

  test('any user name and password can be written', () => {
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

describe('who emails are from', () => {
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
        if (parsed instanceof Failure) return;
        expect(parsed.address).toMatch(/^[^\s@<>,;"\p{C}]+@[^\s@<>,;"\p{C}]+$/u);
        expect(parsed.name).not.toMatch(/[\p{C}"\\<>]/u);
      }),
    );
  });

  test('what is shown of it is parsed again', () => {
    const name = fc.stringMatching(/^[\p{L}\p{N}., '-]{0,40}$/u).map((text) => text.trim());
    fc.assert(
      fc.property(name, (text) => {
        const from = { name: text, address: 'muster@example.net' };
        expect(parseMailAddress(formatMailAddress(from))).toEqual(from);
      }),
    );
  });
});

test('emails may be from a name of 100 characters', () => {
  const name = 'x'.repeat(100);
  expect(parseMailAddress(`${name} <a@example.net>`)).toEqual({ name, address: 'a@example.net' });
});
