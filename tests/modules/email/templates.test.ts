// Every kind of email in words: its text, its links, and what names cannot do to it.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { emailKinds } from '../../../src/app/facts.ts';
import { emailMessages } from '../../../src/modules/email/messages.ts';
import { describeSender, renderEmail } from '../../../src/modules/email/templates.ts';
import { contrastOf } from '../../../src/platform/lib/colours.ts';
import { LANGUAGES } from '../../../src/platform/messages/language.ts';
import { formats } from '../../../src/platform/messages/messages.ts';
import { contributions } from '../../support/contributions.ts';
import type { AnyEmail } from '../../support/fake-mailer.ts';
import { plainPng } from '../../support/pictures.ts';
import { rounds } from '../../support/rounds.ts';
import { CODE, EVERY_EMAIL, sampleEmail, TOKEN, UNTIL } from './samples.ts';

const look = describeSender('https://play.example.net');
const write = (email: AnyEmail) => renderEmail(emailKinds, email, look);
/** What could make a mail program ask somebody for something, or run something. */
const LOADING =
  /<(script|link|iframe|object|form|base)\b|http-equiv|url\(|@import|\bsrc="(?!cid:)/i;
const hrefsOf = (html: string) => [...html.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href);

/** What a mail program shows of the HTML, as one line. */
function readAloud(html: string): string {
  const shown = html.replace(/^[\s\S]*<body/, '<').replace(/<!--[\s\S]*?-->/g, '');
  const text = shown.replace(/<[^>]*>/g, ' ').replaceAll('&nbsp;', ' ');
  const plain = text.replace(/&#x27;/g, "'").replaceAll('&quot;', '"');
  return plain.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

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
    [
      'account suspended',
      ['Reason: griefing', `ends automatically on ${UNTIL_IN_WORDS}`, `/acc/appeal/${TOKEN}/`],
    ],
    ...contributions.emailTexts,
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
  ] as [AnyEmail['kind'], readonly string[]][])('%s', (kind, hints) => {
    const { subject, text, html } = write(sampleEmail(kind));
    expect(subject).toContain('play.example.net');
    for (const hint of hints) {
      expect(text).toContain(hint);
      expect(html).toContain(hint.trim());
    }
    expect(text).toStartWith('Hello Alice,\n');
  });

  test('has the name, the colours, the logo and the contact of a site that has them', () => {
    const png = plainPng(200, 20, 90);
    const named = describeSender('https://play.example.net', () => ({
      name: 'Größe & <Ruhm>',
      accent: { light: '#8a1f4d', dark: '#ff9ac1' },
      logo: png,
      contact: { label: 'team@example.net', href: 'mailto:team@example.net' },
    }));
    for (const email of EVERY_EMAIL) {
      const { subject, text, html, logo } = renderEmail(emailKinds, email, named);
      expect(subject).toContain('Größe & <Ruhm>');
      expect(text).toEndWith(
        `https://play.example.net/\n\n${emailMessages.contact}\n\nteam@example.net\n`,
      );
      expect(html).toMatch(/<a href="mailto:team@example.net"[^>]*>team@example.net<\/a>/);
      expect(html).toContain('class="accent" style="background-color:#8a1f4d;');
      expect(html).toContain('.accent{background-color:#ff9ac1!important}');
      expect(html).toContain('<img src="cid:logo@muster" width="160" height="16" alt=""');
      expect(html).not.toContain('<Ruhm>');
      expect(html).not.toMatch(LOADING);
      expect(logo).toBe(png);
    }
  });

  test.each(LANGUAGES)('in %s says the same in HTML, with one button at most', (language) => {
    for (const email of EVERY_EMAIL) {
      const { text, html } = write({ ...email, language });
      const aloud = readAloud(html);
      let at = 0;
      for (const block of text.trimEnd().split('\n\n')) {
        if (hrefsOf(html).includes(block)) continue;
        at = aloud.indexOf(block.trim(), at);
        expect(at, `${email.kind}: ${block}`).toBeGreaterThan(0);
      }
      expect(html.match(/<a /g)?.length ?? 0, email.kind).toBe(
        text.match(/^https:/gm)?.length ?? 0,
      );
      expect(html.match(/<a [^>]*class="label"/g)?.length ?? 0).toBeLessThanOrEqual(1);
      for (const href of hrefsOf(html)) expect(text).toContain(`\n\n${href}\n`);
      expect(html).not.toMatch(LOADING);
      expect(html.length).toBeLessThan(8_000);
    }
  });

  test('has text that can be read on every ground, light and dark, whatever the accent', () => {
    const colour = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(colour, colour, (light, dark) => {
        const accent = { light, dark };
        const named = describeSender('https://play.example.net', () => ({
          ...{ name: 'Blocks', accent, logo: undefined, contact: undefined },
        }));
        const { html } = renderEmail(emailKinds, sampleEmail('verify address'), named);
        const inline = (name: string) =>
          new RegExp(`class="${name}" style="[a-z-]*color:(#[0-9a-f]{6})`).exec(html)?.[1] ?? '';
        const inDark = (name: string) =>
          new RegExp(`[.]${name}{[a-z-]*color:(#[0-9a-f]{6})!important}`).exec(html)?.[1] ?? '';
        for (const of of [inline, inDark]) {
          const pairs = [
            ['text', 'panel'],
            ['text', 'ground'],
            ['muted', 'ground'],
            ['muted', 'panel'],
            ['label', 'accent'],
            ['link', 'ground'],
          ] as const;
          for (const [ink, ground] of pairs) {
            expect(contrastOf(of(ink), of(ground)), `${ink} on ${ground}`).toBeGreaterThan(4.49);
          }
        }
      }),
      rounds(100),
    );
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

  test('subjects begin with the code, and never hold the token of a link', () => {
    for (const email of EVERY_EMAIL) {
      const { subject } = write(email);
      expect(subject.startsWith(`${CODE} – `), email.kind).toBe('code' in email);
      expect(subject).not.toContain(TOKEN);
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
