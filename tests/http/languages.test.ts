// In which language what is: pages as the browser accepts or the switch says, programs and logs in English.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { goneMessages as germanGone } from '../../src/modules/registry/server.de.ts';
import { BUSY_MESSAGE, Failure } from '../../src/platform/lib/failure.ts';
import { messages } from '../../src/platform/messages/messages.ts';
import { messages as german } from '../../src/platform/messages/pages.de.ts';
import { readCatalogue } from '../support/catalogue.ts';
import { textsOf } from '../support/leaves.ts';
import { openedOnce } from '../support/opened.ts';
import { standIn } from '../support/stand-in.ts';
import { PASSWORD, type TestApp } from '../support/test-app.ts';
import { challengeOf, NEW_PASSWORD, OWN, openLoggedIn, send } from './account-forms.ts';
import { OF_PROGRAMS, openWalk, VISITORS } from './every-route.ts';
import { ALPHA_HASH, openSampleApp, UNKNOWN_HASH } from './sample-app.ts';

const CATALOGUES = { en: await readCatalogue('en'), de: await readCatalogue('de') };

const GERMAN = { 'accept-language': 'de-DE,de;q=0.9,en;q=0.5' };

const languageOf = (html: string) => /<html lang="(\w+)"/.exec(html)?.[1];

function switchTo(language: string, cookie?: string) {
  return {
    method: 'POST',
    body: `language=${language}`,
    headers: { ...OWN, 'content-type': 'application/x-www-form-urlencoded' },
    ...(cookie === undefined ? {} : { cookie }),
  };
}

describe('the language of a page', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openSampleApp();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test.each([
    ['none', undefined, 'en'],
    ['German', 'de', 'de'],
    ['English before German', 'en-GB, de;q=0.8', 'en'],
    ['German before English', 'en;q=0.7,de;q=0.8', 'de'],
    ['a language that there is not, then German', 'fr-CH, fr;q=0.9, de;q=0.3', 'de'],
    ['anything', '*', 'en'],
    ['German not at all', 'de;q=0, nl', 'en'],
    ['a weight that cannot be read', 'de;q=much, en;q=0.1', 'en'],
    ['a list beyond measure', `${'xx,'.repeat(5_000)}de`, 'en'],
  ])('that accepts %s', async (_, accepted, language) => {
    const headers = accepted === undefined ? {} : { 'accept-language': accepted };
    const { text, headers: answered } = await app.request('/', { headers });
    expect(languageOf(text)).toBe(language);
    expect(answered.get('vary')).toContain('Accept-Language');
  });

  test.each([
    ['language=de', 'de'],
    ['language=en', 'en'],
    ['other=1; language=de', 'de'],
    ['language=fr', 'de'],
    ['language=constructor', 'de'],
  ])('with the cookie %s, for a German browser', async (cookie, language) => {
    expect(languageOf((await app.request('/', { cookie, headers: GERMAN })).text)).toBe(language);
  });

  test('is kept by each browser: what it has in one is not what it gets in another', async () => {
    const german = await app.request('/', { headers: GERMAN });
    const etag = german.headers.get('etag') ?? '';
    expect(german.headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie');
    const again = await app.request('/', { headers: { ...GERMAN, 'if-none-match': etag } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect(again.headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie');
    const english = await app.request('/', { headers: { 'if-none-match': etag } });
    expect([english.status, languageOf(english.text)]).toEqual([200, 'en']);
    const switched = { cookie: 'language=en', headers: { ...GERMAN, 'if-none-match': etag } };
    expect((await app.request('/', switched)).status).toBe(200);
  });

  test.each([
    ['an unknown address', '/nothing/', 404, german.failure.titles[404] ?? ''],
    ['a server that is gone', `/server/play/${UNKNOWN_HASH}/`, 404, germanGone.title],
    ['a dead link', '/acc/verify/0123456789abcdefghij/', 410, 'Dieser Link ist abgelaufen'],
  ])('of %s', async (_, path, status, title) => {
    const answer = await app.request(path, { headers: GERMAN });
    expect([answer.status, languageOf(answer.text)]).toEqual([status, 'de']);
    expect(answer.text).toContain(title);
  });

  test('of a host that is not ours', async () => {
    const { text } = await app.request('/', { headers: { ...GERMAN, host: 'other.test' } });
    expect(text).toContain('Direkter Zugriff');
  });

  test('of names of countries', async () => {
    const page = `/server/play/${ALPHA_HASH}/`;
    expect((await app.request(page, { headers: GERMAN })).text).toContain('>Niederlande<');
    expect((await app.request(page)).text).toContain('>Netherlands<');
  });
});

describe('the switch', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await openSampleApp();
  });
  afterEach(() => app[Symbol.asyncDispose]());

  test('is remembered for a year, and leads back to the page', async () => {
    const referer = 'http://muster.test/acc/login/?next=%2Fstart%2F';
    const form = switchTo('de');
    const answer = await app.request('/language/', {
      ...form,
      headers: { ...form.headers, referer },
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/acc/login/?next=%2Fstart%2F',
    ]);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^language=de; Max-Age=31536000; Path=\/; Expires=Fri, 01 Jan 2027 [\d:]{8} GMT; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });

  test('names every language as it calls itself, and marks the present one', async () => {
    const { text } = await app.request('/', { headers: GERMAN });
    expect(text).toMatch(/value="en" lang="en" aria-pressed="false">English</);
    expect(text).toMatch(/value="de" lang="de" aria-pressed="true">Deutsch</);
  });

  test.each(['fr', '', '<b>', 'constructor'])('takes no other language: "%s"', async (language) => {
    const answer = await app.request('/language/', switchTo(encodeURIComponent(language)));
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([303, []]);
  });

  test('changes the language of the emails of somebody who is logged in, and of nobody else', async () => {
    const alice = await openLoggedIn(app, 'Alice');
    await send(alice, '/language/', { language: 'de' });
    const languages = async () =>
      Promise.all(
        ['Alice', 'Ulla'].map(
          async (name) => (await app.store.accounts.findAccountByName(name))?.language,
        ),
      );
    expect(await languages()).toEqual(['de', 'en']);
    await app.request('/language/', switchTo('en'));
    expect(await languages()).toEqual(['de', 'en']);
  });
});

