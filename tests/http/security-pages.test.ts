// The pages about second factor, sessions and log: each change in a browser, and who may not make it.

import { describe, expect, test } from 'bun:test';
import { wrongCode } from '../../src/modules/account/login-failures.ts';
import { accountTexts } from '../../src/modules/account/messages.ts';
import { loginMessages } from '../../src/modules/login/messages.ts';
import { securityMessages, twoFactorFailures } from '../../src/modules/two-factor/messages.ts';
import { wrongOwnerCode } from '../../src/modules/two-factor/owner-proof.ts';
import { appCode, wrongAppCode } from '../support/authenticator.ts';
import { openedForEach } from '../support/opened.ts';
import { standIn } from '../support/stand-in.ts';
import { type Answer, type Browser, PASSWORD } from '../support/test-app.ts';
import { isOffered } from './account-forms.ts';
import { openSampleApp } from './sample-app.ts';

const LOGIN = '/acc/login/';
const CODE = '/acc/login/code/';
const SECURITY = '/acc/security/';
const SESSIONS = '/acc/security/sessions/';
const ACTIVITY = '/acc/security/activity/';
const APP = '/acc/security/app/';
const MAIL = '/acc/security/mail/';
const RECOVERY = '/acc/security/recovery-codes/';
const RIGHT = { username: 'Alice', password: PASSWORD };
const STEP_MS = 30_000;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:143.0) Gecko/20100101 Firefox/143.0';

const app = openedForEach(openSampleApp);

async function nameOf(browser: Browser): Promise<unknown> {
  return ((await browser.request('/api/login/')).json() as { username: unknown }).username;
}

function expectOwnPage(answer: Answer, status = 200): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('cache-control')).toBe('private, no-store, no-transform');
  expect(answer.text).not.toContain(PASSWORD);
}

function expectSeeOther(answer: Answer, location: string): void {
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(location);
}

async function enter(address?: string): Promise<Browser> {
  const browser = app.browser(address);
  expect((await browser.submit(LOGIN, RIGHT)).status).toBe(303);
  return browser;
}

/** Sets an app up through the pages. */
async function turnOnApp(browser: Browser) {
  expectSeeOther(await browser.submit(APP, { password: PASSWORD }), APP);
  const setup = await browser.request(APP);
  const key = /<code class="key">([A-Z2-7 ]+)<\/code>/.exec(setup.text)?.[1] ?? '';
  const secret = key.replaceAll(' ', '');
  const code = () => appCode(secret, app.now());
  // As apps show it.
  const shown = `${code().slice(0, 3)} ${code().slice(3)}`;
  const confirmed = await browser.submit(`${APP}confirm/`, { code: shown });
  expectSeeOther(confirmed, RECOVERY);
  const page = await browser.request(RECOVERY);
  const recoveryCodes = [...page.text.matchAll(/<code>(\d{4} \d{4} \d{4})<\/code>/g)].map(
    (match) => match[1] ?? '',
  );
  app.skip(STEP_MS);
  return { secret, code, recoveryCodes, setup };
}

async function mailedCode(): Promise<string> {
  const mails = await app.readMails();
  return mails.findLast(({ kind }) => kind === 'login code')?.code ?? '';
}

