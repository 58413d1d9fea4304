// Accounts that registered with a passkey in place of a password: what they register, prove and lose.

import { beforeEach, describe, expect, test } from 'bun:test';
import { accountFailures } from '../../src/modules/account/messages.ts';
import { passkeyFailures, passkeyMessages } from '../../src/modules/passkeys/messages.ts';
import { securityMessages, twoFactorFailures } from '../../src/modules/two-factor/messages.ts';
import { REMOVABLE } from '../removable/modules.ts';
import { openedForEach } from '../support/opened.ts';
import { createSoftPasskey, type SoftPasskey } from '../support/passkey.ts';
import { type Answer, type Browser, openTestApp, PASSWORD } from '../support/test-app.ts';
import { challengeOf, linkOf, NEW_PASSWORD } from './account-forms.ts';

const ORIGIN = 'https://play.example.net';
const SITE = { origin: ORIGIN, rpId: 'play.example.net' };
const REGISTER = '/acc/register/';
const STEP = '/acc/register/passkey/';
const OPTIONS = '/acc/login/passkey/options/';
const LOGIN = '/acc/login/';
const PASSWORD_PAGE = '/acc/password/';

const app = openedForEach(() => openTestApp({ baseUrl: ORIGIN }));
let passkey: SoftPasskey;
beforeEach(() => {
  passkey = createSoftPasskey();
});

const locationOf = ({ headers }: Answer) => headers.get('location');
const nameOf = async (browser: Browser) =>
  ((await browser.request('/api/login/')).json() as { username: string | null }).username;

/** Fills in the form without a password, and goes on with a passkey. */
async function begin(browser = app.browser(), fields: Readonly<Record<string, string>> = {}) {
  const page = (await browser.request(REGISTER)).text;
  app.skip(5_000);
  const identity = { name: 'Zoe', email: 'zoe@example.net', password: '' };
  const sent = { ...identity, way: 'passkey', challenge: challengeOf(page), ...fields };
  return { browser, answer: await browser.submit(REGISTER, sent) };
}

async function readSetup(browser: Browser, path = STEP) {
  const { text } = await browser.request(path);
  const options = /data-create="([^"]*)"/.exec(text)?.[1]?.replaceAll('&quot;', '"');
  return JSON.parse(options ?? '{}');
}

async function finish(browser: Browser, given: object = {}): Promise<Answer> {
  const credential = passkey.create(await readSetup(browser), { ...SITE, ...given });
  return browser.submit(STEP, { credential: JSON.stringify(credential) });
}

async function register(): Promise<Browser> {
  const { browser } = await begin();
  expect((await finish(browser)).status).toBe(303);
  return browser;
}

async function readOptions(browser: Browser, step: 'alone' | 'owner') {
  const answer = await browser.request(`${OPTIONS}?step=${step}`);
  return answer.json() as {
    challenge: string;
    userVerification: string;
    allowCredentials: object[];
  };
}

async function prove(browser: Browser, by = passkey, given: object = {}): Promise<string> {
  return JSON.stringify(by.use(await readOptions(browser, 'owner'), { ...SITE, ...given }));
}

async function logIn(browser = app.browser()): Promise<Browser> {
  const answer = passkey.use(await readOptions(browser, 'alone'), SITE);
  await browser.submit(`${LOGIN}passkey/`, { credential: JSON.stringify(answer), step: 'alone' });
  return browser;
}

