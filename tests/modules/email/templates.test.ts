// Every kind of email in words: its text, its links, and what names cannot do to it.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { emailKinds } from '../../../src/app/facts.ts';
import { emailMessages } from '../../../src/modules/email/messages.ts';
import { describeSender, renderEmail } from '../../../src/modules/email/templates.ts';
import { LANGUAGES } from '../../../src/platform/messages/language.ts';
import { formats } from '../../../src/platform/messages/messages.ts';
import type { AnyEmail } from '../../support/fake-mailer.ts';
import { EVERY_EMAIL, sampleEmail, TOKEN, UNTIL } from './samples.ts';

const look = describeSender('https://play.example.net');
const write = (email: AnyEmail) => renderEmail(emailKinds, email, look);
const UNTIL_IN_WORDS = '21 November 2026, 16:31 UTC';

test.each([
  'https://evil.example/login',
  'www.evil.example',
  'play evil.example:25565 now',
  'mail me@evil.example',
  'evil\uff0eexample',
])('the name "%s" of a server is no link', (serverName) => {
  const base = { to: 'a@example.net', accountName: 'Alice', language: 'en' } as const;
  const about = { hash: 'a'.repeat(32), at: UNTIL } as const;
  const event = { type: 'banned', ...about, name: serverName, reason: serverName } as const;
  const emails: AnyEmail[] = [
    { ...base, kind: 'report closed', serverName, at: UNTIL },
    { ...base, kind: 'reported server unlisted', serverName, at: UNTIL },
    { ...base, kind: 'server back', serverName, ...about },
    { ...base, kind: 'server moved', serverName, ip: '192.0.2.1', ...about },
    { ...base, kind: 'rally met', serverName, hash: about.hash, people: 3, validUntil: UNTIL },
    { ...base, kind: 'server event', event, at: UNTIL },
  ];
  for (const email of emails) {
    const { text, html } = write(email);
    for (const part of [text, html]) {
      expect(part).toContain('evil');
      expect(part).not.toMatch(/evil[.\uff0e]example|www\.evil|https:\/\/evil|@evil/);
    }
    // What people see is the name.
    expect(text.replaceAll('\u2060', '')).toContain(serverName);
  }
});

