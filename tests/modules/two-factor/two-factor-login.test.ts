// Launchers whose account asks for a code: from an app, by mail, or out of the list of recovery codes.

import { describe, expect, test } from 'bun:test';
import { mailClosed } from '../../../src/modules/account/login-failures.ts';
import { wrongAppCode } from '../../support/authenticator.ts';
import { launcherTexts } from '../../support/failures.ts';
import {
  type AccountsFixture,
  ADDRESS,
  errorsOf,
  MINUTE_MS,
  openWithAlice,
} from '../../support/test-accounts.ts';
import { becomeOwner, openWithApp, STEP_MS, turnOnApp, turnOnMail } from './owner.ts';

const FIVE_MINUTES = launcherTexts.tooMany(5);
const CODE = ['login_code'];

const withCode = (fixture: AccountsFixture, loginCode: string, address = ADDRESS) =>
  errorsOf(fixture, { loginCode }, address);

describe('an account with an app', () => {
  // C4.15
  test('asks for a code, and accepts it', async () => {
    const { fixture, code } = await openWithApp();
    expect(await errorsOf(fixture)).toEqual(CODE);
    expect(await withCode(fixture, '  ')).toEqual(CODE);
    expect(await withCode(fixture, code())).toEqual([]);
    expect(fixture.mailer.kinds()).not.toContain('login code');
  });

  test('lets one of many simultaneous logins with one code in', async () => {
    const { fixture, code } = await openWithApp();
    const attempts = Array.from({ length: 4 }, (_, place) =>
      withCode(fixture, code(), `198.51.100.${place}`),
    );
    const errors = (await Promise.all(attempts)).flat();
    expect(errors).toEqual(['login_code', 'login_code', 'login_code']);
  });

  // C4.7
  test('asks for the password first', async () => {
    const { fixture, code } = await openWithApp();
    expect(await errorsOf(fixture, { password: 'wrong horse', loginCode: code() })).toEqual([
      'password',
    ]);
    expect(await withCode(fixture, code())).toEqual([]);
  });

  // C4.7
  test('refuses a suspended owner before a code is required', async () => {
    const { fixture } = await openWithApp();
    await fixture.administration.suspendAccount('Alice', '');
    expect(await errorsOf(fixture)).toEqual([launcherTexts.suspended()]);
  });

  test('asks where a session of its own comes from, too', async () => {
    const { fixture, code } = await openWithApp();
    const browser = fixture.openBrowser();
    await browser.logIn({ loginCode: code() });
    expect((await browser.logIn()).errors).toEqual(CODE);
    expect((await browser.openLogin()).isAuthenticated).toBe(true);
  });

  test('leaves the session alone when the code is wrong', async () => {
    const { fixture, secret } = await openWithApp();
    const browser = fixture.openBrowser();
    const before = await browser.openLogin();
    const state = await browser.logIn({ loginCode: wrongAppCode(secret, fixture.clock.now()) });
    expect(state).toMatchObject({ errors: CODE, isAuthenticated: false, username: null });
    expect(state.sessionValue).toBe(before.sessionValue);
  });
});

describe('a recovery code', () => {
  // C4.16
  test('works once, and its owner is notified', async () => {
    const { fixture, recoveryCodes } = await openWithApp();
    const [first = '', second = ''] = recoveryCodes;
    expect(recoveryCodes).toHaveLength(10);
    expect(await withCode(fixture, first.replace(/(.{4})(.{4})/, '$1 $2-'))).toEqual([]);
    expect(await withCode(fixture, first)).toEqual(CODE);
    expect(await withCode(fixture, second)).toEqual([]);
    await fixture.composeEmails();
    const emails = fixture.mailer.emails.filter((email) => email.kind === 'second factor changed');
    expect(emails.map((email) => 'change' in email && email.change)).toEqual([
      'turned on',
      'recovery code used',
      'recovery code used',
    ]);
    expect(emails[1]).toMatchObject({ to: 'Alice@example.net', accountName: 'Alice' });
  });

  test('is kept as a hash alone', async () => {
    const { fixture, recoveryCodes } = await openWithApp();
    expect(await fixture.store.security.countRecoveryCodes(1)).toBe(10);
    for (const code of recoveryCodes) {
      expect(await fixture.store.security.spendRecoveryCode(1, code)).toBe(false);
    }
  });
});