describe('an app', () => {
  test('is set up with a QR code and the key as text, and gives recovery codes once', async () => {
    const browser = await enter();
    const start = await browser.request(APP);
    expectOwnPage(start);
    expect(start.text).toContain('autocomplete="current-password"');
    const { setup, secret, recoveryCodes } = await turnOnApp(browser);
    expectOwnPage(setup);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(setup.text).toMatch(
      /<svg class="qr-code" role="img" aria-label="[^"]+" viewBox="0 0 \d+ \d+"/,
    );
    expect(setup.text).not.toMatch(/\sstyle=/);
    expect(recoveryCodes).toHaveLength(10);
    expectSeeOther(await browser.submit(`${RECOVERY}done/`, {}), SECURITY);
    expect((await browser.request(RECOVERY)).text).not.toContain(recoveryCodes[0] ?? 'none');
    const overview = await browser.request(SECURITY);
    expectOwnPage(overview);
    expect(overview.text).toContain('10 left');
    expect(overview.text).toContain(securityMessages.launcherCodes);
    const activity = await browser.request(ACTIVITY);
    expectOwnPage(activity);
    expect(activity.text).toContain(accountTexts.events['app turned on']);
    for (const { text } of [overview, activity]) expect(text).not.toContain(secret);
    expect(app.heard.changed).toEqual(['app turned on: Alice']);
    const [email] = (await app.readMails()).filter(({ kind }) => kind === 'second factor changed');
    expect(email?.text).toContain('turned on');
  });

  // C3.2, C3.7
  test('is asked for at the next login, with the code alone', async () => {
    const { code } = await turnOnApp(await enter());
    const browser = app.browser();
    await browser.request(LOGIN);
    const before = browser.session;
    expectSeeOther(
      await browser.submit(LOGIN, { ...RIGHT, next: '/?q=x' }),
      `${CODE}?next=%2F%3Fq%3Dx`,
    );
    expect(browser.session).toMatch(/^a\./);
    expect(browser.session).not.toBe(before);
    expect(await nameOf(browser)).toBeNull();
    const page = await browser.request(`${CODE}?next=%2F%3Fq%3Dx`);
    expectOwnPage(page);
    expect(page.text).toContain('name="next" value="/?q=x"');
    expect(page.text).toContain('autocomplete="one-time-code"');
    expect(page.text).toContain(loginMessages.codeLostApp);
    expect(page.text).not.toContain('type="password"');
    const answer = await browser.submit(CODE, { login_code: code(), next: '/?q=x' });
    expectSeeOther(answer, '/?q=x');
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=s\./),
      expect.stringMatching(/^device=d\..*Path=\/acc\/; .*HttpOnly/i),
    ]);
    expect(await nameOf(browser)).toBe('Alice');
    expectSeeOther(await browser.request(CODE), LOGIN);
    expectSeeOther(await browser.submit(CODE, { login_code: code(), next: '/?q=x' }), '/?q=x');
    expect(await nameOf(browser)).toBe('Alice');
  });

  test('is turned off with password and code, and what is wrong stands at its field', async () => {
    const browser = await enter();
    const { secret, code } = await turnOnApp(browser);
    const wrong = wrongAppCode(secret, app.now());
    const cases: [Record<string, string>, string, string][] = [
      [{ password: 'wrong horse', code: code() }, 'password', 'Wrong password for this account'],
      [{ password: PASSWORD, code: wrong }, 'code', wrongOwnerCode('x').message],
    ];
    for (const [fields, field, sentence] of cases) {
      const refused = await browser.submit(`${APP}off/`, fields);
      expectOwnPage(refused, 400);
      expect(refused.text).toContain(`<a href="#field-${field}">${sentence}`);
      expect(refused.text).not.toContain(wrong);
    }
    expectSeeOther(
      await browser.submit(`${APP}off/`, { password: PASSWORD, code: code() }),
      SECURITY,
    );
    expect((await app.browser().submit(LOGIN, RIGHT)).headers.get('location')).toBe('/');
    expectOwnPage(await browser.submit(`${APP}confirm/`, { code: code() }), 409);
  });
});

describe('the second step of a login', () => {
  test('tells what is wrong, and when to come back', async () => {
    const { code } = await turnOnApp(await enter());
    const browser = app.browser();
    await browser.submit(LOGIN, RIGHT);
    const empty = await browser.submit(CODE, { login_code: ' ' });
    expectOwnPage(empty, 400);
    expect(empty.text).toContain(`<a href="#field-login_code">${wrongCode('').message}`);
    for (let count = 0; count < 5; count += 1) {
      const wrong = await browser.submit(CODE, { login_code: 'not-a-code' });
      expectOwnPage(wrong, 400);
      expect(wrong.text).not.toContain('not-a-code');
    }
    const stopped = await browser.submit(CODE, { login_code: code() });
    expectOwnPage(stopped, 429);
    expect(stopped.headers.get('retry-after')).toBe('300');
    expect(stopped.text).toContain('Try again in 5 minutes.');
    app.skip(300_000);
    expectSeeOther(await browser.submit(CODE, { login_code: code() }), '/');
    expect(JSON.stringify(app.heard)).not.toContain('not-a-code');
  });
});

