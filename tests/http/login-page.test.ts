// Logging in and out on pages: the rules of the API, in words, and only for the forms of this service.

import { describe, expect, test } from 'bun:test';
import {
  accountSuspended,
  loginBusy,
  unknownName,
  wrongPassword,
} from '../../src/modules/account/login-failures.ts';
import { loginMessages } from '../../src/modules/login/messages.ts';
import type { Failure } from '../../src/platform/lib/failure.ts';
import { labels } from '../../src/platform/messages/messages.ts';
import { openedForEach } from '../support/opened.ts';
import { standIn } from '../support/stand-in.ts';
import { type Answer, type Browser, PASSWORD } from '../support/test-app.ts';
import { OWN } from './account-forms.ts';
import { openSampleApp, PAGE, play } from './sample-app.ts';

const LOGIN = '/acc/login/';
const LOGOUT = '/acc/logout/';
const RIGHT = { username: 'Alice', password: PASSWORD };
const OWN_PAGE = { ...PAGE, 'cache-control': 'private, no-store', 'content-encoding': null };

const app = openedForEach(openSampleApp);

async function nameOf(browser: Browser): Promise<unknown> {
  return ((await browser.request('/api/login/')).json() as { username: unknown }).username;
}

function expectOwnPage(answer: Answer): void {
  for (const [name, wanted] of Object.entries(OWN_PAGE)) {
    const value = answer.headers.get(name);
    if (wanted instanceof RegExp) expect(value).toMatch(wanted);
    else expect(value).toBe(wanted);
  }
  expect(answer.text).not.toContain(PASSWORD);
  expect(answer.text.match(/<h1>/g)).toHaveLength(1);
}