describe('mailed codes', () => {
  async function openWithMail() {
    const fixture = await openWithAlice();
    const recoveryCodes = await turnOnMail(fixture, await becomeOwner(fixture));
    return { fixture, recoveryCodes };
  }

  const mailed = (fixture: AccountsFixture) =>
    fixture.mailer.emails.filter((email) => email.kind === 'login code').length;

  // C4.15, C4.16
  test('are sent to the owner when the password is right, and work', async () => {
    const { fixture } = await openWithMail();
    expect(await errorsOf(fixture, { password: 'wrong horse' })).toEqual(['password']);
    expect(mailed(fixture)).toBe(0);
    expect(await errorsOf(fixture)).toEqual(CODE);
    expect(fixture.mailer.emails.at(-1)).toMatchObject({
      kind: 'login code',
      to: 'Alice@example.net',
      accountName: 'Alice',
      validUntil: fixture.clock.now() + 10 * MINUTE_MS,
    });
    expect(fixture.mailer.loginCode()).toMatch(/^\d{6}$/);
    expect(await withCode(fixture, fixture.mailer.loginCode())).toEqual([]);
    expect(await withCode(fixture, fixture.mailer.loginCode())).toEqual(CODE);
  });

  test('are not sent again by each retry within a minute, and an earlier one stays good', async () => {
    const { fixture } = await openWithMail();
    await errorsOf(fixture);
    const first = fixture.mailer.loginCode();
    fixture.clock.advance(MINUTE_MS - 1);
    await errorsOf(fixture);
    await withCode(fixture, 'abcdef');
    expect(mailed(fixture)).toBe(1);
    fixture.clock.advance(1);
    await errorsOf(fixture);
    expect(mailed(fixture)).toBe(2);
    expect(await withCode(fixture, first)).toEqual([]);
    expect(await withCode(fixture, fixture.mailer.loginCode())).toEqual(CODE);
  });

  test('are at most six in an hour', async () => {
    const { fixture } = await openWithMail();
    for (let minute = 0; minute < 30; minute += 1) {
      await errorsOf(fixture);
      fixture.clock.advance(MINUTE_MS);
    }
    expect(mailed(fixture)).toBe(6);
    fixture.clock.advance(31 * MINUTE_MS);
    await errorsOf(fixture);
    expect(mailed(fixture)).toBe(7);
  });

  test('expire after ten minutes; typing an old one brings a new one', async () => {
    const { fixture } = await openWithMail();
    await errorsOf(fixture);
    const old = fixture.mailer.loginCode();
    fixture.clock.advance(10 * MINUTE_MS - 1);
    expect(await withCode(fixture, '000000')).toEqual(CODE);
    expect(mailed(fixture)).toBe(1);
    fixture.clock.advance(1);
    expect(await withCode(fixture, old)).toEqual(CODE);
    expect(mailed(fixture)).toBe(2);
    expect(await withCode(fixture, fixture.mailer.loginCode())).toEqual([]);
  });

  test('count among the newest three alone', async () => {
    const { fixture } = await openWithMail();
    const codes: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      await errorsOf(fixture);
      codes.push(fixture.mailer.loginCode());
      fixture.clock.advance(MINUTE_MS);
    }
    expect(await withCode(fixture, codes[0] ?? '')).toEqual(CODE);
    expect(await withCode(fixture, codes[1] ?? '')).toEqual([]);
  });

  test('when no email can leave: a recovery code works, and the answer says so', async () => {
    const { fixture, recoveryCodes } = await openWithMail();
    fixture.mailer.isOpen = false;
    // The launcher shows its field for a code on this text alone.
    expect(await errorsOf(fixture)).toEqual(CODE);
    const [text = ''] = await withCode(fixture, '123456');
    expect(text).toBe(mailClosed().launcherText);
    expect(text.length).toBeLessThanOrEqual(64);
    expect(await withCode(fixture, recoveryCodes[0] ?? '')).toEqual([]);
  });

  // C4.16
  test('beside an app: either works', async () => {
    const { fixture } = await openWithMail();
    const owner = await becomeOwner(fixture, {}).catch(() => undefined);
    expect(owner).toBeUndefined();
    const state = await fixture.openBrowser().logIn({ loginCode: fixture.mailer.loginCode() });
    const visitor = await fixture.accounts.recogniseVisitor([state.sessionValue]);
    if (visitor.kind !== 'account') throw new Error('not logged in');
    fixture.clock.advance(MINUTE_MS);
    await fixture.accounts.security.mailCode(visitor);
    const { code } = await turnOnApp(fixture, visitor, {
      password: 'correct horse',
      code: fixture.mailer.loginCode(),
    });
    expect(await withCode(fixture, code())).toEqual([]);
    fixture.clock.advance(MINUTE_MS);
    expect(await errorsOf(fixture)).toEqual(CODE);
    expect(await withCode(fixture, fixture.mailer.loginCode())).toEqual([]);
  });
});