describe('registering', () => {
  test('makes the account with its passkey, shows recovery codes, leads to the verification, and logs in again', async () => {
    const { browser, answer } = await begin();
    expect(locationOf(answer)).toBe(STEP);
    expect(await app.store.accounts.findAccountByName('Zoe')).toBeUndefined();
    const setup = await readSetup(browser);
    expect(setup).toMatchObject({
      user: { name: 'Zoe' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const done = await finish(browser);
    expect(locationOf(done)).toBe('/acc/security/recovery-codes/?next=%2Facc%2Fverify%2F');
    const codes = await browser.request(locationOf(done) ?? '');
    expect(codes.text.match(/<code>\d{4} \d{4} \d{4}/g)).toHaveLength(10);
    const shown = await browser.submit('/acc/security/recovery-codes/done/', {
      next: '/acc/verify/',
    });
    expect(locationOf(shown)).toBe('/acc/verify/');
    expect((await app.readMails()).map(({ kind }) => kind)).toEqual(['verify address']);
    expect(app.heard.registered).toEqual(['Zoe']);
    expect(await nameOf(browser)).toBe('Zoe');
    expect(await nameOf(await logIn())).toBe('Zoe');
  });

  test('checks the form of the first step like any other, and leads to the page where the reader was', async () => {
    const { browser, answer } = await begin(app.browser(), { name: '-', email: 'no address' });
    expect(answer.text).toContain(accountFailures.name.rule('-').replaceAll('"', '&quot;'));
    expect(answer.text).toContain('id="field-email-problem"');
    expect(locationOf(await browser.request(STEP))).toBe(REGISTER);
    const { answer: next } = await begin(browser, { next: '/favourites/' });
    expect(locationOf(next)).toBe(STEP);
    const path = locationOf(await finish(browser)) ?? '';
    expect(decodeURIComponent(path)).toContain('/acc/verify/?next=%2Ffavourites%2F');
  });

  test('takes no passkey that did not verify its user, and the form waits for another try', async () => {
    const { browser } = await begin();
    const answer = await finish(browser, { isUserVerified: false });
    expect(answer.text).toContain(passkeyFailures.unverifiedNew);
    expect(await app.store.accounts.findAccountByName('Zoe')).toBeUndefined();
    expect((await finish(browser)).status).toBe(303);
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
  ])('takes no passkey for %s', async (_, given) => {
    const { browser } = await begin();
    expect((await finish(browser, given)).text).toContain(passkeyFailures.refused);
    expect(await app.store.accounts.findAccountByName('Zoe')).toBeUndefined();
  });

  test('is for the session that sent the form, for ten minutes', async () => {
    const { browser } = await begin();
    expect(locationOf(await app.browser().request(STEP))).toBe(REGISTER);
    app.skip(10 * 60_000);
    expect(locationOf(await browser.request(STEP))).toBe(REGISTER);
    expect(locationOf(await browser.submit(STEP, { credential: '{}' }))).toBe(REGISTER);
  });

  test('says when somebody took the name meanwhile', async () => {
    const { browser } = await begin();
    await app.register('Zoe');
    const answer = await finish(browser);
    expect(answer.text).toContain(accountFailures.name.taken('Zoe').replaceAll('"', '&quot;'));
  });

  test('of two answers at once makes one account', async () => {
    const { browser } = await begin();
    const other = createSoftPasskey();
    const [first, second] = [await readSetup(browser), await readSetup(browser)];
    await Promise.all([
      browser.submit(STEP, { credential: JSON.stringify(passkey.create(first, SITE)) }),
      browser.submit(STEP, { credential: JSON.stringify(other.create(second, SITE)) }),
    ]);
    const account = await app.store.accounts.findAccountByName('Zoe');
    expect(await app.store.passkeys.listPasskeys(account?.id ?? 0)).toHaveLength(1);
  });

  test('spends an invite, once', async () => {
    await using invited = await openTestApp({ baseUrl: ORIGIN, registration: 'invite' });
    const page = (await invited.browser().request(REGISTER)).text;
    expect(page).toContain(passkeyMessages.register);
    const browser = invited.browser();
    const challenge = challengeOf((await browser.request(REGISTER)).text);
    invited.skip(5_000);
    const identity = { name: 'Zoe', email: 'zoe@example.net', way: 'passkey', challenge };
    const answer = await browser.submit(REGISTER, { ...identity, invite: 'wrong' });
    expect(answer.text).toContain(accountFailures.registration.inviteWrong);
  });

  test('is not offered without https', async () => {
    await using plain = await openTestApp();
    const { text } = await plain.browser().request(REGISTER);
    expect(text).not.toContain(passkeyMessages.register);
    expect((await plain.browser().request(STEP)).status).toBe(404);
  });
});

describe('without a password', () => {
  let zoe: Browser;
  beforeEach(async () => {
    zoe = await register();
  });

  test('no password logs in, with the same answer as for a wrong one', async () => {
    await app.register('Bob');
    const answers = [];
    for (const username of ['Zoe', 'Bob']) {
      const browser = app.browser();
      await browser.request(LOGIN);
      const { status, text } = await browser.submit(LOGIN, { username, password: NEW_PASSWORD });
      const plain = text.replace(/name="form-number" value="[^"]*"/g, '').replaceAll(username, '');
      answers.push({ status, plain });
      const launcher = app.browser();
      await launcher.logIn(username, { password: NEW_PASSWORD });
      answers.push({ status: await nameOf(launcher), plain: '' });
    }
    expect(answers.slice(0, 2)).toEqual(answers.slice(2));
    expect(answers[0]?.plain).toContain(accountFailures.login.passwordWrong);
  });

  test.each([
    ['/acc/email/', { email: 'new@example.net' }, 303],
    ['/acc/export/', {}, 200],
    ['/acc/security/app/', {}, 303],
    ['/acc/security/recovery-codes/', {}, 303],
    ['/acc/security/passkeys/', { name: 'Key' }, 303],
    [PASSWORD_PAGE, { new_password: NEW_PASSWORD }, 303],
    ['/acc/delete/', {}, 303],
  ])('the form at %s takes a passkey as the proof', async (path, fields, status) => {
    if (path.endsWith('recovery-codes/')) await zoe.submit(`${path}done/`, {});
    const { text } = await zoe.request(path);
    expect(text).toContain(`data-use="${OPTIONS}?step=owner"`);
    expect(text).not.toContain('name="password"');
    expect(text).not.toContain('name="code"');
    for (const wrong of [{}, { password: PASSWORD, code: '000000' }]) {
      const refused = await zoe.submit(path, { ...fields, ...wrong });
      expect(refused.status).toBe(400);
      expect(refused.text).toContain(twoFactorFailures.noPassword);
    }
    const credential = await prove(zoe);
    expect((await zoe.submit(path, { ...fields, credential })).status).toBe(status);
  });

  test.skipIf(!REMOVABLE.includes('api-keys'))('an API key takes one too', async () => {
    const [mail] = await app.readMails();
    await app.browser().submit(linkOf(mail, '/acc/verify/'), {});
    const form = { name: 'Bot', 'scopes-servers:read': 'servers:read' };
    expect((await zoe.submit('/acc/keys/', form)).text).toContain(twoFactorFailures.noPassword);
    const made = await zoe.submit('/acc/keys/', { ...form, credential: await prove(zoe) });
    expect(made.text).toMatch(/muster_[0-9a-f]{48}/);
  });

  test.skipIf(!REMOVABLE.includes('warnings'))('an open form works after a warning', async () => {
    await app.register('Mia', { role: 'moderator' });
    const mia = app.browser();
    await mia.submit(LOGIN, { username: 'Mia', password: PASSWORD });
    const { id } = await app.administration.findAccount('Zoe');
    await mia.submit(`/admin/accounts/${id}/warn/`, { 'warn-reason': 'Griefing' });
    expect(locationOf(await zoe.request(PASSWORD_PAGE))).toStartWith('/acc/warning/');
    const sent = { new_password: NEW_PASSWORD, credential: await prove(zoe) };
    expect(locationOf(await zoe.submit(PASSWORD_PAGE, sent))).toBe('/acc/done/password/');
  });

  test('the proof verifies its user, is of this account and session, and works once', async () => {
    const options = await readOptions(zoe, 'owner');
    expect(options).toMatchObject({
      userVerification: 'required',
      allowCredentials: [{ id: passkey.id }],
    });
    const lazy = await prove(zoe, passkey, { isUserVerified: false });
    const unverified = await zoe.submit('/acc/export/', { credential: lazy });
    expect(unverified.text).toContain(passkeyFailures.unverified);

    const zoesPasskey = passkey;
    passkey = createSoftPasskey();
    const { browser: eve } = await begin(app.browser(), { name: 'Eve', email: 'eve@example.net' });
    await finish(eve);
    const foreign = await zoe.submit('/acc/export/', { credential: await prove(zoe, passkey) });
    expect(foreign.text).toContain(passkeyFailures.unknown);
    const elsewhere = await prove(eve, zoesPasskey);
    const moved = await zoe.submit('/acc/export/', { credential: elsewhere });
    expect(moved.text).toContain(passkeyFailures.refused);

    const credential = await prove(zoe, zoesPasskey);
    expect((await zoe.submit('/acc/export/', { credential })).status).toBe(200);
    const again = await zoe.submit('/acc/export/', { credential, again: 'yes' });
    expect(again.text).toContain(passkeyFailures.refused);
  });

  test('a second passkey belongs to the same account in the browser, and logs in', async () => {
    const first = await readSetupOfSecond();
    const second = createSoftPasskey();
    await zoe.submit('/acc/security/passkeys/new/', {
      credential: JSON.stringify(second.create(first, SITE)),
    });
    passkey = second;
    expect(await nameOf(await logIn())).toBe('Zoe');
    const account = await app.store.accounts.findAccountByName('Zoe');
    const own = await app.store.passkeys.listPasskeys(account?.id ?? 0);
    expect(new Set(own.map(({ userHandle }) => userHandle)).size).toBe(1);
  });

  async function readSetupOfSecond() {
    const credential = await prove(zoe);
    await zoe.submit('/acc/security/passkeys/', { name: 'Key', credential });
    return readSetup(zoe, '/acc/security/passkeys/new/');
  }

  test('the last passkey stays until a password is set, which logs in then', async () => {
    const account = await app.store.accounts.findAccountByName('Zoe');
    const [own] = await app.store.passkeys.listPasskeys(account?.id ?? 0);
    const removal = { passkey: `${own?.id}` };
    const page = '/acc/security/passkeys/remove/';
    const refused = await zoe.submit(page, { ...removal, credential: await prove(zoe) });
    expect(refused.text).toContain(passkeyFailures.needed);
    expect((await zoe.request('/acc/security/')).text).toContain(securityMessages.setPassword);
    expect((await zoe.request(PASSWORD_PAGE)).text).toContain(securityMessages.setPassword);

    const set = { new_password: NEW_PASSWORD, credential: await prove(zoe) };
    expect(locationOf(await zoe.submit(PASSWORD_PAGE, set))).toBe('/acc/done/password/');
    expect((await zoe.request('/acc/security/')).text).not.toContain(securityMessages.setPassword);
    const browser = app.browser();
    await browser.request(LOGIN);
    const answer = await browser.submit(LOGIN, { username: 'Zoe', password: NEW_PASSWORD });
    expect(locationOf(answer)).toBe('/acc/login/code/');
    expect(await nameOf(await logIn())).toBe('Zoe');
  });

  test('an email sets a password, and the launcher takes it', async () => {
    const [mail] = await app.readMails();
    await app.browser().submit(linkOf(mail, '/acc/verify/'), {});
    const browser = app.browser();
    await browser.request('/acc/forgot/');
    await browser.submit('/acc/forgot/', { who: 'Zoe' });
    const reset = (await app.readMails()).find(({ kind }) => kind === 'reset password');
    const path = linkOf(reset, '/acc/reset/');
    await browser.submit(path, { new_password: NEW_PASSWORD });
    const launcher = app.browser();
    await launcher.logIn('Zoe', { password: NEW_PASSWORD });
    const code = (await app.readMails()).findLast(({ kind }) => kind === 'login code')?.code ?? '';
    await launcher.logIn('Zoe', { password: NEW_PASSWORD, login_code: code });
    expect(await nameOf(launcher)).toBe('Zoe');
  });
});
