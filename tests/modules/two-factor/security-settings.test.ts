// What owners do about the security of their accounts, and what it takes.

import { describe, expect, test } from 'bun:test';
import { appCode, wrongAppCode } from '../../support/authenticator.ts';
import { outcomeOf } from '../../support/failures.ts';
import {
  type AccountsFixture,
  ADDRESS,
  DAY_MS,
  MINUTE_MS,
  openWithAlice,
  PASSWORD,
} from '../../support/test-accounts.ts';
import { actAs, becomeOwner, PROOF, STEP_MS, turnOnApp, turnOnMail } from './owner.ts';

const WRONG_CODE = { kind: 'invalid', field: 'code' };
const WRONG_PASSWORD = { kind: 'invalid', field: 'password' };
const OUTDATED = { kind: 'conflict', message: expect.stringContaining('was already done') };
const MAIL_CLOSED = { kind: 'conflict', message: expect.stringContaining('cannot send email') };
const UNCONFIRMED = { kind: 'conflict', message: expect.stringContaining('not confirmed yet') };

const WRONG = { password: 'wrong horse', code: '' };

async function open() {
  const fixture = await openWithAlice();
  const owner = await becomeOwner(fixture);
  return { fixture, owner, alice: actAs(fixture, owner) };
}

async function refuses(call: Promise<unknown>, failure: object): Promise<void> {
  expect(await outcomeOf(call)).toMatchObject(failure);
}

const eventsOf = async (fixture: AccountsFixture) =>
  (await fixture.accounts.log.listFor(1)).map(({ event }) => event);
async function changesOf(fixture: AccountsFixture): Promise<string[]> {
  await fixture.composeEmails();
  return fixture.mailer.emails.map((email) => ('change' in email ? email.change : email.kind));
}