describe('codes by mail', () => {
  async function turnOnMail(browser: Browser): Promise<void> {
    expectOwnPage(await browser.request(MAIL));
    expectSeeOther(await browser.submit(MAIL, { password: PASSWORD }), RECOVERY);
  }

  test('are mailed at the login, and again after a wait that is shown', async () => {
    await turnOnMail(await enter());
    const browser = app.browser();
    expectSeeOther(await browser.submit(LOGIN, RIGHT), CODE);
    const page = await browser.request(CODE);
    expect(page.text).toContain(loginMessages.codeMailed);
    expect(page.text).not.toContain('@example.net');
    expect(page.text).toContain(loginMessages.codeNextIn('60 seconds'));
    expect(isOffered(page, loginMessages.codeSendAgain)).toBe(false);
    const first = await mailedCode();
    expect(first).toMatch(/^\d{6}$/);
    app.skip(20_000);
    const early = await browser.submit(`${CODE}send/`, {});
    expectOwnPage(early, 429);
    expect(early.headers.get('retry-after')).toBe('40');
    expect(early.text).toContain(twoFactorFailures.codeTooSoon(40));
    app.skip(40_000);
    expect(isOffered(await browser.request(CODE), loginMessages.codeSendAgain)).toBe(true);
    expectSeeOther(
      await browser.submit(`${CODE}send/`, { next: '/?q=x' }),
      `${CODE}?next=%2F%3Fq%3Dx`,
    );
    expect(await mailedCode()).not.toBe(first);
    expectSeeOther(await browser.submit(CODE, { login_code: first }), '/');
  });

  test('lead back to pages of this service alone', async () => {
    const browser = await enter();
    for (const back of ['https://evil.example/', '//evil.example', '__proto__', '/acc/', '']) {
      app.skip(60_000);
      expectSeeOther(await browser.submit(`${SECURITY}send-code/`, { back }), `${MAIL}?sent`);
    }
  });

  test('cannot be turned on without mail, and what to do is said where they are on', async () => {
    await using silent = await openSampleApp({ isMailOn: false });
    const browser = silent.browser();
    await browser.submit(LOGIN, RIGHT);
    expect((await browser.request(SECURITY)).text).toContain(securityMessages.mailClosed);
    expect((await browser.request(MAIL)).text).toContain(securityMessages.mailImpossible);
    const refused = await browser.submit(MAIL, { password: PASSWORD });
    expectOwnPage(refused, 409);
    await silent.store.security.turnOnMailCodes(1, silent.now(), []);
    const other = silent.browser();
    expectSeeOther(await other.submit(LOGIN, RIGHT), CODE);
    const page = await other.request(CODE);
    expect(page.text).toContain(loginMessages.mailClosedTitle);
    expect(page.text).toContain(loginMessages.codeLost);
    expect(page.text).not.toContain('code/send/');
  });
});

