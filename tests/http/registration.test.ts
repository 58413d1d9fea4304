// Registration on its pages: what is asked, refused, sent and shown.

import { describe, expect, test } from 'bun:test';
import { accountFailures, accountTexts } from '../../src/modules/account/messages.ts';
import { refuseUnproven } from '../../src/modules/account/proof-of-work.ts';
import { accountMessages } from '../../src/modules/profile/messages.ts';
import { openedForEach } from '../support/opened.ts';
import { findProof } from '../support/proof.ts';
import { ADDRESS, type Answer, openTestApp, PASSWORD } from '../support/test-app.ts';
import {
  challengeOf,
  isOffered,
  linkOf,
  NEW_PASSWORD,
  openLoggedIn,
  send,
  signUp,
} from './account-forms.ts';
import { openSampleApp, PAGE } from './sample-app.ts';

const app = openedForEach(openSampleApp);

function expectPage(answer: Answer, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe(PAGE['content-type']);
}

describe('registering', () => {
  test('logs in, asks for the code of the email, and verifies the account once it is typed', async () => {
    const browser = app.browser();
    const page = await browser.request('/acc/register/');
    expectPage(page, 200);
    const before = browser.session;
    const answer = await signUp(app, browser);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/acc/verify/');
    expect(browser.session).not.toBe(before);
    expect(app.heard.registered).toEqual(['Zoe']);

    const verify = await browser.request('/acc/verify/');
    expectPage(verify, 200);
    expect(verify.text).toContain(accountMessages.verify.sent('zoe@example.net'));
    expect(verify.text).toContain('not verified within 14 days are deleted');
    expect(verify.text).toContain(accountMessages.verify.againIn('60 seconds'));
    expect(isOffered(verify, accountMessages.verify.again)).toBe(false);
    const [mail] = await app.readMails();
    expect(mail).toMatchObject({ kind: 'verify address', to: 'zoe@example.net' });
    const code = mail?.code?.replace(/^.../, '$& ') ?? '';
    const done = await send(browser, '/acc/verify/', { act: 'code', code });
    expect(done.headers.get('location')).toBe('/acc/verify/');
    expect((await browser.request('/acc/verify/')).text).toContain(accountMessages.verify.done);
    const list = await browser.request('/api/servers/');
    expect(list.text).toMatch(/"mppass":"[0-9a-f]{32}"/);
    const log = await app.accounts.log.listFor(4);
    expect(log.map(({ event }) => event)).toEqual(['address verified', 'logged in', 'registered']);
  });

  test('links to the inbox of the address, to its newest one, and to none of an unknown provider', async () => {
    const browser = app.browser();
    const inboxOf = async () =>
      /href="([^"]*)"[^>]*rel="noopener noreferrer"/.exec(
        (await browser.request('/acc/verify/')).text,
      )?.[1];
    await signUp(app, browser, { email: 'zoe@gmx.de' });
    expect(await inboxOf()).toBe('https://www.gmx.net/');
    for (const [email, url] of [
      ['zoe@posteo.de', 'https://posteo.de/'],
      ['zoe@example.net', undefined],
    ]) {
      app.skip(180_000);
      await send(browser, '/acc/verify/', { act: 'correct', email: email ?? '' });
      expect(await inboxOf()).toBe(url);
    }
  });

  test('by the link of the email: looking at it spends nothing, the button does, once', async () => {
    await signUp(app, app.browser());
    const [mail] = await app.readMails();
    const path = linkOf(mail, '/acc/verify/');
    const stranger = app.browser();
    const page = await stranger.request(path);
    expectPage(page, 200);
    expect(page.text).toContain('zoe@example.net');
    expect((await app.accounts.findPlayer('Zoe'))?.flags).toEqual(['u']);
    const done = await send(stranger, path);
    expect(done.headers.get('location')).toBe('/acc/done/verified/');
    expectPage(await stranger.request('/acc/done/verified/'), 200);
    expect((await app.accounts.findPlayer('Zoe'))?.flags).toEqual([]);
    const again = await send(stranger, path);
    expectPage(again, 410);
    expect(again.text).toContain(accountMessages.links.deadTitle);
    expect((await stranger.request(path)).status).toBe(410);
  });

  test('shows what is wrong at each field and keeps what was typed, but no password', async () => {
    const typed = { name: '<b>x</b>', email: '"><script>alert(1)</script>', password: 'short' };
    const answer = await signUp(app, app.browser(), typed);
    expectPage(answer, 400);
    expect(answer.text).toContain('value="&lt;b>x&lt;/b>"');
    expect(answer.text).not.toMatch(/<script>alert|<b>x|value="short"/);
    for (const field of ['name', 'email', 'password']) {
      expect(answer.text).toContain(`id="field-${field}-problem"`);
      expect(answer.text).toContain(`href="#field-${field}"`);
    }
    expect(app.heard.registrationRefused).toEqual([
      { fields: ['name', 'email', 'password'], address: ADDRESS },
    ]);
  });

  test('from an address that had enough says when to come back, from another one does not', async () => {
    await using app = await openSampleApp({ registrationsPerAddress: 1 });
    expect((await signUp(app, app.browser())).status).toBe(303);
    const fields = { name: 'Yan', email: 'y@example.net' };
    const refused = await signUp(app, app.browser(), fields);
    expectPage(refused, 429);
    expect(refused.text).toContain('Try again in 60 minutes');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect((await signUp(app, app.browser('192.0.2.50'), fields)).status).toBe(303);
  });

  test('with a proof of work, or half a minute without', async () => {
    await using app = await openSampleApp({ isProofOfWorkRequired: true });
    const browser = app.browser();
    const page = await browser.request('/acc/register/');
    expect(page.text).toContain('wait at least 30 seconds');
    const challenge = challengeOf(page.text);
    expect(page.text).toContain(`data-challenge="${challenge}"`);
    const proven = await signUp(app, app.browser(), {});
    expect(proven.status).toBe(429);
    expect(proven.text).toContain(refuseUnproven(25_000).message);
    app.skip(5_000);
    const fields = { name: 'Zoe', email: 'z@example.net', password: NEW_PASSWORD, challenge };
    const sent = await send(browser, '/acc/register/', { ...fields, proof: findProof(challenge) });
    expect(sent.status).toBe(303);
  });

  test('too early keeps the password, which need not be typed again', async () => {
    await using app = await openSampleApp({ isProofOfWorkRequired: true });
    const browser = app.browser();
    const challenge = challengeOf((await browser.request('/acc/register/')).text);
    const typed = { name: 'Zoe', email: 'z@example.net', challenge };
    const early = await send(browser, '/acc/register/', { ...typed, password: NEW_PASSWORD });
    expect(early.status).toBe(429);
    expect(early.text).toContain(refuseUnproven(30_000).message);
    expect(early.text).toContain(accountTexts.passwordKept);
    expect(early.text).not.toContain(NEW_PASSWORD);
    // Nobody else has it, nor another form of the same browser.
    app.skip(31_000);
    for (const [by, of] of [
      [browser, challengeOf((await browser.request('/acc/register/')).text)],
      [app.browser('192.0.2.60'), challenge],
    ] as const) {
      app.skip(31_000);
      const other = await send(by, '/acc/register/', { ...typed, challenge: of });
      expect(other.status).toBe(400);
      expect(other.text).not.toContain(accountTexts.passwordKept);
    }
    // Something else that is wrong does not lose it.
    const taken = await send(browser, '/acc/register/', { ...typed, name: 'Alice' });
    expect([taken.status, taken.text.includes(accountTexts.passwordKept)]).toEqual([400, true]);
    expect(taken.text).not.toContain('id="field-password-problem"');
    const sent = await send(browser, '/acc/register/', typed);
    expect(sent.headers.get('location')).toBe('/acc/verify/');
    const login = await app.browser().logIn('Zoe', { password: NEW_PASSWORD });
    expect(login.json()).toMatchObject({ username: 'Zoe' });
  });

  test('too early with another password, or ten minutes later, takes what is typed', async () => {
    await using app = await openSampleApp({ isProofOfWorkRequired: true });
    const browser = app.browser();
    const challenge = challengeOf((await browser.request('/acc/register/')).text);
    const typed = { name: 'Zoe', email: 'z@example.net', challenge };
    await send(browser, '/acc/register/', { ...typed, password: 'another good one' });
    app.skip(601_000);
    const late = await send(browser, '/acc/register/', typed);
    expect(late.text).toContain('id="field-password-problem"');
    expect(
      (await send(browser, '/acc/register/', { ...typed, password: NEW_PASSWORD })).status,
    ).toBe(303);
    const login = await app.browser().logIn('Zoe', { password: NEW_PASSWORD });
    expect(login.json()).toMatchObject({ username: 'Zoe' });
  });

  test('without cookies says so', async () => {
    const page = await app.request('/acc/register/');
    app.skip(5_000);
    const fields = { name: 'Zoe', email: 'z@example.net', password: NEW_PASSWORD };
    const answer = await send(app, '/acc/register/', {
      ...fields,
      challenge: challengeOf(page.text),
    });
    expectPage(answer, 400);
    expect(answer.text).toContain('Allow cookies');
    expect(answer.headers.getSetCookie()).toHaveLength(1);
  });
});