describe('an app', () => {
  test('counts only once a code of it was typed', async () => {
    const { fixture, alice } = await open();
    expect(await alice.findAppSetup()).toBeUndefined();
    await alice.startApp();
    const { secret = '', uri = '' } = (await alice.findAppSetup()) ?? {};
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(uri).toContain('issuer=muster.test');
    expect((await fixture.openBrowser().logIn()).errors).toEqual([]);

    const now = fixture.clock.now();
    await refuses(alice.confirmApp(wrongAppCode(secret, now)), WRONG_CODE);
    await refuses(alice.confirmApp(''), WRONG_CODE);
    expect((await alice.describe()).appSince).toBeNull();
    await alice.confirmApp(appCode(secret, now));
    expect(await alice.describe()).toMatchObject({
      appSince: now,
      recoveryCodesLeft: 10,
    });
    expect(await eventsOf(fixture)).toContain('app turned on');
    expect(await changesOf(fixture)).toEqual(['turned on']);
  });

  test('never shows its secret again once it counts', async () => {
    const { fixture, owner, alice } = await open();
    const { secret, code } = await turnOnApp(fixture, owner);
    expect(await alice.findAppSetup()).toBeUndefined();
    // Another one has a secret of its own.
    await alice.startApp({ ...PROOF, code: code() });
    expect((await alice.findAppSetup())?.secret).not.toBe(secret);
    expect(JSON.stringify(await alice.describeAll())).not.toContain(secret);
    await refuses(alice.confirmApp(appCode(secret, fixture.clock.now())), { field: 'code' });
  });

  test('shows its secret to the session that asked for it alone, which may be after a restart', async () => {
    const { fixture, owner, alice } = await open();
    const other = await becomeOwner(fixture);
    await alice.startApp();
    const setup = await alice.findAppSetup();
    const code = appCode(setup?.secret ?? '', fixture.clock.now());
    expect(await actAs(fixture, other).findAppSetup()).toBeUndefined();
    await refuses(actAs(fixture, other).confirmApp(code), OUTDATED);
    const accounts = fixture.restart();
    expect(await actAs({ accounts }, other).findAppSetup()).toBeUndefined();
    expect(await actAs({ accounts }, owner).findAppSetup()).toEqual(setup as never);
    await actAs({ accounts }, owner).confirmApp(code);
  });

  test('is started over by another session with the password, and then is that one’s', async () => {
    const { fixture, alice } = await open();
    const other = await becomeOwner(fixture);
    await alice.startApp();
    await actAs(fixture, other).startApp();
    expect(await alice.findAppSetup()).toBeUndefined();
    expect(await actAs(fixture, other).findAppSetup()).toBeDefined();
  });

  test('is set up within half an hour, or again', async () => {
    const { fixture, alice } = await open();
    await alice.startApp();
    const first = await alice.findAppSetup();
    fixture.clock.advance(30 * MINUTE_MS);
    expect(await alice.findAppSetup()).toBeUndefined();
    const code = appCode(first?.secret ?? '', fixture.clock.now());
    await refuses(alice.confirmApp(code), OUTDATED);
    await alice.startApp();
    expect((await alice.findAppSetup())?.secret).not.toBe(first?.secret ?? '');
  });

  test('is turned off with password and code, and then nothing is asked for', async () => {
    const { fixture, owner, alice } = await open();
    const { secret, code } = await turnOnApp(fixture, owner);
    const wrong = wrongAppCode(secret, fixture.clock.now());
    const turnOff = (proof: { password: string; code: string }) => alice.turnOffApp(proof);
    await refuses(turnOff({ ...WRONG, code: code() }), WRONG_PASSWORD);
    await refuses(turnOff({ password: PASSWORD, code: '' }), WRONG_CODE);
    await refuses(turnOff({ password: PASSWORD, code: wrong }), WRONG_CODE);
    expect(await turnOff({ password: PASSWORD, code: code() })).toBeUndefined();
    expect(await alice.describe()).toMatchObject({
      appSince: null,
      recoveryCodesLeft: 0,
    });
    expect((await fixture.openBrowser().logIn()).errors).toEqual([]);
    expect(await changesOf(fixture)).toEqual(['turned on', 'turned off']);
    expect(await eventsOf(fixture)).toContain('app turned off');
  });

  test('that is off cannot be turned off, whatever is shown, and nothing is reported', async () => {
    const { fixture, alice } = await open();
    await refuses(alice.turnOffApp(), OUTDATED);
    await refuses(alice.turnOffMailCodes(WRONG), OUTDATED);
    await alice.startApp();
    await refuses(alice.turnOffApp(), OUTDATED);
    expect(await alice.findAppSetup()).toBeDefined();
    expect([await changesOf(fixture), await eventsOf(fixture)]).toEqual([[], ['logged in']]);
  });

  test('that is only set up, or off, costs no code where it is turned off beside another factor', async () => {
    const { fixture, owner, alice } = await open();
    const [code = '', other = ''] = await turnOnMail(fixture, owner);
    const proof = { password: PASSWORD, code };
    await refuses(alice.turnOffApp(proof), OUTDATED);
    await alice.startApp({ ...proof, code: other });
    await refuses(alice.turnOffApp(proof), OUTDATED);
    expect(await alice.findAppSetup()).toBeDefined();
    expect((await alice.describe()).recoveryCodesLeft).toBe(9);
    expect((await fixture.openBrowser().logIn({ loginCode: code })).errors).toEqual([]);
  });

  test('turned off twice at once is reported once', async () => {
    const { fixture, owner, alice } = await open();
    const { recoveryCodes } = await turnOnApp(fixture, owner);
    const [first = '', second = ''] = recoveryCodes;
    const off = (code: string) => outcomeOf(alice.turnOffApp({ password: PASSWORD, code }));
    const answers = await Promise.all([off(first), off(second)]);
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
    expect((await changesOf(fixture)).filter((change) => change === 'turned off')).toHaveLength(1);
  });
});

