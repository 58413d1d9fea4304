// One's own account on its pages: a forgotten password, changes, a copy, the end; and what attackers get.

import { describe, expect, test } from 'bun:test';
import { accountMessages } from '../../src/modules/profile/messages.ts';
import { openedForEach } from '../support/opened.ts';
import { PASSWORD } from '../support/test-app.ts';
import { linkOf, mailsFrom, NEW_PASSWORD, openLoggedIn, send, signUp } from './account-forms.ts';
import { openSampleApp } from './sample-app.ts';

const app = openedForEach(openSampleApp);

async function requestReset(who = 'Alice'): Promise<string> {
  const before = (await app.readMails()).length;
  const answer = await send(app.browser(), '/acc/forgot/', { who });
  expect(answer.headers.get('location')).toBe('/acc/forgot/sent/');
  const [mail] = await mailsFrom(app, before);
  return linkOf(mail, '/acc/reset/');
}

describe('a forgotten password', () => {
  test('is replaced by the link of an email; sessions end, and the new one gets in at once', async () => {
    const living = await openLoggedIn(app, 'Alice');
    const path = await requestReset();
    const browser = app.browser();
    const page = await browser.request(path);
    expect(page.status).toBe(200);
    expect(page.text).toContain('a new password for the account Alice.');
    expect(page.text).toContain('8 to 64 characters');
    expect(page.text).not.toContain('example.net');
    const refused = await send(browser, path, { new_password: 'password1' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('id="field-new_password-problem"');
    const done = await send(browser, path, { new_password: NEW_PASSWORD });
    expect(done.headers.get('location')).toBe('/acc/done/reset/');
    expect((await living.request('/acc/')).status).toBe(303);
    const state = (await app.browser().logIn('Alice', { password: NEW_PASSWORD })).json();
    expect(state).toMatchObject({ authenticated: true });
    expect((await app.readMails()).at(-1)).toMatchObject({ kind: 'password changed' });
    for (const dead of [
      await send(browser, path, { new_password: NEW_PASSWORD }),
      await app.request(path),
    ]) {
      expect(dead.status).toBe(410);
      expect(dead.text).toContain(accountMessages.links.deadReset);
    }
  });
});

describe('the account’s own page', () => {
  test('shows who one is, to nobody else', async () => {
    const browser = await openLoggedIn(app, 'Alice');
    const page = await browser.request('/acc/');
    expect(page.text).toContain('Alice@example.net (confirmed)');
    expect(page.headers.get('cache-control')).toBe('private, no-store, no-transform');
    const answer = await app.request('/acc/password/');
    expect(answer.headers.get('location')).toBe('/acc/login/?next=%2Facc%2Fpassword%2F');
  });

  test('greets one who is not verified with what to do', async () => {
    const browser = await openLoggedIn(app, 'Ulla');
    expect((await browser.request('/acc/')).text).toContain('href="/acc/verify/"');
    expect((await browser.request('/acc/login/')).text).toContain('href="/acc/verify/"');
  });
});

describe('a new password', () => {
  test('ends all other sessions and keeps this one under a new value', async () => {
    const other = await openLoggedIn(app, 'Alice');
    const browser = await openLoggedIn(app, 'Alice');
    const before = browser.session;
    const form = { password: PASSWORD, new_password: NEW_PASSWORD };
    const done = await send(browser, '/acc/password/', form);
    expect(done.headers.get('location')).toBe('/acc/done/password/');
    expect(browser.session).not.toBe(before);
    expect((await browser.request('/acc/')).status).toBe(200);
    expect((await other.request('/acc/')).status).toBe(303);
    const stale = await app.request('/acc/', { cookie: `session=${before}` });
    expect(stale.status).toBe(303);
    expect((await app.readMails()).map(({ kind }) => kind)).toEqual(['password changed']);
    const log = await app.accounts.log.listFor(1);
    expect(log.map(({ event }) => event)).toContain('password changed');
  });
});

describe('a new address', () => {
  async function change() {
    const browser = await openLoggedIn(app, 'Alice');
    const form = { email: 'new@example.net', password: PASSWORD };
    const requested = await send(browser, '/acc/email/', form);
    expect(requested.headers.get('location')).toBe('/acc/verify/');
    return browser;
  }

  test('counts once its code is typed; the old one is notified and can go back', async () => {
    const browser = await change();
    const waiting = await browser.request('/acc/verify/');
    expect(waiting.text).toContain(accountMessages.verify.sent('new@example.net'));
    const [mail] = await app.readMails();
    expect(mail).toMatchObject({ kind: 'confirm new address', to: 'new@example.net' });
    expect((await browser.request('/acc/')).text).toContain('Alice@example.net (confirmed)');
    await send(browser, '/acc/verify/', { act: 'code', code: mail?.code ?? '' });
    expect((await browser.request('/acc/')).text).toContain('new@example.net (confirmed)');
    const described = (await app.readMails()).at(-1);
    expect(described).toMatchObject({ kind: 'address changed', to: 'Alice@example.net' });

    const undo = linkOf(described, '/acc/email/undo/');
    const stranger = app.browser();
    expect((await stranger.request(undo)).text).toContain('Alice@example.net');
    const done = await send(stranger, undo);
    expect(done.headers.get('location')).toBe('/acc/done/undone/');
    const page = await stranger.request('/acc/done/undone/');
    expect(page.text).toContain('href="/acc/forgot/"');
    expect((await browser.request('/acc/')).status).toBe(303);
    const dead = await send(stranger, undo);
    expect(dead.status).toBe(410);
    expect(dead.text).toContain(accountMessages.links.deadUndo);
  });
});

describe('a copy of everything', () => {
  test('is a file of JSON, for the password, without secrets', async () => {
    const browser = await openLoggedIn(app, 'Alice');
    expect((await send(browser, '/acc/export/', { password: 'wrong' })).status).toBe(400);
    const answer = await send(browser, '/acc/export/', { password: PASSWORD });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="muster-Alice.json"',
    );
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const everything = answer.json() as Record<string, { event?: string }[]>;
    expect(everything.accounts).toMatchObject([{ name: 'Alice', email: 'Alice@example.net' }]);
    expect(everything.sessions).toHaveLength(1);
    expect(everything.account_log?.map(({ event }) => event)).toContain('logged in');
    expect(answer.text).not.toMatch(/argon2|Ulla|Sven/);
    expect(answer.text).not.toContain(browser.session ?? '');
  });
});

describe('the end of an account', () => {
  test('needs the password, ends everything, and keeps the name', async () => {
    const browser = await openLoggedIn(app, 'Alice');
    const page = await browser.request('/acc/delete/');
    expect(page.text).toContain('after 30 days');
    expect((await send(browser, '/acc/delete/', { password: '' })).status).toBe(400);
    const done = await send(browser, '/acc/delete/', { password: PASSWORD });
    expect(done.headers.get('location')).toBe('/acc/done/deleted/');
    expect(done.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=a\./)]);
    expect((await browser.request('/acc/done/deleted/')).text).toContain(
      accountMessages.done.deleted.title,
    );
    expect((await browser.request('/acc/')).status).toBe(303);
    expect((await app.request('/api/player/Alice')).text).toContain('User not found');
    expect((await app.readMails()).map(({ kind }) => kind)).toEqual(['account deleted']);
    const again = await signUp(app, app.browser(), { name: 'A1ICE' });
    expect(again.text).toContain('id="field-name-problem"');
    expect(again.text).toContain('in 30 days');
    expect(app.heard.changed.at(-1)).toBe('deleted');
  });
});