describe('modes', () => {
  test('closed: no form, no link, no account', async () => {
    await using app = await openTestApp({ registration: 'closed' });
    const browser = app.browser();
    const page = await browser.request('/acc/register/');
    expectPage(page, 200);
    expect(page.text).toContain(accountMessages.register.closedTitle);
    expect((await browser.request('/acc/login/')).text).not.toContain('/acc/register/');
    const sent = await send(browser, '/acc/register/', { name: 'Zoe' });
    expect(sent.status).toBe(400);
    expect(await app.accounts.findPlayer('Zoe')).toBeUndefined();
  });

  test('invite: asks for one', async () => {
    await using app = await openTestApp({ registration: 'invite' });
    const page = await app.request('/acc/register/');
    expect(page.text).toContain('name="invite"');
    const answer = await signUp(app, app.browser(), { invite: 'guess' });
    expect(answer.text).toContain('id="field-invite-problem"');
  });

  test('without mail an administrator verifies, and the page says so', async () => {
    await using app = await openTestApp({
      isMailOn: false,
      verification: 'administrator',
    });
    const browser = app.browser();
    await signUp(app, browser);
    const page = await browser.request('/acc/verify/');
    expect(page.text).toContain(accountMessages.verify.administratorTitle);
    expect(page.text).not.toContain('name="code"');
    await app.administration.verifyAccount('Zoe');
    expect((await browser.request('/acc/verify/')).text).toContain(accountMessages.verify.done);
  });
});