describe('codes by mail', () => {
  test('are turned on with the password, and off with password and code', async () => {
    const { fixture, owner, alice } = await open();
    await refuses(alice.turnOnMailCodes(WRONG), WRONG_PASSWORD);
    expect(await turnOnMail(fixture, owner)).toHaveLength(10);
    await refuses(alice.turnOnMailCodes(), OUTDATED);
    await alice.mailCode();
    const proof = { password: PASSWORD, code: fixture.mailer.loginCode() };
    await refuses(alice.turnOffMailCodes(), WRONG_CODE);
    await alice.turnOffMailCodes(proof);
    expect(await alice.describe()).toMatchObject({
      mailCodesSince: null,
      recoveryCodesLeft: 0,
    });
  });

  test('are refused where no email leaves, and for an address that nobody verified', async () => {
    const { fixture, alice } = await open();
    fixture.mailer.isOpen = false;
    await refuses(alice.turnOnMailCodes(), MAIL_CLOSED);
    fixture.mailer.isOpen = true;
    await fixture.register('Ulla', { isVerified: false });
    const ulla = await becomeOwner(fixture, { username: 'Ulla' });
    await refuses(actAs(fixture, ulla).turnOnMailCodes(), UNCONFIRMED);
    await actAs(fixture, ulla).mailCode();
    expect(fixture.mailer.emails).toEqual([]);
  });

  test('are not sent, and open nothing, for an owner who has an app alone', async () => {
    const { fixture, owner, alice } = await open();
    await turnOnApp(fixture, owner);
    await alice.mailCode();
    expect(fixture.mailer.kinds()).not.toContain('login code');
  });

  test('beside an app keep the recovery codes there are', async () => {
    const { fixture, owner, alice } = await open();
    const { code, recoveryCodes } = await turnOnApp(fixture, owner);
    await alice.forgetFreshCodes();
    await alice.turnOnMailCodes({ ...PROOF, code: code() });
    expect(await alice.findFreshCodes()).toBeUndefined();
    fixture.clock.advance(STEP_MS);
    const off = { password: PASSWORD, code: code() };
    await alice.turnOffApp(off);
    expect(await alice.describe()).toMatchObject({ recoveryCodesLeft: 10 });
    const [loginCode = ''] = recoveryCodes;
    expect((await fixture.openBrowser().logIn({ loginCode })).errors).toEqual([]);
  });
});

describe('recovery codes', () => {
  test('of two first factors turned on at once are shown once, and are good', async () => {
    const { fixture, alice } = await open();
    const other = await becomeOwner(fixture);
    await actAs(fixture, other).startApp();
    const { secret = '' } = (await actAs(fixture, other).findAppSetup()) ?? {};
    const { turnOnMailCodes } = fixture.store.security;
    fixture.store.security.turnOnMailCodes = async (...requested) => {
      const code = appCode(secret, fixture.clock.now());
      expect(await actAs(fixture, other).confirmApp(code)).toBeUndefined();
      return turnOnMailCodes(...requested);
    };
    await alice.turnOnMailCodes();
    const shown = [
      await alice.findFreshCodes(),
      await actAs(fixture, other).findFreshCodes(),
    ].filter(Boolean);
    expect(shown).toHaveLength(1);
    const [loginCode = ''] = shown[0] ?? [];
    expect((await fixture.openBrowser().logIn({ loginCode })).errors).toEqual([]);
  });

  test('of one factor turned on twice at once are those of the session that turned it on', async () => {
    const { fixture, owner, alice } = await open();
    const other = await becomeOwner(fixture);
    const answers = await Promise.all(
      [owner, other].map((each) => outcomeOf(actAs(fixture, each).turnOnMailCodes())),
    );
    expect(answers).toMatchObject([undefined, OUTDATED]);
    expect(await actAs(fixture, other).findFreshCodes()).toBeUndefined();
    const [loginCode = ''] = (await alice.findFreshCodes()) ?? [];
    expect((await fixture.openBrowser().logIn({ loginCode })).errors).toEqual([]);
  });

  test('are shown to the session that made them, until it has them or ten minutes are over', async () => {
    const { fixture, owner, alice } = await open();
    const { code } = await turnOnApp(fixture, owner);
    const other = await becomeOwner(fixture, { loginCode: code() });
    expect(await alice.findFreshCodes()).toHaveLength(10);
    expect(await actAs(fixture, other).findFreshCodes()).toBeUndefined();
    fixture.clock.advance(10 * MINUTE_MS);
    expect(await alice.findFreshCodes()).toBeUndefined();
  });

  test('are for accounts with a factor alone', async () => {
    const { alice } = await open();
    await refuses(alice.renewRecoveryCodes(), OUTDATED);
  });
});