describe('emails', () => {
  test('are in the language in which somebody registered', async () => {
    await using app = await openSampleApp();
    const zoe = app.browser('192.0.2.50');
    const page = await zoe.request('/acc/register/', { headers: GERMAN });
    expect(languageOf(page.text)).toBe('de');
    app.skip(5_000);
    const fields = { name: 'Zoe', email: 'zoe@example.net', password: NEW_PASSWORD };
    const challenge = challengeOf(page.text);
    await zoe.submit(
      '/acc/register/',
      { ...fields, challenge },
      { headers: { ...OWN, ...GERMAN } },
    );
    const [welcome] = await app.readMails();
    const subject = 'Bestätige deine E-Mail-Adresse für muster.test';
    expect(welcome?.subject).toBe(`${welcome?.code} – ${subject}`);
    expect(welcome?.text).toStartWith('Hallo Zoe,');
    // Whoever asks, and in whichever language: it is the owner who reads it.
    await app.browser('192.0.2.51').submit('/acc/forgot/', { who: 'Zoe' });
    const reset = (await app.readMails()).findLast(({ kind }) => kind === 'reset password');
    expect(reset?.subject).toBe('Leg ein neues Passwort für muster.test fest');
  });

  test('stay in English for somebody who registered in English, whatever the page of the request', async () => {
    await using app = await openSampleApp();
    await app
      .browser()
      .submit('/acc/forgot/', { who: 'Alice' }, { headers: { ...OWN, ...GERMAN } });
    const [reset] = await app.readMails();
    expect(reset?.subject).toBe('Set a new password for muster.test');
  });
});

