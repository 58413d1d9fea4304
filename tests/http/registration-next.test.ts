// The page that somebody came from to register: kept through form, code, link and login, and never another site's.

import { beforeEach, describe, expect, test } from 'bun:test';
import { accountMessages } from '../../src/modules/profile/messages.ts';
import { openedForEach } from '../support/opened.ts';
import type { Browser, TestAppOptions } from '../support/test-app.ts';
import {
  challengeOf,
  linkOf,
  NEW_PASSWORD,
  OWN,
  openLoggedIn,
  send,
  signUp,
} from './account-forms.ts';
import { ALPHA_HASH, openSampleApp } from './sample-app.ts';

const SERVER = `/server/play/${ALPHA_HASH}/`;
const ENCODED = encodeURIComponent(SERVER);
const VERIFY = `/acc/verify/?next=${ENCODED}`;

const app = openedForEach(openSampleApp);
let browser: Browser;
beforeEach(async () => {
  browser = app.browser();
});

/** The value of the hidden field of a page. */
const nextOf = (html: string) => /name="next" value="([^"]*)"/.exec(html)?.[1];
const locationOf = async (answer: Promise<{ headers: Headers }>) =>
  (await answer).headers.get('location');
const register = (next: string, by = browser) => signUp(app, by, { next });
const newestMail = async () =>
  (await app.readMails()).findLast(({ kind }) => kind === 'verify address');

describe('the way from a server through registration', () => {
  test('begins on the page of the server, at the top and at the login', async () => {
    const server = await browser.request(SERVER);
    expect(server.text).toContain(`href="/acc/register/?next=${ENCODED}"`);
    const login = await browser.request(`/acc/login/?next=${ENCODED}`);
    expect(login.text).toContain(`href="/acc/register/?next=${ENCODED}"`);
    const form = await browser.request(`/acc/register/?next=${ENCODED}`);
    expect(nextOf(form.text)).toBe(SERVER);
    expect(form.text).toContain(`href="/acc/login/?next=${ENCODED}"`);
  });

  test('ends on the server after the code', async () => {
    expect(await locationOf(register(SERVER))).toBe(VERIFY);
    const page = await browser.request(VERIFY);
    const fields = page.text.matchAll(/name="next" value="([^"]*)"/g);
    expect([...fields].map(([, value]) => value)).toEqual([SERVER, SERVER, SERVER]);
    const wrong = await send(browser, '/acc/verify/', { act: 'code', code: '1', next: SERVER });
    expect(nextOf(wrong.text)).toBe(SERVER);
    const code = (await newestMail())?.code ?? '';
    const done = send(browser, '/acc/verify/', { act: 'code', code, next: SERVER });
    expect(await locationOf(done)).toBe(SERVER);
    expect((await browser.request(SERVER)).text).toContain('mc://');
  });

  test('ends on the server after the link, in the same browser', async () => {
    await register(SERVER);
    const path = linkOf(await newestMail(), '/acc/verify/');
    expect(path).not.toContain('server');
    expect(await locationOf(send(browser, path))).toBe(SERVER);
  });

  test('ends on the server after the link in another browser, by its login', async () => {
    await register(SERVER);
    const other = app.browser();
    const path = linkOf(await newestMail(), '/acc/verify/');
    const done = `/acc/done/verified/?next=${ENCODED}`;
    expect(await locationOf(send(other, path))).toBe(done);
    const page = await other.request(done);
    expect(page.text).toContain(accountMessages.done.verified.title);
    expect(page.text).toContain(`href="/acc/login/?next=${ENCODED}"`);
    await other.request(`/acc/login/?next=${ENCODED}`);
    const login = { username: 'Zoe', password: NEW_PASSWORD, next: SERVER };
    expect(await locationOf(other.submit('/acc/login/', login))).toBe(SERVER);
  });

  test('goes on in the first browser alone, after the link was followed in another', async () => {
    await register(SERVER);
    const waiting = await browser.request(VERIFY);
    expect(waiting.status).toBe(200);
    expect(waiting.text).toContain('data-watch="4"');
    // Without scripts, a link does what they do.
    expect(waiting.text).toContain(`href="${VERIFY}">${accountMessages.verify.openedButton}<`);
    const other = app.browser();
    await send(other, linkOf(await newestMail(), '/acc/verify/'));
    expect((await other.request(SERVER)).text).not.toContain('mc://');
    expect(await locationOf(other.request(VERIFY))).toStartWith('/acc/login/');
    expect(await locationOf(browser.request(VERIFY))).toBe(SERVER);
    expect((await browser.request(SERVER)).text).toContain('mc://');
  });

  test('is known to a later visit, which says nothing of it', async () => {
    await register(SERVER);
    expect(nextOf((await browser.request('/acc/verify/')).text)).toBe(SERVER);
  });

  test.each([
    ['another email', { act: 'again' }],
    ['a corrected address', { act: 'correct', email: 'zoe2@example.net' }],
  ])('goes on with %s', async (_what, fields) => {
    await register(SERVER);
    app.skip(60_000);
    const before = linkOf(await newestMail(), '/acc/verify/');
    expect(await locationOf(send(browser, '/acc/verify/', { ...fields, next: SERVER }))).toBe(
      VERIFY,
    );
    const path = linkOf(await newestMail(), '/acc/verify/');
    expect(path).not.toBe(before);
    expect(await locationOf(send(app.browser(), path))).toContain(`next=${ENCODED}`);
  });

  test('goes on with a login before the account is verified', async () => {
    await register('/');
    const other = app.browser();
    await other.request('/acc/login/');
    const login = { username: 'Zoe', password: NEW_PASSWORD, next: SERVER };
    const at = `/acc/login/?next=${ENCODED}`;
    expect(await locationOf(other.submit('/acc/login/', login))).toBe(at);
    expect((await other.request(at)).text).toContain(`href="${VERIFY}"`);
    expect((await other.request(SERVER)).text).toContain(`href="${VERIFY}"`);
  });

  test.each([
    ['claim', `/server/claim/${ALPHA_HASH}/`],
    ['report', `/server/report/${ALPHA_HASH}/`],
  ])('leads back to the page for a %s', async (_what, path) => {
    const ulla = await openLoggedIn(app, 'Ulla');
    const page = await ulla.request(path);
    expect(page.text).toContain(`href="/acc/verify/?next=${encodeURIComponent(path)}"`);
  });

  test('goes by the button of the page to the registration, and where somebody logged in before to the login', async () => {
    const enter = `/acc/enter/?next=${ENCODED}`;
    expect((await browser.request(SERVER)).text).toContain(`href="${enter}"`);
    expect(await locationOf(browser.request(enter))).toBe(`/acc/register/?next=${ENCODED}`);
    const alice = await openLoggedIn(app, 'Alice');
    expect(await locationOf(alice.request(enter))).toBe(SERVER);
    await send(alice, '/acc/logout/');
    expect(await locationOf(alice.request(enter))).toBe(`/acc/login/?next=${ENCODED}`);
    for (const next of ['//evil.example/', 'https://evil.example/', 'javascript:alert(1)']) {
      const led = locationOf(browser.request(`/acc/enter/?next=${encodeURIComponent(next)}`));
      expect(await led).toBe('/acc/register/');
    }
  });

  test('players who are logged in are led there at once', async () => {
    const alice = await openLoggedIn(app, 'Alice');
    expect(await locationOf(alice.request(`/acc/register/?next=${ENCODED}`))).toBe(SERVER);
    expect(await locationOf(alice.request('/acc/register/'))).toBe('/acc/');
  });
});