describe('wrong codes', () => {
  test('make the next wait after five, and a right one too', async () => {
    const { fixture, secret, code } = await openWithApp();
    const wrong = wrongAppCode(secret, fixture.clock.now());
    for (let count = 0; count < 5; count += 1) expect(await withCode(fixture, wrong)).toEqual(CODE);
    expect(await withCode(fixture, wrong)).toEqual([FIVE_MINUTES]);
    expect(await withCode(fixture, code())).toEqual([FIVE_MINUTES]);
    expect(await errorsOf(fixture)).toEqual([FIVE_MINUTES]);
    fixture.clock.advance(5 * MINUTE_MS);
    expect(await withCode(fixture, code())).toEqual([]);
  });

  test('stop nobody at another address, no running session, and no other account', async () => {
    const { fixture, secret, code } = await openWithApp();
    await fixture.register('Bob');
    const running = fixture.openBrowser();
    await running.logIn({ loginCode: code() });
    const wrong = wrongAppCode(secret, fixture.clock.now());
    const stranger = '198.51.100.66';
    for (let count = 0; count < 6; count += 1) await withCode(fixture, wrong, stranger);
    expect(await withCode(fixture, wrong, stranger)).toEqual([FIVE_MINUTES]);
    fixture.clock.advance(STEP_MS);
    expect(await withCode(fixture, code())).toEqual([]);
    expect((await running.openLogin()).isAuthenticated).toBe(true);
    expect(await errorsOf(fixture, { username: 'Bob' }, stranger)).toEqual([]);
  });

  test('are in the log of the account, counted', async () => {
    const { fixture, secret } = await openWithApp();
    const wrong = wrongAppCode(secret, fixture.clock.now());
    for (let count = 0; count < 3; count += 1) await withCode(fixture, wrong);
    const [latest] = await fixture.accounts.log.listFor(1);
    expect(latest).toMatchObject({
      event: 'wrong code',
      count: 3,
      device: 'ClassiCube launcher',
      country: 'NL',
    });
    expect(JSON.stringify(await fixture.accounts.log.listFor(1))).not.toContain(wrong);
  });

  test('while nothing is typed are none', async () => {
    const { fixture, code } = await openWithApp();
    for (let count = 0; count < 20; count += 1) expect(await errorsOf(fixture)).toEqual(CODE);
    expect(await withCode(fixture, code())).toEqual([]);
  });
});
