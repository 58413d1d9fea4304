// With a second factor on, what matters about an account takes a code as well, and turning it on ends other sessions.

import { describe, expect, test } from 'bun:test';
import { securityMessages, twoFactorFailures } from '../../src/modules/two-factor/messages.ts';
import { wrongOwnerCode } from '../../src/modules/two-factor/owner-proof.ts';
import { appCode, wrongAppCode } from '../support/authenticator.ts';
import { openedForEach } from '../support/opened.ts';
import { type Browser, PASSWORD } from '../support/test-app.ts';
import { NEW_PASSWORD, openLoggedIn, send } from './account-forms.ts';
import { openSampleApp } from './sample-app.ts';

const APP = '/acc/security/app/';
const MAIL = '/acc/security/mail/';
const STEP_MS = 30_000;

const app = openedForEach(openSampleApp);

async function readSecret(browser: Browser): Promise<string> {
  await send(browser, APP, { password: PASSWORD });
  const page = (await browser.request(APP)).text;
  return (/class="key">([A-Z2-7 ]+)</.exec(page)?.[1] ?? '').replaceAll(' ', '');
}

async function turnOnApp(browser: Browser) {
  const secret = await readSecret(browser);
  await send(browser, `${APP}confirm/`, { code: appCode(secret, app.now()) });
  app.skip(STEP_MS);
  return { code: () => appCode(secret, app.now()), wrong: () => wrongAppCode(secret, app.now()) };
}

const isIn = async (browser: Browser) => (await browser.request('/acc/')).status === 200;

const ACTIONS = [
  ['/acc/password/', { new_password: NEW_PASSWORD }, 303],
  ['/acc/export/', {}, 200],
  ['/acc/delete/', {}, 303],
  ['/acc/email/', { email: 'new@example.net' }, 303],
] as const;

describe.each(ACTIONS)('the form at %s', (path, fields, status) => {
  const form = { ...fields, password: PASSWORD };

  test('asks for no code while no factor is on', async () => {
    const browser = await openLoggedIn(app, 'Alice');
    expect((await browser.request(path)).text).not.toContain('name="code"');
    expect((await send(browser, path, form)).status).toBe(status);
  });

  test('takes a code with a factor on, after the password, and spends it with the action alone', async () => {
    const browser = await openLoggedIn(app, 'Alice');
    const { code, wrong } = await turnOnApp(browser);
    expect((await browser.request(path)).text).toContain('name="code"');
    for (const [text, sentence] of [
      ['', wrongOwnerCode('').message],
      [wrong(), wrongOwnerCode('000000').message],
    ] as const) {
      const refused = await send(browser, path, { ...form, code: text });
      expect(refused.status).toBe(400);
      expect(refused.text).toContain('id="field-code-problem"');
      expect(refused.text).toContain(sentence);
      expect(refused.text).not.toContain(PASSWORD);
      if ('email' in fields) expect(refused.text).toContain(`value="${fields.email}"`);
    }
    const before = await app.store.accounts.findAccountById(1);
    const guess = await send(browser, path, { ...form, password: 'wrong horse', code: code() });
    expect(guess.text).toContain('id="field-password-problem"');
    expect(guess.text).not.toContain('id="field-code-problem"');
    expect(await app.store.accounts.findAccountById(1)).toEqual(before);
    // Neither the wrong password nor anything before it spent the code.
    expect((await send(browser, path, { ...form, code: code() })).status).toBe(status);
    const spent = await send(openSecond(browser), path, { ...form, code: code() });
    expect(spent.status).not.toBe(200);
  });

  test('has a code mailed to an account with mailed codes, and says when it is too soon', async () => {
    const browser = await openLoggedIn(app, 'Alice');
    await send(browser, MAIL, { password: PASSWORD });
    expect((await browser.request(path)).text).toContain(`name="back" value="${path}"`);
    const sent = await send(browser, '/acc/security/send-code/', { back: path });
    expect(sent.headers.get('location')).toBe(`${path}?sent`);
    expect((await browser.request(`${path}?sent`)).text).toContain(securityMessages.codeSent);
    const again = await send(browser, '/acc/security/send-code/', { back: path });
    expect(again.headers.get('location')).toBe(`${path}?wait`);
    const page = await browser.request(`${path}?wait`);
    expect(page.text).toContain(twoFactorFailures.codeTooSoon(60));
    expect(page.text).toContain(`action="${path}"`);
    const code = (await app.readMails()).findLast(({ kind }) => kind === 'login code')?.code ?? '';
    app.skip(60_000);
    expect((await browser.request(`${path}?wait`)).text).not.toContain('seconds.');
    expect((await send(browser, path, { ...form, code })).status).toBe(status);
  });
});

/** The browser after the action, which may have been given another session. */
function openSecond(browser: Browser): Browser {
  const second = app.browser();
  second.session = browser.session;
  return second;
}

test('a code is not spent on a new password that is refused', async () => {
  const browser = await openLoggedIn(app, 'Alice');
  const { code } = await turnOnApp(browser);
  const form = { password: PASSWORD, code: code() };
  const refused = await send(browser, '/acc/password/', { ...form, new_password: 'short' });
  expect(refused.text).toContain('id="field-new_password-problem"');
  const done = await send(browser, '/acc/password/', { ...form, new_password: NEW_PASSWORD });
  expect(done.headers.get('location')).toBe('/acc/done/password/');
  expect(await isIn(browser)).toBe(true);
});

describe('turning a factor on', () => {
  const openThree = async () => {
    const browser = await openLoggedIn(app, 'Alice');
    return {
      browser,
      other: await openLoggedIn(app, 'Alice'),
      bob: await openLoggedIn(app, 'Ulla'),
    };
  };

  test.each(['app', 'mail'])('offers to end all other sessions, ticked: %s', async (factor) => {
    const { browser, other, bob } = await openThree();
    const ticked = /<input(?=[^>]*name="end_others")(?=[^>]*checked)[^>]*>/;
    if (factor === 'app') {
      const secret = await readSecret(browser);
      expect((await browser.request(APP)).text).toMatch(ticked);
      const code = appCode(secret, app.now());
      const wrong = { code: wrongAppCode(secret, app.now()), end_others: 'yes' };
      expect((await send(browser, `${APP}confirm/`, wrong)).text).toMatch(ticked);
      expect(await isIn(other)).toBe(true);
      await send(browser, `${APP}confirm/`, { code, end_others: 'yes' });
    } else {
      expect((await browser.request(MAIL)).text).toMatch(ticked);
      await send(browser, MAIL, { password: PASSWORD, end_others: 'yes' });
      expect((await browser.request(MAIL)).text).not.toContain('end_others');
    }
    expect([await isIn(browser), await isIn(other), await isIn(bob)]).toEqual([true, false, true]);
    const events = (await app.accounts.log.listFor(1)).map(({ event }) => event);
    expect(events).toContain('other sessions ended');
    expect((await browser.request('/acc/security/recovery-codes/')).text).toContain(
      'class="codes panel"',
    );
  });

  test('leaves them where that is not ticked, which a refused form remembers', async () => {
    const { browser, other } = await openThree();
    const refused = await send(browser, MAIL, { password: 'wrong horse' });
    expect(refused.text).toContain('name="end_others"');
    expect(refused.text).not.toMatch(/<input(?=[^>]*name="end_others")(?=[^>]*checked)[^>]*>/);
    await send(browser, MAIL, { password: PASSWORD });
    expect([await isIn(browser), await isIn(other)]).toEqual([true, true]);
  });
});