describe('the login page', () => {
  test('shows the form', async () => {
    const answer = await play(app, { path: LOGIN, shows: OWN_PAGE, setsSession: true });
    expect(answer.text).toContain('<form class="form" method="post" action="/acc/login/"');
    expect(answer.text).toContain('autocomplete="username"');
    expect(answer.text).toContain('autocomplete="current-password"');
    expect(answer.text).not.toContain('role="alert"');
    // The way here is not offered here.
    expect(answer.text).not.toContain('href="/acc/login/');
  });

  test('shows who is logged in, with the button that logs out', async () => {
    const browser = app.browser();
    await browser.submit(LOGIN, RIGHT);
    const answer = await browser.request(`${LOGIN}?next=/server/list/`);
    expectOwnPage(answer);
    expect(answer.text).toContain('logged in as Alice');
    expect(answer.text).toContain('action="/acc/logout/"');
    expect(answer.text).toContain('href="/server/list/"');
    expect(answer.text).not.toContain('type="password"');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});

describe('logging in', () => {
  test('goes on with a new session, the same that the API knows', async () => {
    const browser = app.browser();
    await browser.request(LOGIN);
    const before = browser.session;
    const answer = await browser.submit(LOGIN, { ...RIGHT, username: 'aLICE', next: '/?q=x' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/?q=x');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^session=s\.[\w-]{43}; Max-Age=2592000; Path=\/; Expires=Sat, 31 Jan 2026 00:00:0\d GMT; HttpOnly; SameSite=Lax$/i,
      ),
      expect.stringMatching(
        /^device=d\.[\w-]{43}; Max-Age=15552000; Path=\/acc\/; Expires=Tue, 30 Jun 2026 00:00:0\d GMT; HttpOnly; SameSite=Lax$/i,
      ),
    ]);
    expect(browser.session).not.toBe(before);
    expect(await nameOf(browser)).toBe('Alice');
    expect((await browser.request('/')).text).toContain('Logged in as </span>Alice');
    expect(app.heard.loggedIn).toEqual(['Alice']);
    // The value that was there before, which somebody else may have planted, stands for nobody.
    const planted = await app.request('/api/login/', { cookie: `session=${before}` });
    expect(planted.json()).toMatchObject({ username: null });
    expect(planted.headers.getSetCookie()[0]).not.toContain(before ?? 'none');
  });

  test('leads an administrator to the overview once, and everybody else to where they wanted', async () => {
    await app.register('Anna', { role: 'administrator' });
    await app.register('Mia', { role: 'moderator' });
    const goalOf = async (username: string, next: string) =>
      (await app.browser().submit(LOGIN, { ...RIGHT, username, next })).headers.get('location');
    expect(await goalOf('Mia', '/')).toBe('/');
    expect(await goalOf('Anna', '/')).toBe('/admin/');
    expect(await goalOf('Anna', '/')).toBe('/');
    await app.register('Bea', { role: 'administrator' });
    expect(await goalOf('Bea', '/start/')).toBe('/start/');
  });

  test('shows an account that is not verified what it lacks', async () => {
    const browser = app.browser();
    const answer = await browser.submit(LOGIN, { ...RIGHT, username: 'Ulla', next: '/?q=x' });
    expect(answer.headers.get('location')).toBe('/acc/login/?next=%2F%3Fq%3Dx');
    const page = await browser.request(answer.headers.get('location') ?? '');
    expectOwnPage(page);
    expect(page.text).toContain(labels.accountNotVerified);
    expect(page.text).toContain('href="/?q=x"');
  });
});

describe('a login that is refused', () => {
  const SUSPENDED = accountSuspended({ suspendedUntil: null, suspensionReason: 'a-secret-reason' });
  const refused: [string, Record<string, string>, number, Failure, string | undefined][] = [
    ['an unknown name', { username: 'Bob' }, 400, unknownName('Bob'), 'username'],
    ['no name', { username: '' }, 400, unknownName(''), 'username'],
    ['a wrong password', { password: 'wrong horse' }, 400, wrongPassword('x'), 'password'],
    ['no password', { password: '' }, 400, wrongPassword(''), 'password'],
    ['a suspended account', { username: 'Sven' }, 403, SUSPENDED, undefined],
  ];

  test.each(refused)(
    'for %s says so, keeps the name, and never the password',
    async (_what, fields, status, { message }, field) => {
      const browser = app.browser();
      await browser.request(LOGIN);
      const before = browser.session;
      const typed = { ...RIGHT, next: '/?q=x', ...fields };
      const answer = await browser.submit(LOGIN, typed);
      expect(answer.status).toBe(status);
      expectOwnPage(answer);
      expect(answer.text).toContain('role="alert"');
      expect(answer.text).toContain(message);
      if (field !== undefined) {
        expect(answer.text).toContain(`<a href="#field-${field}">`);
        expect(answer.text).toContain(`aria-describedby="field-${field}-`);
      }
      if (typed.username !== '') expect(answer.text).toContain(`value="${typed.username}"`);
      expect(answer.text).not.toContain('wrong horse');
      // Shown only to somebody with the password of the account.
      expect(answer.text.includes('a-secret-reason')).toBe(typed.username === 'Sven');
      expect(answer.text).toContain('name="next" value="/?q=x"');
      expect(browser.session).toBe(before);
      expect(await nameOf(browser)).toBeNull();
      expect(app.heard.loginFailed).toHaveLength(1);
      expect(JSON.stringify(app.heard)).not.toMatch(/horse|Bob|example/);
    },
  );

  test('keeps the beginning of a name alone', async () => {
    const { text } = await app.browser().submit(LOGIN, { username: 'n'.repeat(9_000) });
    expect(text).toContain('n'.repeat(100));
    expect(text).not.toContain('n'.repeat(101));
  });

  test('too often is answered with the time to wait, by the count that the API keeps too', async () => {
    const browser = app.browser();
    for (let count = 0; count < 5; count += 1) {
      await browser.submit(LOGIN, { ...RIGHT, password: 'wrong horse' });
      await browser.logIn('Alice', { password: 'wrong horse' });
    }
    const answer = await browser.submit(LOGIN, RIGHT);
    expect(answer.status).toBe(429);
    expectOwnPage(answer);
    expect(answer.text).toContain('Try again in 5 minutes.');
    expect(answer.headers.get('retry-after')).toBe('300');
    expect((await browser.logIn('Alice')).text).toContain('"errors":["password"]');
    // Nobody else is kept out, and neither is the same player later.
    expect((await app.browser('192.0.2.50').submit(LOGIN, RIGHT)).status).toBe(303);
    app.skip(300_000);
    expect((await browser.submit(LOGIN, RIGHT)).status).toBe(303);
  });

  const openBusy = () =>
    openSampleApp({
      alterContext: standIn({ login: { logIn: () => Promise.reject(loginBusy()) } }),
    });

  test('while too many log in waits a moment before its answer says so', async () => {
    await using busy = await openBusy();
    const pending = busy.browser().submit(LOGIN, RIGHT);
    let isAnswered = false;
    void pending.then(() => {
      isAnswered = true;
    });
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
    expect(isAnswered).toBe(false);
    await busy.advance(1_000);
    const answer = await pending;
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.text).toContain(loginBusy().message);
  });
});

