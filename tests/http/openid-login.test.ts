// Logins with an OpenID provider: a link, a login, and every callback that is refused.

import { beforeEach, describe, expect, test } from 'bun:test';
import { accountTexts } from '../../src/modules/account/messages.ts';
import { loginMessages } from '../../src/modules/login/messages.ts';
import { openIdFailures, openIdMessages } from '../../src/modules/openid-login/messages.ts';
import { inLanguage } from '../../src/platform/messages/language.ts';
import { REMOVABLE } from '../removable/modules.ts';
import { openedForEach, openedOnce } from '../support/opened.ts';
import { CLIENT, openRealProvider } from '../support/openid-login-peers.ts';
import { type Answer, type Browser, openTestApp, PASSWORD } from '../support/test-app.ts';

const ORIGIN = 'https://play.example.net';
const LOGIN = '/acc/login/';
const OPENID = '/acc/login/openid/';
const CALLBACK = `${OPENID}callback/`;
const LINK = '/acc/security/openid/';
const RIGHT = { username: 'Alice', password: PASSWORD };
const MINUTE_MS = 60_000;

const provider = openedOnce(() => openRealProvider(`${ORIGIN}${CALLBACK}`));
const openWith = (oidcLogin: string) =>
  openTestApp({
    baseUrl: ORIGIN,
    oidcLogin,
    oidcLoginClientId: CLIENT.clientId,
    oidcLoginClientSecret: CLIENT.secret,
    oidcLoginName: 'Example',
  });
const app = openedForEach(async () => {
  const opened = await openWith(provider.issuer);
  for (const name of ['Alice', 'Bob']) await opened.register(name);
  return opened;
});
let alice: Browser;
beforeEach(async () => {
  alice = await openOwner();
});

async function openOwner(username = 'Alice'): Promise<Browser> {
  const browser = app.browser();
  await browser.submit(LOGIN, { ...RIGHT, username });
  return browser;
}

const nameOf = async (browser: Browser) =>
  ((await browser.request('/api/login/')).json() as { username: string | null }).username;
const locationOf = ({ headers }: Answer) => headers.get('location') ?? '';

/** Starts at a page of the site, and returns what the provider sends the browser back with. */
async function visitProvider(browser: Browser, path = OPENID): Promise<string> {
  return provider.signIn(locationOf(await browser.request(path)));
}

async function link(browser = alice): Promise<Answer> {
  expect(locationOf(await browser.submit(LINK, { password: PASSWORD }))).toBe(LINK);
  return browser.request(await visitProvider(browser, `${LINK}start/`));
}

async function logIn(path?: string, browser = app.browser()) {
  return { browser, answer: await browser.request(await visitProvider(browser, path)) };
}

async function expectRefused(answer: Answer, sentence: string, status = 400): Promise<void> {
  expect(answer.text).toContain(sentence);
  expect(answer.status).toBe(status);
}

test('an owner links the account, logs in with the provider, and removes the link', async () => {
  expect((await alice.request('/acc/security/')).text).toContain(LINK);
  expect(locationOf(await link())).toBe(LINK);
  expect((await alice.request(LINK)).text).toContain(openIdMessages.linked('localhost'));

  const { browser, answer } = await logIn(`${OPENID}?next=%2Ffavourites%2F`);
  expect(locationOf(answer)).toBe('/favourites/');
  expect(await nameOf(browser)).toBe('Alice');
  expect((await browser.request(LOGIN)).text).not.toContain(OPENID);

  const removed = await alice.submit(`${LINK}remove/`, { password: PASSWORD });
  expect(locationOf(removed)).toBe(LINK);
  expect(await nameOf((await logIn()).browser)).toBeNull();

  const log = (await alice.request('/acc/security/activity/')).text;
  for (const change of ['linked', 'unlinked'] as const) {
    expect(log).toContain(accountTexts.events[`login provider ${change}`]);
  }
  const mails = (await app.readMails()).filter(({ kind }) => kind === 'login provider changed');
  expect(mails.map(({ text }) => /linked to|removed/.exec(text)?.[0])).toEqual([
    'linked to',
    'removed',
  ]);
});