describe('sessions', () => {
  test('are listed with device, country and last use, this one marked', async () => {
    const { fixture, owner, alice } = await open();
    fixture.clock.advance(MINUTE_MS);
    await fixture.openBrowser().logIn();
    const { sessions } = await alice.describeAll();
    expect(sessions).toEqual([
      {
        handle: expect.stringMatching(/^[0-9a-f]{16}$/),
        createdAt: fixture.clock.now(),
        lastUsedAt: fixture.clock.now(),
        device: 'ClassiCube launcher',
        country: 'NL',
        isThisOne: false,
      },
      expect.objectContaining({ isThisOne: true }),
    ]);
    expect(JSON.stringify(sessions)).not.toContain(owner.value);
  });

  test('ended one by one behave as none at once; those of others stay', async () => {
    const { fixture, owner, alice } = await open();
    await fixture.register('Bob');
    const bob = await becomeOwner(fixture, { username: 'Bob' });
    const other = await becomeOwner(fixture);
    const { sessions } = await alice.describeAll();
    const handle = sessions.find((each) => !each.isThisOne)?.handle ?? '';
    await actAs(fixture, bob).endSession(handle);
    expect(await fixture.accounts.recogniseVisitor([other.value])).toMatchObject({
      kind: 'account',
    });
    await alice.endSession(handle);
    expect(await fixture.accounts.recogniseVisitor([other.value])).toEqual({ kind: 'none' });
    expect(await fixture.accounts.recogniseVisitor([owner.value])).toMatchObject({
      kind: 'account',
    });
    expect(await eventsOf(fixture)).toContain('session ended');
    for (const wrong of ['', handle, 'x', "' OR 1=1 --"]) await alice.endSession(wrong);
    expect((await eventsOf(fixture)).filter((event) => event === 'session ended')).toHaveLength(1);
  });

  test('ended all at once leave this one, and devices become strange again', async () => {
    const { fixture, alice } = await open();
    await fixture.openBrowser().logIn({}, '198.51.100.1');
    await fixture.openBrowser().logIn({}, '198.51.100.2');
    fixture.mailer.emails.length = 0;
    await alice.endOtherSessions();
    const { sessions, log } = await alice.describeAll();
    expect(sessions.map(({ isThisOne }) => isThisOne)).toEqual([true]);
    expect(log[0]).toMatchObject({ event: 'other sessions ended', detail: '2' });
    await fixture.openBrowser().logIn({}, ADDRESS);
    expect(fixture.mailer.kinds()).toEqual([]);
    await fixture.openBrowser().logIn({}, '198.51.100.1');
    expect(fixture.mailer.kinds()).toEqual(['new device']);
  });

  test('are fifty at most; the one used longest ago ends', async () => {
    const { fixture, owner, alice } = await open();
    for (let count = 0; count < 60; count += 1) {
      // Thirty logins in five minutes are the most from one address.
      fixture.clock.advance(10_001);
      await fixture.openBrowser().logIn();
    }
    expect(await fixture.store.sessions.listSessions(1)).toHaveLength(50);
    expect(await fixture.accounts.recogniseVisitor([owner.value])).toEqual({ kind: 'none' });
    expect((await alice.describeAll()).sessions).toHaveLength(50);
  });

  test('that have expired are not listed', async () => {
    const { fixture, alice } = await open();
    fixture.clock.advance(31 * DAY_MS);
    await fixture.openBrowser().logIn();
    expect((await alice.describeAll()).sessions).toHaveLength(1);
  });
});