describe('logging out', () => {
  test('ends the session, for the API too, and leaves others of the account alone', async () => {
    const [browser, launcher] = [app.browser(), app.browser()];
    await launcher.logIn('Alice');
    await browser.submit(LOGIN, RIGHT);
    const before = browser.session;
    const answer = await browser.submit(LOGOUT, {});
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/');
    expect(browser.session).toMatch(/^a\./);
    const old = await app.request('/api/login/', { cookie: `session=${before}` });
    expect(old.json()).toMatchObject({ username: null, authenticated: false });
    expect((await browser.request('/')).text).not.toContain('Alice');
    expect(await nameOf(launcher)).toBe('Alice');
    expect(app.heard.loggedOut).toEqual(['Alice']);
  });
});

test('the list is kept apart for each name, with its own way in or out', async () => {
  await app.register('Bob');
  const [alice, bob] = [app.browser(), app.browser()];
  await alice.submit(LOGIN, RIGHT);
  await bob.submit(LOGIN, { ...RIGHT, username: 'Bob' });
  for (let turn = 0; turn < 2; turn += 1) {
    expect((await alice.request('/')).text).toContain('Logged in as </span>Alice');
    expect((await bob.request('/')).text).toContain('Logged in as </span>Bob');
    const stranger = (await app.request('/')).text;
    expect(stranger).not.toMatch(/Alice|Bob|Log out/);
    expect(stranger).toContain('<a class="button quiet" href="/acc/login/">Log in</a>');
    const search = (await app.request('/?q=Alpha')).text;
    expect(search).toContain('href="/acc/login/?next=%2F%3Fq%3DAlpha"');
  }
  await alice.submit(LOGOUT, {});
  expect((await alice.request('/')).text).not.toContain('Alice');
});

describe('a browser that keeps no cookies', () => {
  test.each([RIGHT, { ...RIGHT, username: 'Nobody' }])(
    'is answered so, whatever it sends: %j',
    async (fields) => {
      const headers = { ...OWN, 'content-type': 'application/x-www-form-urlencoded' };
      const body = new URLSearchParams({ ...fields, next: '/?q=x' }).toString();
      const answer = await app.request(LOGIN, {
        method: 'POST',
        body,
        headers,
        cookie: 'theme=dark',
      });
      expect(answer.status).toBe(400);
      for (const piece of [
        loginMessages.problems.noCookies,
        `value="${fields.username}"`,
        'name="next" value="/?q=x"',
      ]) {
        expect(answer.text).toContain(piece);
      }
      expect(answer.text).not.toContain(fields.password);
      expect(answer.headers.getSetCookie()[0]).toStartWith('session=a.');
      expect(await app.store.sessions.listSessions(1)).toEqual([]);
    },
  );

  test('has no password looked at, and gets in once it keeps the cookie of the answer', async () => {
    const headers = { ...OWN, 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ ...RIGHT, password: 'wrong horse' }).toString();
    for (let count = 0; count < 12; count += 1) {
      await app.request(LOGIN, { method: 'POST', body, headers });
    }
    const right = { method: 'POST', headers, body: new URLSearchParams(RIGHT).toString() };
    const first = await app.request(LOGIN, right);
    const cookie = (first.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
    expect((await app.request(LOGIN, { ...right, cookie })).status).toBe(303);
  });
});