describe('each kind of email', () => {
  test.each([
    ['verify address', [`/acc/verify/${TOKEN}/`, '\n    123456\n', UNTIL_IN_WORDS]],
    ['address in use', ['was changed', 'Alice']],
    ['reset password', [`/acc/reset/${TOKEN}/`, UNTIL_IN_WORDS]],
    ['confirm new address', [`/acc/email/confirm/${TOKEN}/`, '123456', UNTIL_IN_WORDS]],
    ['address changed', [`/acc/email/undo/${TOKEN}/`, UNTIL_IN_WORDS]],
    ['password changed', [UNTIL_IN_WORDS, '/acc/']],
    ['password set', ['administrator', UNTIL_IN_WORDS, '/acc/']],
    ['account verified', ['You can join servers now', UNTIL_IN_WORDS, '/acc/']],
    ['account suspended', ['Reason: griefing', `ends automatically on ${UNTIL_IN_WORDS}`]],
    ['account restored', ['log in again', UNTIL_IN_WORDS, '/acc/']],
    ['account renamed', ['from Alice to Alicia', 'Log in as Alicia', UNTIL_IN_WORDS, '/acc/']],
    ['login code', ['\n    123456\n', UNTIL_IN_WORDS]],
    ['new device', ['Firefox on Linux', 'Netherlands', UNTIL_IN_WORDS]],
    ['brute-force protection', ['many passwords', UNTIL_IN_WORDS]],
    [
      'wrong codes',
      ['Firefox on Linux', 'Netherlands', 'five wrong codes', UNTIL_IN_WORDS, '/acc/'],
    ],
    ['second factor changed', ['turned on', UNTIL_IN_WORDS]],
    ['report closed', ['server “Alpha” and closed it', UNTIL_IN_WORDS, 'you asked for it']],
    [
      'reported server unlisted',
      ['server “Alpha” on', UNTIL_IN_WORDS, 'no longer in the public list'],
    ],
    ['account deleted', ['deleted', UNTIL_IN_WORDS]],
    ['test', ['can send email']],
  ] as [AnyEmail['kind'], string[]][])('%s', (kind, hints) => {
    const { subject, text, html } = write(sampleEmail(kind));
    expect(subject).toContain('play.example.net');
    for (const hint of hints) {
      expect(text).toContain(hint);
      expect(html).toContain(hint.trim());
    }
    expect(text).toStartWith('Hello Alice,\n');
    expect(html).not.toMatch(/<(img|script|link|style|iframe)|\bsrc=/i);
  });

  test('has the name, the accent and the contact of a site that has them', () => {
    const named = describeSender('https://play.example.net', () => ({
      name: 'Größe & <Ruhm>',
      accent: '#8a1f4d',
      contact: { label: 'team@example.net', href: 'mailto:team@example.net' },
    }));
    for (const email of EVERY_EMAIL) {
      const { subject, text, html } = renderEmail(emailKinds, email, named);
      expect(subject).toContain('Größe & <Ruhm>');
      expect(text).toEndWith(
        `https://play.example.net/\n\n${emailMessages.contact}\n\nteam@example.net\n`,
      );
      expect(html).toContain('<a href="mailto:team@example.net">team@example.net</a>');
      expect(html).toContain('<body style="border-top:4px solid #8a1f4d;');
      expect(html).not.toContain('<Ruhm>');
      expect(html).not.toMatch(/<(img|script|link|style|iframe)|\bsrc=/i);
    }
  });

  test.each([
    ['turned on', 'turned on'],
    ['turned off', 'turned off'],
    ['reset by an administrator', 'reset two-factor authentication'],
    ['recovery code used', 'recovery code was used'],
  ] as const)('a second factor that was %s', (change, hint) => {
    const email: AnyEmail = {
      ...{ kind: 'second factor changed', to: 'a@b.example', accountName: 'Alice', language: 'en' },
      ...{ change, at: UNTIL },
    };
    expect(write(email).text).toContain(hint);
  });

  test('a suspension without reason or end', () => {
    const email = {
      ...sampleEmail('account suspended'),
      reason: '',
      until: null,
    } as AnyEmail;
    const { text } = write(email);
    expect(text).toContain('No reason was given');
    expect(text).toContain('There is no end date');
  });

  test('a suspension that ends within a minute names the next one, as pages do', () => {
    const email = { ...sampleEmail('account suspended'), until: UNTIL - 1 } as AnyEmail;
    expect(write(email).text).toContain(`ends automatically on ${UNTIL_IN_WORDS}`);
  });

  test.each(LANGUAGES)('subjects in %s tell every email from every other', (language) => {
    const changes = ['turned off', 'reset by an administrator', 'recovery code used'] as const;
    const factor = sampleEmail('second factor changed') as Extract<AnyEmail, { change: string }>;
    const all = [...EVERY_EMAIL, ...changes.map((change) => ({ ...factor, change }))];
    const subjects = all.map((email) => write({ ...email, language }).subject);
    expect(new Set(subjects).size).toBe(all.length);
  });

  test('subjects hold no code, since they show on locked telephones', () => {
    for (const email of EVERY_EMAIL) {
      expect(write(email).subject).not.toMatch(/123456|t0k/);
    }
  });
});

describe('hostile text', () => {
  test('is text in HTML, and one line in plain text', () => {
    const { text, html, subject } = write({
      ...sampleEmail('new device'),
      accountName: '<b>A</b>\r\nBcc: x@y',
      device: '"><img src=x>&\u2028',
    } as AnyEmail);
    expect(html).not.toMatch(/<b>|<img/);
    expect(html).toContain('&quot;&gt;&lt;img src=x&gt;&amp;');
    expect(text).toStartWith('Hello <b>A</b>Bcc: x@y,\n');
    expect(subject).not.toMatch(/[\r\n]/);
  });

  test('tokens cannot leave their place in a link', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), (token) => {
        fc.pre(token.isWellFormed());
        const link = look.linkTo('reset', token);
        expect(link).toMatch(/^https:\/\/play\.example\.net\/acc\/reset\/[^\s/"<>&?#]+\/$/);
      }),
    );
  });

  test('no name of an account makes markup or a second line of the greeting', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (accountName) => {
        const { html, text } = write({
          kind: 'test',
          to: 'a@b.example',
          accountName,
          language: 'en',
        });
        expect(html.match(/<[^>]*>/g)).toEqual(write(sampleEmail('test')).html.match(/<[^>]*>/g));
        expect(text.split('\n')).toHaveLength(write(sampleEmail('test')).text.split('\n').length);
      }),
    );
  });
});

test('moments are written in UTC and in words', () => {
  expect(formats.formatMomentLong(Date.UTC(2026, 0, 1))).toBe('1 January 2026, 00:00 UTC');
  expect(formats.formatMomentLong(UNTIL + 59_999)).toBe(UNTIL_IN_WORDS);
});