test.each([
  ['verified, its address confirmed', 1, 1],
  ['verified by hand, its address unconfirmed', 1, null],
  ['unverified, its address confirmed', null, 1],
] as const)(
  'an account that is %s is notified about its address alone',
  async (_what, verifiedAt, emailConfirmedAt) => {
    const { fixture } = await open();
    await fixture.store.accounts.updateAccount(
      1,
      { verifiedAt, emailConfirmedAt },
      { endSessions: false },
    );
    const alice = actAs(fixture, await becomeOwner(fixture));
    const { isAddressConfirmed } = await alice.describe();
    expect(isAddressConfirmed).toBe(emailConfirmedAt !== null);
    const outcome = await outcomeOf(alice.turnOnMailCodes());
    if (isAddressConfirmed) expect(outcome).toBeUndefined();
    else expect(outcome).toMatchObject(UNCONFIRMED);
  },
);

describe('the log of an account', () => {
  test('tells of logins, newest first, the same within an hour counted together', async () => {
    const { fixture, alice } = await open();
    await fixture.openBrowser().logIn();
    fixture.clock.advance(61 * MINUTE_MS);
    await fixture.openBrowser().logIn();
    await fixture.accounts.log.note(1, 'password changed', { detail: 'x'.repeat(1_000) });
    const { log } = await alice.describeAll();
    expect(log.map(({ event, count }) => [event, count])).toEqual([
      ['password changed', 1],
      ['logged in', 1],
      ['logged in', 2],
    ]);
    expect(log[0]?.detail).toHaveLength(500);
    expect(log[1]).toMatchObject({ device: 'ClassiCube launcher', country: 'NL' });
  });

  test('says of each change by its owner with which device it was made, and from where', async () => {
    const { fixture, owner, alice } = await open();
    const { code } = await turnOnApp(fixture, owner);
    const [first = '', second = ''] = (await alice.findFreshCodes()) ?? [];
    const prove = (typed: string) => ({ ...PROOF, code: typed });
    await alice.turnOnMailCodes(prove(code()));
    await alice.turnOffMailCodes(prove(first));
    await alice.renewRecoveryCodes(prove(second));
    const [last = ''] = (await alice.findFreshCodes()) ?? [];
    await alice.turnOffApp(prove(last));
    const other = await becomeOwner(fixture);
    const { handle } =
      (await alice.describeAll()).sessions.find(({ isThisOne }) => !isThisOne) ?? {};
    await alice.endSession(handle ?? '');
    await alice.endOtherSessions();
    expect(await fixture.accounts.recogniseVisitor([other.value])).toEqual({ kind: 'none' });
    const log = await fixture.accounts.log.listFor(1);
    expect(new Set(log.map(({ event }) => event))).toEqual(
      new Set([
        ...(['app turned on', 'app turned off', 'mailed codes turned on'] as const),
        ...(['mailed codes turned off', 'recovery codes made', 'recovery code used'] as const),
        ...(['logged in', 'session ended', 'other sessions ended'] as const),
      ]),
    );
    for (const { event, device, country } of log) {
      expect([event, device, country]).toEqual([event, 'ClassiCube launcher', 'NL']);
    }
  });

  test('keeps 200 entries, and none over 400 days', async () => {
    const { fixture } = await open();
    for (let count = 0; count < 210; count += 1) {
      await fixture.accounts.log.note(1, 'wrong code', { detail: `${count}` });
    }
    const entries = await fixture.accounts.log.listFor(1);
    expect(entries).toHaveLength(200);
    expect(entries[0]?.detail).toBe('209');
    fixture.clock.advance(400 * DAY_MS);
    await fixture.accounts.sweepSessions();
    expect(await fixture.accounts.log.listFor(1)).toHaveLength(200);
    fixture.clock.advance(1);
    await fixture.accounts.sweepSessions();
    expect(await fixture.accounts.log.listFor(1)).toEqual([]);
  });
});
