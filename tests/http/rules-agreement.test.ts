// Agreement to the rules of the site: at the registration, by the first administrator, after they changed, and never in the way of launchers.

import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountFailures } from '../../src/modules/account/messages.ts';
import { accountMessages } from '../../src/modules/profile/messages.ts';
import { openedForEach } from '../support/opened.ts';
import { type Browser, openTestApp, PASSWORD } from '../support/test-app.ts';
import { NEW_PASSWORD, openLoggedIn, send, signUp } from './account-forms.ts';
import { openStaffApp } from './staff-app.ts';

const { rules: messages } = accountMessages;
const FIRST = '# House rules\n\nBe kind.';

const staff = openedForEach(openStaffApp);

async function setRules(text: string): Promise<void> {
  const answer = await staff.anna.submit('/admin/site/rules/', { 'rules-rules': text });
  if (answer.status !== 303) throw new Error(answer.text);
}

/** The version that a form sends. */
const versionOn = (page: string) => /name="rules" value="([0-9a-f]{10})"/.exec(page)?.[1] ?? '';
const registerPage = async () => (await staff.app.browser().request('/acc/register/')).text;
const findAccount = (name: string) => staff.app.store.accounts.findAccountByName(name);

async function agree(browser: Browser, next = '') {
  const { text } = await browser.request('/acc/rules/');
  return send(browser, '/acc/rules/', { agree: 'yes', rules: versionOn(text), next });
}

describe('a registration', () => {
  test('asks for nothing where there are no rules, whatever a form says', async () => {
    expect(await registerPage()).not.toContain('name="agree"');
    const zoe = staff.app.browser();
    const sent = { agree: 'yes', rules: 'made up' };
    expect((await signUp(staff.app, zoe, sent)).status).toBe(303);
    expect(await findAccount('Zoe')).toMatchObject({ rulesVersion: null, rulesAgreedAt: null });
  });

  test('asks for agreement to the rules, and keeps their version and the time', async () => {
    await setRules(FIRST);
    const page = await registerPage();
    expect(page).toContain('<a href="/rules/" target="_blank" rel="noopener">');
    expect(page).toMatch(
      /<input type="checkbox" value="yes" id="field-agree" name="agree" required/,
    );
    const rules = versionOn(page);
    const zoe = staff.app.browser();
    expect((await signUp(staff.app, zoe, { agree: 'yes', rules })).status).toBe(303);
    const rulesAgreedAt = staff.app.now();
    expect(await findAccount('Zoe')).toMatchObject({ rulesVersion: rules, rulesAgreedAt });
    const { text } = await zoe.request('/acc/');
    expect(text).toContain(messages.agreed);
    expect(text).not.toContain('href="/acc/rules/');
  });

  test.each([
    ['without a tick', { agree: '' }, accountFailures.rules.missing],
    ['to others', { agree: 'yes', rules: '0123456789' }, accountFailures.rules.outdated],
  ])('%s is refused at the box, and makes no account', async (_what, typed, sentence) => {
    await setRules(FIRST);
    const rules = versionOn(await registerPage());
    const answer = await signUp(staff.app, staff.app.browser(), { rules, ...typed });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`<a href="#field-agree">${sentence}</a>`);
    expect(answer.text).toContain('value="Zoe"');
    expect(answer.text).not.toMatch(/name="agree"[^>]*checked|checked[^>]*name="agree"/);
    expect(await findAccount('Zoe')).toBeUndefined();
  });

  test('that fails elsewhere keeps the tick; rules that change meanwhile need another', async () => {
    await setRules(FIRST);
    const rules = versionOn(await registerPage());
    const sent = { agree: 'yes', rules, password: 'short' };
    const kept = await signUp(staff.app, staff.app.browser(), sent);
    expect(kept.text).toMatch(/<input type="checkbox" value="yes" checked/);
    await setRules('Be very kind.');
    const asked = await signUp(staff.app, staff.app.browser(), sent);
    expect(asked.text).not.toMatch(/<input type="checkbox" value="yes" checked/);
    expect(versionOn(asked.text)).not.toBe(rules);
  });
});