describe('what fails', () => {
  test('is said in the language of the page, by every module', async () => {
    await using app = await openSampleApp();
    const browser = app.browser();
    await browser.request('/acc/login/');
    const init = { headers: { ...OWN, ...GERMAN } };
    const wrong = await browser.submit('/acc/login/', { username: 'Alice', password: 'no' }, init);
    expect(wrong.text).toContain('Fehler: Anmelden');
    expect(wrong.text).toContain('Das ist nicht das Passwort dieses Kontos.');
    const page = await browser.request('/acc/register/');
    app.skip(5_000);
    const fields = { name: 'Alice', email: 'nobody', password: 'short' };
    const challenge = challengeOf(page.text);
    const refused = await browser.submit('/acc/register/', { ...fields, challenge }, init);
    expect(refused.text).toContain('Es gibt 3 Probleme');
    expect(refused.text).toContain('Der Name „Alice“ ist vergeben.');
    expect(refused.text).toContain('Die E-Mail-Adresse ist ungültig.');
    expect(refused.text).toContain('Das Passwort hat 5 Zeichen.');
  });

  test('is in English for programs, whatever they accept', async () => {
    await using app = await openSampleApp();
    const get = async (path: string) => (await app.request(path, { headers: GERMAN })).text;
    expect(await get('/api/nothing')).toBe(JSON.stringify({ error: messages.failure.nothingHere }));
    expect(await get('/api/v1/server/nothing/history')).not.toMatch(/[äöü]|nicht/);
    const beat = { method: 'POST', body: 'name=', headers: GERMAN };
    expect((await app.request('/server/heartbeat/', beat)).text).toContain('Send name with');
    expect((await app.request('/heartbeat.jsp', beat)).text).toContain('Send name with');
    const launcher = app.browser();
    const token = await launcher.requestToken();
    const body = new URLSearchParams({ username: 'Sven', password: PASSWORD, token }).toString();
    const headers = { ...GERMAN, 'user-agent': 'ClassiCube/1.3.8' };
    const login = await launcher.request('/api/login', { method: 'POST', body, headers });
    expect(login.text).toContain('This account is suspended');
  });

  test('is in English in the log, also of a refusal that a German page shows', async () => {
    await using app = await openSampleApp({
      alterContext: standIn({
        readFrame() {
          throw new Failure('unavailable', messages.failure.closed, { retryAfterSeconds: 2 });
        },
      }),
    });
    const { status, text } = await app.request('/', { headers: GERMAN });
    expect(status).toBe(503);
    expect(text).toContain(german.failure.closed);
    expect(app.heard.failed).toMatchObject([{ error: { message: BUSY_MESSAGE } }]);
  });
});

/** Words of English that are no German ones. */
const ENGLISH =
  /\b(?:the|your|you|with|this|that|these|are|not|from|have|and|of|for|which|when|only|its|their)\b/i;
/** Elements whose content is nobody's sentence: names, commands, addresses, and what is marked as English. */
const UNREAD = /<(code|pre|script|style|bdi|textarea|svg)\b[^>]*>[\s\S]*?<\/\1>/g;
/** Countries, of which the Isle of Man is called so in German, too. */
const COUNTRIES = /<option value="[A-Z]{2}"[^>]*>[^<]*<\/option>/g;
const MARKED = /<(\w+)[^>]*\blang="en"[^>]*>[\s\S]*?<\/\1>/g;
const ATTRIBUTES = /\s(?:aria-label|title|placeholder|alt|data-(?!live)[a-z-]+)="([^"]+)"/g;

const decode = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&').trim();

/** Everything that a page says. */
function readTexts(html: string): string[] {
  const shown = html
    .replace(/<html[^>]*>/, '')
    .replace(UNREAD, '')
    .replace(COUNTRIES, '')
    .replace(MARKED, '');
  const attributes = [...shown.matchAll(ATTRIBUTES)].map(([, text = '']) => text);
  const between = [...shown.matchAll(/>([^<]+)</g)].map(([, text = '']) => text);
  return [...attributes, ...between].map(decode).filter((text) => /[a-z]{2}/i.test(text));
}

describe('every page', () => {
  const walk = openedOnce(openWalk);

  const translated = new Set(textsOf(CATALOGUES.de));
  const english = new Set(textsOf(CATALOGUES.en).filter((text) => !translated.has(text)));

  test.each(VISITORS)('for %s is in German as a whole', async (name) => {
    const left: string[] = [];
    let pages = 0;
    for (const { path, methods } of walk.routes) {
      if (!methods.includes('GET') || OF_PROGRAMS.includes(path)) continue;
      const { text, headers } = await walk.as[name].request(path, { headers: GERMAN });
      if (!headers.get('content-type')?.startsWith('text/html')) continue;
      pages += 1;
      expect([path, languageOf(text)]).toEqual([path, 'de']);
      for (const said of readTexts(text)) {
        // What software says is quoted as it is.
        const own = said.replace(/„[^“]*“/g, '');
        if (english.has(said) || ENGLISH.test(own)) left.push(`${path}: ${said}`);
      }
    }
    expect(left).toEqual([]);
    expect(pages).toBeGreaterThan(20);
  });
});