describe('a login', () => {
  test('is offered by a button, and by none without a provider', async () => {
    const page = (await app.browser().request(`${LOGIN}?next=%2Fstart%2F`)).text;
    expect(page).toContain(`href="${OPENID}?next=%2Fstart%2F"`);
    expect(page).toContain(openIdMessages.logIn('Example'));
    await using plain = await openTestApp();
    expect((await plain.browser().request(LOGIN)).text).not.toContain(OPENID);
    for (const path of [OPENID, CALLBACK, LINK]) {
      expect((await plain.browser().request(path)).status).toBe(404);
    }
  });

  test('with an identity that nobody linked tells how to link it, although the email address is the same', async () => {
    const { browser, answer } = await logIn();
    await expectRefused(answer, openIdMessages.unlinked('Example'), 403);
    expect(answer.text).toContain(`${LOGIN}?next=${encodeURIComponent(LINK)}`);
    expect(answer.text).toContain('/acc/register/');
    expect(await nameOf(browser)).toBeNull();
  });

  test('leads to no other site afterwards', async () => {
    await link();
    const { answer } = await logIn(`${OPENID}?next=%2F%2Fevil.example%2F`);
    expect(locationOf(answer)).toBe('/');
  });

  test.skipIf(!REMOVABLE.includes('appeals'))(
    'of a suspended account leads to the appeal, and to no second step',
    async () => {
      await link();
      await app.store.security.turnOnMailCodes(1, app.now(), []);
      await app.administration.suspendAccount('Alice', 'griefing');
      const { browser, answer } = await logIn();
      await expectRefused(answer, 'griefing', 403);
      expect(answer.text).toContain('/acc/appeal/');
      expect(await nameOf(browser)).toBeNull();
    },
  );

  test('still asks for the second factor', async () => {
    await link();
    await app.store.security.turnOnMailCodes(1, app.now(), []);
    const { browser, answer } = await logIn(`${OPENID}?next=%2Fstart%2F`);
    const code = '/acc/login/code/';
    expect(locationOf(answer)).toBe(`${code}?next=%2Fstart%2F`);
    expect(await nameOf(browser)).toBeNull();
    expect((await browser.request(code)).text).toContain(loginMessages.codeOwn('Alice'));
    const mailed = (await app.readMails()).findLast(({ kind }) => kind === 'login code');
    const entered = { login_code: mailed?.code ?? '', next: '/start/' };
    expect(locationOf(await browser.submit(code, entered))).toBe('/start/');
    expect(await nameOf(browser)).toBe('Alice');
  });

  test('tells that a provider does not answer, and counts no attempt', async () => {
    await using deserted = await openWith('http://localhost:1');
    for (let times = 31; times > 0; times -= 1) {
      const answer = await deserted.browser().request(OPENID);
      await expectRefused(answer, openIdFailures.silent('Example'), 503);
      expect(answer.text).toContain(`href="${LOGIN}"`);
    }
  });

  test('tells it in the language of the visitor, and the log in English', async () => {
    await using deserted = await openWith('http://localhost:1');
    const headers = { 'accept-language': 'de' };
    const { status, text } = await deserted.browser().request(OPENID, { headers });
    const german = inLanguage('de', () => openIdFailures.silent('Example'));
    expect([status, text]).toEqual([503, expect.stringContaining(german)]);
    expect(deserted.heard.failed.map(({ error }) => error)).toMatchObject([
      { message: openIdFailures.silent('Example') },
    ]);
  });
});