describe('the page of an address that is not confirmed', () => {
  test('sends another email after the wait, to the address put right', async () => {
    const browser = app.browser();
    await signUp(app, browser, { email: 'zoo@example.net' });
    const early = await send(browser, '/acc/verify/', { act: 'again' });
    expectPage(early, 429);
    expect(early.text).toContain('in 60 seconds');
    app.skip(60_000);
    const waited = await browser.request('/acc/verify/');
    expect(isOffered(waited, accountMessages.verify.again)).toBe(true);
    expect(waited.text).toContain(accountMessages.verify.correctTitle);
    expect((await send(browser, '/acc/verify/', { act: 'again' })).status).toBe(303);
    app.skip(120_000);
    const wrong = await send(browser, '/acc/verify/', { act: 'correct', email: 'zoe@@x' });
    expect(wrong.text).toContain('id="field-email-problem"');
    expect(wrong.text).toContain('value="zoe@@x"');
    const corrected = await send(browser, '/acc/verify/', {
      act: 'correct',
      email: 'zoe@example.net',
    });
    expect(corrected.status).toBe(303);
    const mails = await app.readMails();
    expect(mails.at(-1)?.to).toBe('zoe@example.net');
    const code = mails.at(-1)?.code ?? '';
    expect((await send(browser, '/acc/verify/', { act: 'code', code })).status).toBe(303);
  });
});

describe('the first administrator', () => {
  const form = { name: 'Boss', email: 'boss@example.net', password: NEW_PASSWORD };

  test('is made behind the link, logged in, and the link ends', async () => {
    await using app = await openTestApp();
    const token = (await app.registration.firstAdministrator.openLink()) ?? '';
    const path = `/acc/first-administrator/${token}/`;
    const browser = app.browser();
    expectPage(await browser.request(path), 200);
    const refused = await send(browser, path, { ...form, password: 'password' });
    expectPage(refused, 400);
    expect(refused.text).toContain('value="Boss"');
    // It had no session before, and gets the one of the login alone.
    const other = app.browser();
    const done = await send(other, path, form);
    expect([done.status, done.headers.get('location')]).toEqual([303, '/admin/']);
    expect((await app.accounts.findPlayer('Boss'))?.flags).toEqual(['a']);
    expect((await other.request('/acc/')).text).toContain('Boss');
    expectPage(await browser.request(path), 410);
    expectPage(await send(browser, path, { ...form, name: 'Second' }), 410);
  });
});

describe('an address that the mail server is known not to take', () => {
  const email = 'jürgen@example.net';

  test.each([true, false])(
    'is refused at its field, and taken where nothing is known: %s',
    async (isKnown) => {
      await using app = await openTestApp();
      if (isKnown) app.refuseLetters();
      await app.register('Alice');
      await app.register('Ulla', { isVerified: false });
      await app.register('Anna', { role: 'administrator' });
      const [alice, ulla] = [await openLoggedIn(app, 'Alice'), await openLoggedIn(app, 'Ulla')];
      const anna = await openLoggedIn(app, 'Anna');
      const answers = [
        await signUp(app, app.browser(), { email }),
        await send(alice, '/acc/email/', { email, password: PASSWORD }),
        await send(ulla, '/acc/verify/', { act: 'correct', email }),
        await send(anna, '/admin/accounts/new/create/', {
          ...{ 'create-name': 'New', 'create-email': email, 'create-password': 'long enough' },
          ...{ 'create-role': 'player', 'create-reason': 'joins us' },
        }),
      ];
      for (const { status, text } of answers) {
        expect(status, text).toBe(isKnown ? 400 : 303);
        if (isKnown) expect(text).toMatch(/id="field-(?:create-)?email-problem"/);
        if (isKnown) expect(text).toContain(accountFailures.email.asciiOnly);
      }
    },
  );
});