describe('a login by a recovery code', () => {
  const NEW = `${APP}new/`;
  const RECOVERED = '/acc/security/recovered/';

  /** Logs in by one, and leads to what is said of it. */
  async function recover(recoveryCode: string): Promise<Browser> {
    const browser = app.browser('198.51.100.77');
    await browser.submit(LOGIN, { ...RIGHT, next: '/?q=x' });
    const answer = await browser.submit(CODE, { login_code: recoveryCode, next: '/?q=x' });
    expectSeeOther(answer, `${RECOVERED}?next=%2F%3Fq%3Dx`);
    return browser;
  }

  async function startNew(browser: Browser) {
    expectSeeOther(await browser.submit(NEW, { password: PASSWORD }), APP);
    const setup = await browser.request(APP);
    expectOwnPage(setup);
    const key = /<code class="key">([A-Z2-7 ]+)<\/code>/.exec(setup.text)?.[1] ?? '';
    return key.replaceAll(' ', '');
  }

  test('has a page without the six cells, which stays after a wrong one', async () => {
    const { recoveryCodes } = await turnOnApp(await enter());
    const browser = app.browser('198.51.100.77');
    await browser.submit(LOGIN, { ...RIGHT, next: '/?q=x' });
    const six = await browser.request(`${CODE}?next=%2F%3Fq%3Dx`);
    expect(six.text).toMatch(/inputmode="numeric" data-digits="alone" autofocus/);
    const path = `${CODE}?next=%2F%3Fq%3Dx&recovery`;
    expect(six.text).toContain(`href="${path.replace('&', '&amp;')}"`);
    const page = await browser.request(path);
    expectOwnPage(page);
    const isForRecovery = (text: string) =>
      text.includes(loginMessages.recoveryTitle) && !text.includes('data-digits');
    expect(isForRecovery(page.text)).toBe(true);
    const fields = { next: '/?q=x', recovery: 'yes' };
    const wrong = await browser.submit(CODE, { ...fields, login_code: '1234 5678 9012' });
    expectOwnPage(wrong, 400);
    expect(isForRecovery(wrong.text)).toBe(true);
    expect(wrong.text).not.toContain('1234');
    const right = await browser.submit(CODE, { ...fields, login_code: recoveryCodes[0] ?? '' });
    expectSeeOther(right, `${RECOVERED}?next=%2F%3Fq%3Dx`);
  });

  test('says how many are left, and sets up another app with the password and its code alone', async () => {
    const { secret, recoveryCodes } = await turnOnApp(await enter());
    const browser = await recover(recoveryCodes[0] ?? '');
    const said = await browser.request(`${RECOVERED}?next=%2F%3Fq%3Dx`);
    expectOwnPage(said);
    expect(said.text).toContain('9 are left.');
    expect(said.text).toContain(`href="${NEW}"`);
    expect(said.text).toContain('href="/?q=x"');
    expect((await browser.request(NEW)).text).not.toContain('name="code"');
    const refused = await browser.submit(NEW, { password: 'wrong horse' });
    expectOwnPage(refused, 400);
    const other = await startNew(browser);
    expect(other).not.toBe(secret);
    // Until a code of the new one was typed, the old one counts.
    const wrong = await browser.submit(`${APP}confirm/`, { code: wrongAppCode(other, app.now()) });
    expectOwnPage(wrong, 400);
    const late = app.browser();
    await late.submit(LOGIN, RIGHT);
    expectSeeOther(await late.submit(CODE, { login_code: appCode(secret, app.now()) }), '/');
    const code = appCode(other, app.now());
    expectSeeOther(await browser.submit(`${APP}confirm/`, { code, end_others: 'yes' }), SECURITY);
    expect(await nameOf(browser)).toBe('Alice');
    expect(await nameOf(late)).toBeNull();
    app.skip(STEP_MS);
    const next = app.browser();
    await next.submit(LOGIN, RIGHT);
    const old = await next.submit(CODE, { login_code: appCode(secret, app.now()) });
    expectOwnPage(old, 400);
    expectSeeOther(await next.submit(CODE, { login_code: appCode(other, app.now()) }), '/');
    expect((await next.request(SECURITY)).text).toContain('9 left');
    // It was good for one app.
    expectSeeOther(await browser.request(RECOVERED), '/');
    expect((await browser.request(NEW)).text).toContain('name="code"');
  });

  test('spares its own session the second code, for a quarter of an hour', async () => {
    const browser = await enter();
    const { code, recoveryCodes } = await turnOnApp(browser);
    const recovered = await recover(recoveryCodes[0] ?? '');
    expectOwnPage(await browser.submit(NEW, { password: PASSWORD }), 400);
    expectSeeOther(await browser.request(`${RECOVERED}?next=%2F%2Fevil.example%2F`), '/');
    // Other changes take a code, from this session too.
    expectOwnPage(await recovered.submit(`${APP}off/`, { password: PASSWORD }), 400);
    app.skip(15 * 60_000 + 1);
    expectOwnPage(await recovered.submit(NEW, { password: PASSWORD }), 400);
    expectSeeOther(await browser.submit(NEW, { password: PASSWORD, code: code() }), APP);
    expectSeeOther(
      await app.browser().request(RECOVERED),
      `${LOGIN}?next=${encodeURIComponent(RECOVERED)}`,
    );
  });
});