describe('the first administrator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-first-'));
  const rulesFile = join(folder, 'rules.md');
  writeFileSync(rulesFile, FIRST);
  afterAll(() => rmSync(folder, { recursive: true }));
  const form = { name: 'Boss', email: 'boss@example.net', password: NEW_PASSWORD };

  async function openLink(settings: { rulesFile: string }) {
    const app = await openTestApp(settings);
    const token = (await app.registration.firstAdministrator.openLink()) ?? '';
    const path = `/acc/first-administrator/${token}/`;
    const browser = app.browser();
    return { app, path, browser, page: (await browser.request(path)).text };
  }

  test('without a tick is refused at the box; one is kept when something else is wrong, and the link stays good', async () => {
    const { app, path, browser, page } = await openLink({ rulesFile });
    await using _ = app;
    const rules = versionOn(page);
    const answer = await send(browser, path, { ...form, rules, agree: '' });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`<a href="#field-agree">${accountFailures.rules.missing}</a>`);
    expect(answer.text).toContain('value="Boss"');
    expect(answer.text).not.toMatch(/name="agree"[^>]*checked|checked[^>]*name="agree"/);
    const ticked = { ...form, agree: 'yes', rules };
    const kept = await send(browser, path, { ...ticked, password: 'short' });
    expect([kept.status, kept.text]).toEqual([
      400,
      expect.stringMatching(/<input type="checkbox" value="yes" checked/),
    ]);
    expect((await send(browser, path, ticked)).status).toBe(303);
  });
});

describe('an account from before', () => {
  test('is asked after a login on a page, goes on to where it wanted, and is not asked again', async () => {
    await setRules(FIRST);
    const browser = staff.app.browser();
    const typed = { username: 'Alice', password: PASSWORD, next: '/start/' };
    const answer = await browser.submit('/acc/login/', typed);
    expect(answer.headers.get('location')).toBe('/acc/rules/?next=%2Fstart%2F');
    const page = await browser.request('/acc/rules/?next=%2Fstart%2F');
    expect(page.text).toContain(messages.first);
    expect(page.text).toContain(`<a href="/start/">${messages.later}</a>`);
    const rules = versionOn(page.text);
    const refused = await send(browser, '/acc/rules/', { rules, next: '/start/' });
    expect([refused.status, refused.text.includes(accountFailures.rules.missing)]).toEqual([
      ...[400, true],
    ]);
    const agreed = await send(browser, '/acc/rules/', { agree: 'yes', rules, next: '/start/' });
    expect(agreed.headers.get('location')).toBe('/start/');
    const again = await staff.app.browser().submit('/acc/login/', typed);
    expect(again.headers.get('location')).toBe('/start/');
    expect((await browser.request('/acc/rules/')).status).toBe(303);
  });

  test('is asked again when the rules change, on its account page too', async () => {
    await setRules(FIRST);
    const browser = await openLoggedIn(staff.app, 'Alice');
    expect((await browser.request('/acc/')).text).toContain(messages.due);
    await agree(browser);
    expect((await browser.request('/acc/')).text).not.toContain('href="/acc/rules/');
    const agreedTo = await findAccount('Alice');
    await setRules('Be very kind.');
    const home = (await browser.request('/acc/')).text;
    expect(home).toContain(messages.dueAgain);
    expect(home).toContain('href="/acc/rules/?next=/acc/"');
    const page = (await browser.request('/acc/rules/')).text;
    expect(page).toContain(messages.changed(agreedTo?.rulesAgreedAt ?? 0));
    const old = { agree: 'yes', rules: agreedTo?.rulesVersion ?? '' };
    const late = await send(browser, '/acc/rules/', old);
    expect([late.status, late.text.includes(accountFailures.rules.outdated)]).toEqual([400, true]);
    expect((await agree(browser, '/acc/')).headers.get('location')).toBe('/acc/');
    expect((await browser.request('/acc/')).text).not.toContain(messages.dueAgain);
    await setRules('');
    expect((await browser.request('/acc/rules/')).headers.get('location')).toBe('/');
  });

  test('logs in with launchers, plays, and uses every other page, whether or not it agreed', async () => {
    await setRules(FIRST);
    const launcher = staff.app.browser();
    const answer = (await launcher.logIn('Alice')).json();
    expect(answer).toMatchObject({ authenticated: true, errors: [], username: 'Alice' });
    expect((await launcher.request('/api/servers/')).text).toMatch(/"mppass":"[0-9a-f]{32}"/);
    const browser = await openLoggedIn(staff.app, 'Alice');
    for (const path of ['/', '/acc/', '/acc/security/', '/server/own/']) {
      expect([path, (await browser.request(path)).status]).toEqual([path, 200]);
    }
  });
});