describe('a callback is refused', () => {
  const expectStale = async (answer: Answer) => expectRefused(answer, openIdFailures.stale);

  test('in another browser, and still works in its own', async () => {
    await link();
    const own = app.browser();
    const back = await visitProvider(own);
    for (const thief of [app.browser(), await openOwner('Bob')]) {
      await thief.request(LOGIN);
      await expectStale(await thief.request(back));
    }
    expect((await own.request(back)).status).toBe(303);
    expect(await nameOf(own)).toBe('Alice');
  });

  test('a second time', async () => {
    await link();
    const own = app.browser();
    const back = await visitProvider(own);
    const cookie = `session=${own.session}`;
    expect((await own.request(back)).status).toBe(303);
    await expectStale(await own.request(back));
    await expectStale(await app.browser().request(back, { cookie }));
  });

  test('ten minutes later', async () => {
    await link();
    const own = app.browser();
    const back = await visitProvider(own);
    app.skip(10 * MINUTE_MS + 1);
    await expectStale(await own.request(back));
  });

  test.each([
    ['with no state', (back: URL) => back.searchParams.delete('state')],
    ['with a made-up state', (back: URL) => back.searchParams.set('state', 'x'.repeat(56))],
  ])('%s', async (_, change) => {
    await link();
    const own = app.browser();
    const back = new URL(await visitProvider(own), ORIGIN);
    change(back);
    await expectStale(await own.request(`${back.pathname}${back.search}`));
  });

  test.each([
    [
      'with another page to go on to',
      'state',
      (state: string) => state.replace(/\..*/, '.L2FjYy8'),
    ],
    ['with the code of another login', 'code', () => 'another'],
    ['with the code missing', 'code', () => ''],
  ])('%s', async (_, name, change) => {
    await link();
    const own = app.browser();
    const back = new URL(await visitProvider(own), ORIGIN);
    back.searchParams.set(name, change(back.searchParams.get(name) ?? ''));
    const answer = await own.request(`${back.pathname}${back.search}`);
    await expectRefused(answer, openIdFailures.refused('Example'));
    expect(await nameOf(own)).toBeNull();
  });

  test('after thirty wrong ones from an address', async () => {
    const own = app.browser();
    await own.request(LOGIN);
    for (let times = 30; times > 0; times -= 1) {
      await expectStale(await own.request(`${CALLBACK}?state=wrong&code=x`));
    }
    expect((await own.request(`${CALLBACK}?state=wrong&code=x`)).status).toBe(429);
    expect(app.heard.loginFailed[0]?.reason).toBe('provider stale');
  });
});

describe('a link', () => {
  test('needs the password, and a provider that confirms within ten minutes', async () => {
    const wrong = await alice.submit(LINK, { password: 'wrong password' });
    expect(wrong.status).toBe(400);
    expect(locationOf(await alice.request(`${LINK}start/`))).toBe(LINK);
    await alice.submit(LINK, { password: PASSWORD });
    expect((await alice.request(LINK)).text).toContain(openIdMessages.goOn('Example'));
    const back = await visitProvider(alice, `${LINK}start/`);
    app.skip(10 * MINUTE_MS + 1);
    await expectRefused(await alice.request(back), openIdFailures.stale);
    expect(await app.store.openIdLinks.findLink(1)).toBeUndefined();
  });

  test('comes from no login that was started, although the owner is logged in', async () => {
    const back = await visitProvider(alice);
    await expectRefused(await alice.request(back), openIdMessages.unlinked('Example'), 403);
    expect(await app.store.openIdLinks.findLink(1)).toBeUndefined();
  });

  test('is one of two answers to one proof', async () => {
    await alice.submit(LINK, { password: PASSWORD });
    const first = await visitProvider(alice, `${LINK}start/`);
    const second = await visitProvider(alice, `${LINK}start/`);
    expect(locationOf(await alice.request(first))).toBe(LINK);
    await expectRefused(await alice.request(second), openIdFailures.stale);
  });

  test('to an identity of another account is refused', async () => {
    await link();
    const bob = await openOwner('Bob');
    await expectRefused(await link(bob), openIdFailures.taken('Example'), 409);
    expect(await app.store.openIdLinks.findLink(2)).toBeUndefined();
  });

  test('is removed with the password only', async () => {
    await link();
    const refused = await alice.submit(`${LINK}remove/`, { password: 'wrong password' });
    expect(refused.status).toBe(400);
    expect((await alice.request(LINK)).text).toContain(openIdMessages.unlink);
  });
});