describe('recovery codes', () => {
  test('are replaced with password and code', async () => {
    const browser = await enter();
    expect((await browser.request(RECOVERY)).text).toContain(securityMessages.recoveryNeedsFactor);
    const { code, recoveryCodes } = await turnOnApp(browser);
    await browser.submit(`${RECOVERY}done/`, {});
    const page = await browser.request(RECOVERY);
    expectOwnPage(page);
    expect(page.text).toContain('10 left');
    expectOwnPage(await browser.submit(RECOVERY, { password: PASSWORD, code: '' }), 400);
    expectSeeOther(await browser.submit(RECOVERY, { password: PASSWORD, code: code() }), RECOVERY);
    const fresh = await browser.request(RECOVERY);
    expect(fresh.text.match(/<code>/g)).toHaveLength(10);
    for (const old of recoveryCodes) expect(fresh.text).not.toContain(old);
  });

  test('are downloaded as a text as long as they are shown, and kept by nobody', async () => {
    const browser = await enter();
    const { recoveryCodes } = await turnOnApp(browser);
    const file = await browser.submit(`${RECOVERY}download/`, {});
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe(
      'attachment; filename="recovery-codes-Alice.txt"',
    );
    expect(file.headers.get('cache-control')).toBe('private, no-store');
    expect(file.text).toStartWith('Recovery codes for the account Alice at muster.test\n');
    const lines = file.text.trim().split('\n').slice(-10);
    expect(lines.map((line) => line.replaceAll(' ', ''))).toEqual(
      recoveryCodes.map((code) => code.replaceAll(' ', '')),
    );
    // No address answers with them.
    expect((await browser.request(`${RECOVERY}download/`)).status).toBe(405);
    await browser.submit(`${RECOVERY}done/`, {});
    expectSeeOther(await browser.submit(`${RECOVERY}download/`, {}), RECOVERY);
  });

  test('can be copied, as can the key of an app, which opens on the same device too', async () => {
    const browser = await enter();
    await browser.submit(APP, { password: PASSWORD });
    const { text } = await browser.request(APP);
    const [, key = 'none'] = /data-copy="([A-Z2-7]{32})"/.exec(text) ?? [];
    expect(text).toContain(`href="otpauth://totp/`);
    expect(text).toMatch(new RegExp(`href="otpauth://totp/[^"]*secret=${key}`));
    const { recoveryCodes } = await turnOnApp(browser);
    const [, codes = ''] =
      /data-copy="([\d \n]+)"/.exec((await browser.request(RECOVERY)).text) ?? [];
    expect(codes.split('\n').map((line) => line.replaceAll(' ', ''))).toEqual(
      recoveryCodes.map((each) => each.replaceAll(' ', '')),
    );
  });
});

test.each([
  ['sessions/end/', 'endSession'],
  ['sessions/end-others/', 'endOtherSessions'],
  ['send-code/', 'mailCode'],
] as const)('%s is not reported as done where it fails, nor before it is', async (path, verb) => {
  const failing = async () => {
    await Bun.sleep(1);
    throw new Error('disk full');
  };
  await using broken = await openSampleApp({
    alterContext: standIn({ security: { [verb]: failing } }),
  });
  const browser = broken.browser();
  await browser.submit(LOGIN, RIGHT);
  const answer = await browser.submit(`${SECURITY}${path}`, { session: '0'.repeat(16) });
  expect([answer.status, answer.text.includes('disk full')]).toEqual([500, false]);
  expect(broken.heard.changed).toEqual([]);
});

describe('sessions', () => {
  test('are listed with device and country, this one marked, and end one by one', async () => {
    const browser = app.browser();
    await browser.submit(LOGIN, RIGHT, { headers: { 'user-agent': FIREFOX } });
    const launcher = await app.loggedIn('Alice');
    const page = await browser.request(SESSIONS);
    expect(page.text).toContain('<strong>Firefox on Windows</strong>');
    expect(page.text).toContain('Netherlands');
    expect(page.text.match(/>This device</g)).toHaveLength(1);
    const handle = /name="session" value="([0-9a-f]{16})"/.exec(page.text)?.[1] ?? '';
    expect(page.text).not.toContain(browser.session ?? 'none');
    expect(page.text).not.toContain(launcher.session ?? 'none');
    const end = await browser.submit(`${SESSIONS}end/`, { session: handle });
    expectSeeOther(end, SESSIONS);
    expect(await nameOf(launcher)).toBeNull();
    expect(await nameOf(browser)).toBe('Alice');
  });
});

describe('the log', () => {
  test('shows what a person wrote as text, and each kind of event in words', async () => {
    const browser = await enter();
    const detail = '<b>griefing</b> & "more"';
    await app.accounts.log.note(1, 'suspended', { detail });
    await app.accounts.log.note(1, 'renamed', { device: '<i>', country: 'zz' });
    const { text } = await browser.request(ACTIVITY);
    expect(text).toContain(accountTexts.events.suspended);
    expect(text).toContain('&lt;b>griefing&lt;/b> &amp; &quot;more&quot;');
    expect(text).not.toContain('<i>');
  });
});

describe('an account that is guessed at', () => {
  test.each([SECURITY, SESSIONS, ACTIVITY])('tells its owner on %s', async (path) => {
    const browser = await enter();
    expect((await browser.request(path)).text).not.toContain(securityMessages.guardedTitle);
    await app.store.security.protectUntil(1, app.now() + 60_000);
    expect((await browser.request(path)).text).toContain(securityMessages.guardedTitle);
  });
});