test('where accounts are verified at once, the registration ends on the server', async () => {
  const options: TestAppOptions = { verification: 'automatic' };
  await using other = await openSampleApp(options);
  expect(await locationOf(signUp(other, other.browser(), { next: SERVER }))).toBe(SERVER);
  const second = { name: 'Yan', email: 'yan@example.net' };
  expect(await locationOf(signUp(other, other.browser(), second))).toBe('/acc/verify/');
});

test('where administrators verify, the page leads on to the server', async () => {
  await using other = await openSampleApp({ verification: 'administrator', isMailOn: false });
  const by = other.browser();
  expect(await locationOf(signUp(other, by, { next: SERVER }))).toBe(VERIFY);
  expect((await by.request(VERIFY)).text).toContain(`<a href="${SERVER}">`);
});

test('another site is no page to come back to', async () => {
  const next = '//evil.example/';
  const query = `?next=${encodeURIComponent(next)}`;
  const form = await browser.request(`/acc/register/${query}`);
  expect(nextOf(form.text)).toBe('/');
  expect(form.text).not.toContain('evil');
  expect(await locationOf(register(next))).toBe('/acc/verify/');
  expect((await browser.request(`/acc/verify/${query}`)).text).not.toContain('evil');
  const code = (await newestMail())?.code ?? '';
  const done = send(browser, '/acc/verify/', { act: 'code', code, next });
  expect(await locationOf(done)).toBe('/acc/verify/');
  expect((await browser.request(`/acc/done/verified/${query}`)).text).not.toContain('evil');
});

test('a stored path is looked at again before anybody is led there', async () => {
  await register('/');
  const [secret] = [await app.store.secrets.findSecret(4, 'verify address')];
  if (secret === undefined) throw new Error('There is no secret.');
  const token = 'A'.repeat(43);
  const tokenHash = new Bun.CryptoHasher('sha256').update(token).digest('hex');
  await app.store.secrets.putSecret({ ...secret, tokenHash, next: '//evil.example/' });
  expect(await locationOf(send(browser, `/acc/verify/${token}/`))).toBe('/acc/done/verified/');
});

test('a form that is refused keeps where it leads', async () => {
  const page = await browser.request(`/acc/register/?next=${ENCODED}`);
  app.skip(5_000);
  const fields = { challenge: challengeOf(page.text), name: 'x', next: SERVER };
  const refused = await send(browser, '/acc/register/', fields, OWN);
  expect(refused.status).toBe(400);
  expect(nextOf(refused.text)).toBe(SERVER);
});

test('where nobody registers, the button of the page leads to the login', async () => {
  await using other = await openSampleApp({ registration: 'closed' });
  const led = other.browser().request(`/acc/enter/?next=${ENCODED}`);
  expect(await locationOf(led)).toBe(`/acc/login/?next=${ENCODED}`);
});
