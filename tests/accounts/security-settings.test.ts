// What owners do about the security of their accounts, and what it takes.

import { describe, expect, test } from 'bun:test';
import { appCode, wrongAppCode } from '../support/authenticator.ts';
import { failureOf, outcomeOf } from '../support/failures.ts';
import {
  type AccountsFixture,
  ADDRESS,
  DAY_MS,
  launcherAt,
  MINUTE_MS,
  openWithAlice,
  PASSWORD,
} from './fixture.ts';
import { becomeOwner, CALLER, type Owner, PROOF, STEP_MS, turnOnApp, turnOnMail } from './owner.ts';

const WRONG_CODE = { kind: 'invalid', field: 'code' };
const WRONG_PASSWORD = { kind: 'invalid', field: 'password' };
const OUTDATED = { kind: 'conflict', message: expect.stringContaining('was already done') };
const MAIL_CLOSED = { kind: 'conflict', message: expect.stringContaining('cannot send email') };
const UNCONFIRMED = { kind: 'conflict', message: expect.stringContaining('not confirmed yet') };
const tooMany = (retryAfterSeconds: number) => ({ kind: 'rate_limited', retryAfterSeconds });

const WRONG = { password: 'wrong horse', code: '' };

async function openAdminService(): Promise<{
  fixture: AccountsFixture;
  owner: Owner;
  adminService: AccountsFixture['accounts']['security'];
}> {
  const fixture = await openWithAlice();
  return { fixture, owner: await becomeOwner(fixture), adminService: fixture.accounts.security };
}

const eventsOf = async (fixture: AccountsFixture) =>
  (await fixture.accounts.log.listFor(1)).map(({ event }) => event);
async function changesOf(fixture: AccountsFixture): Promise<string[]> {
  await fixture.composeEmails();
  return fixture.mailer.emails.map((email) => ('change' in email ? email.change : email.kind));
}

describe('an app', () => {
  test('counts only once a code of it was typed', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    expect(await adminService.findAppSetup(owner)).toBeUndefined();
    expect(await adminService.startApp(owner, PROOF, CALLER)).toBeUndefined();
    const { secret = '', uri = '' } = (await adminService.findAppSetup(owner)) ?? {};
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(uri).toContain('issuer=muster.test');
    expect((await fixture.openBrowser().logIn()).errors).toEqual([]);

    const now = fixture.clock.now();
    expect(
      await outcomeOf(adminService.confirmApp(owner, wrongAppCode(secret, now), CALLER)),
    ).toMatchObject(WRONG_CODE);
    expect(await outcomeOf(adminService.confirmApp(owner, '', CALLER))).toMatchObject(WRONG_CODE);
    expect((await adminService.describe(owner)).appSince).toBeNull();
    expect(await adminService.confirmApp(owner, appCode(secret, now), CALLER)).toBeUndefined();
    expect(await adminService.describe(owner)).toMatchObject({
      appSince: now,
      recoveryCodesLeft: 10,
    });
    expect(await eventsOf(fixture)).toContain('app turned on');
    expect(await changesOf(fixture)).toEqual(['turned on']);
  });

  test('never shows its secret again once it counts', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    const { secret } = await turnOnApp(fixture, owner);
    expect(await adminService.findAppSetup(owner)).toBeUndefined();
    expect(JSON.stringify(await adminService.describeAll(owner))).not.toContain(secret);
    expect(
      await outcomeOf(adminService.confirmApp(owner, appCode(secret, fixture.clock.now()), CALLER)),
    ).toMatchObject(OUTDATED);
  });

  test('takes the password to begin', async () => {
    const { owner, adminService } = await openAdminService();
    expect(await outcomeOf(adminService.startApp(owner, WRONG, CALLER))).toMatchObject(
      WRONG_PASSWORD,
    );
    expect(await adminService.findAppSetup(owner)).toBeUndefined();
  });

  test('shows its secret to the session that asked for it alone, which may be after a restart', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    const other = await becomeOwner(fixture);
    await adminService.startApp(owner, PROOF, CALLER);
    const setup = await adminService.findAppSetup(owner);
    const code = appCode(setup?.secret ?? '', fixture.clock.now());
    expect(await adminService.findAppSetup(other)).toBeUndefined();
    expect(await outcomeOf(adminService.confirmApp(other, code, CALLER))).toMatchObject(OUTDATED);
    const restarted = fixture.restart().security;
    expect(await restarted.findAppSetup(other)).toBeUndefined();
    expect(await restarted.findAppSetup(owner)).toEqual(setup as never);
    expect(await restarted.confirmApp(owner, code, CALLER)).toBeUndefined();
  });

  test('is started over by another session with the password, and then is that one’s', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    const other = await becomeOwner(fixture);
    await adminService.startApp(owner, PROOF, CALLER);
    await adminService.startApp(other, PROOF, CALLER);
    expect(await adminService.findAppSetup(owner)).toBeUndefined();
    expect(await adminService.findAppSetup(other)).toBeDefined();
  });

  test('is set up within half an hour, or again', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    await adminService.startApp(owner, PROOF, CALLER);
    const first = await adminService.findAppSetup(owner);
    fixture.clock.advance(30 * MINUTE_MS);
    expect(await adminService.findAppSetup(owner)).toBeUndefined();
    const code = appCode(first?.secret ?? '', fixture.clock.now());
    expect(await outcomeOf(adminService.confirmApp(owner, code, CALLER))).toMatchObject(OUTDATED);
    await adminService.startApp(owner, PROOF, CALLER);
    expect((await adminService.findAppSetup(owner))?.secret).not.toBe(first?.secret ?? '');
  });

  test('is not replaced while it counts', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    const { code } = await turnOnApp(fixture, owner);
    expect(
      await outcomeOf(adminService.startApp(owner, { ...PROOF, code: code() }, CALLER)),
    ).toMatchObject(OUTDATED);
    fixture.clock.advance(STEP_MS);
    expect((await fixture.openBrowser().logIn({ loginCode: code() })).errors).toEqual([]);
  });

  test('is turned off with password and code, and then nothing is asked for', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    const { secret, code } = await turnOnApp(fixture, owner);
    const wrong = wrongAppCode(secret, fixture.clock.now());
    const turnOff = (proof: { password: string; code: string }) =>
      adminService.turnOffApp(owner, proof, CALLER);
    expect(await outcomeOf(turnOff({ ...WRONG, code: code() }))).toMatchObject(WRONG_PASSWORD);
    expect(await outcomeOf(turnOff({ password: PASSWORD, code: '' }))).toMatchObject(WRONG_CODE);
    expect(await outcomeOf(turnOff({ password: PASSWORD, code: wrong }))).toMatchObject(WRONG_CODE);
    expect(await turnOff({ password: PASSWORD, code: code() })).toBeUndefined();
    expect(await adminService.describe(owner)).toMatchObject({
      appSince: null,
      recoveryCodesLeft: 0,
    });
    expect((await fixture.openBrowser().logIn()).errors).toEqual([]);
    expect(await changesOf(fixture)).toEqual(['turned on', 'turned off']);
    expect(await eventsOf(fixture)).toContain('app turned off');
  });

  test('is turned off with a recovery code when the phone is gone', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    const { recoveryCodes } = await turnOnApp(fixture, owner);
    const proof = { password: PASSWORD, code: recoveryCodes[3] ?? '' };
    expect(await adminService.turnOffApp(owner, proof, CALLER)).toBeUndefined();
    expect(await changesOf(fixture)).toEqual(['turned on', 'recovery code used', 'turned off']);
  });

  test('that is off cannot be turned off, whatever is shown, and nothing is reported', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    expect(await outcomeOf(adminService.turnOffApp(owner, PROOF, CALLER))).toMatchObject(OUTDATED);
    expect(await outcomeOf(adminService.turnOffMailCodes(owner, WRONG, CALLER))).toMatchObject(
      OUTDATED,
    );
    await adminService.startApp(owner, PROOF, CALLER);
    expect(await outcomeOf(adminService.turnOffApp(owner, PROOF, CALLER))).toMatchObject(OUTDATED);
    expect(await adminService.findAppSetup(owner)).toBeDefined();
    expect([await changesOf(fixture), await eventsOf(fixture)]).toEqual([[], ['logged in']]);
  });

  test('that is only set up, or off, costs no code where it is turned off beside another factor', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    const [code = '', other = ''] = await turnOnMail(fixture, owner);
    const proof = { password: PASSWORD, code };
    expect(await outcomeOf(adminService.turnOffApp(owner, proof, CALLER))).toMatchObject(OUTDATED);
    expect(await adminService.startApp(owner, { ...proof, code: other }, CALLER)).toBeUndefined();
    expect(await outcomeOf(adminService.turnOffApp(owner, proof, CALLER))).toMatchObject(OUTDATED);
    expect(await adminService.findAppSetup(owner)).toBeDefined();
    expect((await adminService.describe(owner)).recoveryCodesLeft).toBe(9);
    expect((await fixture.openBrowser().logIn({ loginCode: code })).errors).toEqual([]);
  });

  test('alone costs no code where codes by mail are turned off', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    const { recoveryCodes } = await turnOnApp(fixture, owner);
    const proof = { password: PASSWORD, code: recoveryCodes[0] ?? '' };
    expect(await outcomeOf(adminService.turnOffMailCodes(owner, proof, CALLER))).toMatchObject(
      OUTDATED,
    );
    expect((await adminService.describe(owner)).recoveryCodesLeft).toBe(10);
  });

  test('turned off twice at once is reported once', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    const { recoveryCodes } = await turnOnApp(fixture, owner);
    const [first = '', second = ''] = recoveryCodes;
    const off = (code: string) =>
      outcomeOf(adminService.turnOffApp(owner, { password: PASSWORD, code }, CALLER));
    const answers = await Promise.all([off(first), off(second)]);
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
    expect((await changesOf(fixture)).filter((change) => change === 'turned off')).toHaveLength(1);
  });

  test('is guarded by the brakes on passwords and codes', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    const { code } = await turnOnApp(fixture, owner);
    for (let count = 0; count < 5; count += 1) {
      await failureOf(
        adminService.turnOffApp(owner, { password: PASSWORD, code: 'nonsense' }, CALLER),
      );
    }
    expect(
      await outcomeOf(adminService.turnOffApp(owner, { password: PASSWORD, code: code() }, CALLER)),
    ).toMatchObject(tooMany(300));
    for (let count = 0; count < 10; count += 1) {
      await failureOf(adminService.turnOffApp(owner, WRONG, CALLER));
    }
    expect(await outcomeOf(adminService.turnOffApp(owner, WRONG, CALLER))).toMatchObject(
      tooMany(300),
    );
    expect((await adminService.describe(owner)).appSince).not.toBeNull();
  });
});

describe('codes by mail', () => {
  test('are turned on with the password, and off with password and code', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    expect(await outcomeOf(adminService.turnOnMailCodes(owner, WRONG, CALLER))).toMatchObject(
      WRONG_PASSWORD,
    );
    expect(await turnOnMail(fixture, owner)).toHaveLength(10);
    expect(await outcomeOf(adminService.turnOnMailCodes(owner, PROOF, CALLER))).toMatchObject(
      OUTDATED,
    );
    await adminService.mailCode(owner);
    const proof = { password: PASSWORD, code: fixture.mailer.loginCode() };
    expect(await outcomeOf(adminService.turnOffMailCodes(owner, PROOF, CALLER))).toMatchObject(
      WRONG_CODE,
    );
    expect(await adminService.turnOffMailCodes(owner, proof, CALLER)).toBeUndefined();
    expect(await adminService.describe(owner)).toMatchObject({
      mailCodesSince: null,
      recoveryCodesLeft: 0,
    });
  });

  test('are refused where no email leaves, and for an address that nobody verified', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    fixture.mailer.isOpen = false;
    expect(await outcomeOf(adminService.turnOnMailCodes(owner, PROOF, CALLER))).toMatchObject(
      MAIL_CLOSED,
    );
    fixture.mailer.isOpen = true;
    await fixture.register('Ulla', { isVerified: false });
    const ulla = await becomeOwner(fixture, { username: 'Ulla' });
    expect(await outcomeOf(adminService.turnOnMailCodes(ulla, PROOF, CALLER))).toMatchObject(
      UNCONFIRMED,
    );
    await adminService.mailCode(ulla);
    expect(fixture.mailer.emails).toEqual([]);
  });

  test('are not sent, and open nothing, for an owner who has an app alone', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    await turnOnApp(fixture, owner);
    await adminService.mailCode(owner);
    expect(fixture.mailer.kinds()).not.toContain('login code');
  });

  test('beside an app keep the recovery codes there are', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    const { code, recoveryCodes } = await turnOnApp(fixture, owner);
    await adminService.forgetFreshCodes(owner);
    expect(
      await adminService.turnOnMailCodes(owner, { ...PROOF, code: code() }, CALLER),
    ).toBeUndefined();
    expect(await adminService.findFreshCodes(owner)).toBeUndefined();
    fixture.clock.advance(STEP_MS);
    const off = { password: PASSWORD, code: code() };
    await adminService.turnOffApp(owner, off, CALLER);
    expect(await adminService.describe(owner)).toMatchObject({ recoveryCodesLeft: 10 });
    const [loginCode = ''] = recoveryCodes;
    expect((await fixture.openBrowser().logIn({ loginCode })).errors).toEqual([]);
  });
});

describe('recovery codes', () => {
  test('of two first factors turned on at once are shown once, and are good', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    const other = await becomeOwner(fixture);
    await adminService.startApp(other, PROOF, CALLER);
    const { secret = '' } = (await adminService.findAppSetup(other)) ?? {};
    const { turnOnMailCodes } = fixture.store.security;
    fixture.store.security.turnOnMailCodes = async (...requested) => {
      const code = appCode(secret, fixture.clock.now());
      expect(await adminService.confirmApp(other, code, CALLER)).toBeUndefined();
      return turnOnMailCodes(...requested);
    };
    expect(await adminService.turnOnMailCodes(owner, PROOF, CALLER)).toBeUndefined();
    const shown = [
      await adminService.findFreshCodes(owner),
      await adminService.findFreshCodes(other),
    ].filter(Boolean);
    expect(shown).toHaveLength(1);
    const [loginCode = ''] = shown[0] ?? [];
    expect((await fixture.openBrowser().logIn({ loginCode })).errors).toEqual([]);
  });

  test('of one factor turned on twice at once are those of the session that turned it on', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    const other = await becomeOwner(fixture);
    const answers = await Promise.all(
      [owner, other].map((each) => outcomeOf(adminService.turnOnMailCodes(each, PROOF, CALLER))),
    );
    expect(answers).toMatchObject([undefined, OUTDATED]);
    expect(await adminService.findFreshCodes(other)).toBeUndefined();
    const [loginCode = ''] = (await adminService.findFreshCodes(owner)) ?? [];
    expect((await fixture.openBrowser().logIn({ loginCode })).errors).toEqual([]);
  });

  test('are shown to the session that made them, until it has them or ten minutes are over', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    const { code } = await turnOnApp(fixture, owner);
    const other = await becomeOwner(fixture, { loginCode: code() });
    expect(await adminService.findFreshCodes(owner)).toHaveLength(10);
    expect(await adminService.findFreshCodes(other)).toBeUndefined();
    fixture.clock.advance(10 * MINUTE_MS);
    expect(await adminService.findFreshCodes(owner)).toBeUndefined();
  });

  test('that are generated again replace all others', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    const { code, recoveryCodes } = await turnOnApp(fixture, owner);
    expect(await outcomeOf(adminService.renewRecoveryCodes(owner, PROOF, CALLER))).toMatchObject(
      WRONG_CODE,
    );
    const proof = { password: PASSWORD, code: code() };
    expect(await adminService.renewRecoveryCodes(owner, proof, CALLER)).toBeUndefined();
    const [fresh = ''] = (await adminService.findFreshCodes(owner)) ?? [];
    const [old = ''] = recoveryCodes;
    expect((await fixture.openBrowser().logIn({ loginCode: old })).errors).toEqual(['login_code']);
    expect((await fixture.openBrowser().logIn({ loginCode: fresh })).errors).toEqual([]);
    expect((await adminService.describe(owner)).recoveryCodesLeft).toBe(9);
  });

  test('are for accounts with a factor alone', async () => {
    const { owner, adminService } = await openAdminService();
    expect(await outcomeOf(adminService.renewRecoveryCodes(owner, PROOF, CALLER))).toMatchObject(
      OUTDATED,
    );
  });
});

describe('sessions', () => {
  test('are listed with device, country and last use, this one marked', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    fixture.clock.advance(MINUTE_MS);
    await fixture.openBrowser().logIn();
    const { sessions } = await adminService.describeAll(owner);
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
    const { fixture, owner, adminService } = await openAdminService();
    await fixture.register('Bob');
    const bob = await becomeOwner(fixture, { username: 'Bob' });
    const other = await becomeOwner(fixture);
    const { sessions } = await adminService.describeAll(owner);
    const handle = sessions.find((each) => !each.isThisOne)?.handle ?? '';
    await adminService.endSession(bob, handle, CALLER);
    expect(await fixture.accounts.recogniseVisitor([other.value])).toMatchObject({
      kind: 'account',
    });
    await adminService.endSession(owner, handle, CALLER);
    expect(await fixture.accounts.recogniseVisitor([other.value])).toEqual({ kind: 'none' });
    expect(await fixture.accounts.recogniseVisitor([owner.value])).toMatchObject({
      kind: 'account',
    });
    expect(await eventsOf(fixture)).toContain('session ended');
    for (const wrong of ['', handle, 'x', "' OR 1=1 --"])
      await adminService.endSession(owner, wrong, CALLER);
    expect((await eventsOf(fixture)).filter((event) => event === 'session ended')).toHaveLength(1);
  });

  test('ended all at once leave this one, and devices become strange again', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    await fixture.openBrowser().logIn({}, '198.51.100.1');
    await fixture.openBrowser().logIn({}, '198.51.100.2');
    fixture.mailer.emails.length = 0;
    await adminService.endOtherSessions(owner, CALLER);
    const { sessions, log } = await adminService.describeAll(owner);
    expect(sessions.map(({ isThisOne }) => isThisOne)).toEqual([true]);
    expect(log[0]).toMatchObject({ event: 'other sessions ended', detail: '2' });
    await fixture.openBrowser().logIn({}, ADDRESS);
    expect(fixture.mailer.kinds()).toEqual([]);
    await fixture.openBrowser().logIn({}, '198.51.100.1');
    expect(fixture.mailer.kinds()).toEqual(['new device']);
  });

  test('are fifty at most; the one used longest ago ends', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    for (let count = 0; count < 60; count += 1) {
      // Thirty logins in five minutes are the most from one address.
      fixture.clock.advance(10_001);
      await fixture.openBrowser().logIn();
    }
    expect(await fixture.store.sessions.listSessions(1)).toHaveLength(50);
    expect(await fixture.accounts.recogniseVisitor([owner.value])).toEqual({ kind: 'none' });
    expect((await adminService.describeAll(owner)).sessions).toHaveLength(50);
  });

  test('that have expired are not listed', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    fixture.clock.advance(31 * DAY_MS);
    await fixture.openBrowser().logIn();
    expect((await adminService.describeAll(owner)).sessions).toHaveLength(1);
  });
});

test.each([
  ['verified, its address confirmed', 1, 1],
  ['verified by hand, its address unconfirmed', 1, null],
  ['unverified, its address confirmed', null, 1],
] as const)(
  'an account that is %s is notified about its address alone',
  async (_what, verifiedAt, emailConfirmedAt) => {
    const { fixture, adminService } = await openAdminService();
    await fixture.store.accounts.updateAccount(
      1,
      { verifiedAt, emailConfirmedAt },
      { endSessions: false },
    );
    const owner = await becomeOwner(fixture);
    const { isAddressConfirmed } = await adminService.describe(owner);
    expect(isAddressConfirmed).toBe(emailConfirmedAt !== null);
    const outcome = await outcomeOf(adminService.turnOnMailCodes(owner, PROOF, CALLER));
    if (isAddressConfirmed) expect(outcome).toBeUndefined();
    else expect(outcome).toMatchObject(UNCONFIRMED);
  },
);

describe('the log of an account', () => {
  test('tells of logins, newest first, the same within an hour counted together', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    await fixture.openBrowser().logIn();
    fixture.clock.advance(61 * MINUTE_MS);
    await fixture.openBrowser().logIn();
    await fixture.accounts.log.note(1, 'password changed', { detail: 'x'.repeat(1_000) });
    const { log } = await adminService.describeAll(owner);
    expect(log.map(({ event, count }) => [event, count])).toEqual([
      ['password changed', 1],
      ['logged in', 1],
      ['logged in', 2],
    ]);
    expect(log[0]?.detail).toHaveLength(500);
    expect(log[1]).toMatchObject({ device: 'ClassiCube launcher', country: 'NL' });
  });

  test('says of each change by its owner with which device it was made, and from where', async () => {
    const { fixture, owner, adminService } = await openAdminService();
    const { code } = await turnOnApp(fixture, owner);
    const [first = '', second = ''] = (await adminService.findFreshCodes(owner)) ?? [];
    const prove = (typed: string) => ({ ...PROOF, code: typed });
    await adminService.turnOnMailCodes(owner, prove(code()), CALLER);
    await adminService.turnOffMailCodes(owner, prove(first), CALLER);
    await adminService.renewRecoveryCodes(owner, prove(second), CALLER);
    const [last = ''] = (await adminService.findFreshCodes(owner)) ?? [];
    expect(await adminService.turnOffApp(owner, prove(last), CALLER)).toBeUndefined();
    const other = await becomeOwner(fixture);
    const { handle } =
      (await adminService.describeAll(owner)).sessions.find(({ isThisOne }) => !isThisOne) ?? {};
    await adminService.endSession(owner, handle ?? '', CALLER);
    await adminService.endOtherSessions(owner, CALLER);
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
    const { fixture } = await openAdminService();
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

  test('goes with its account', async () => {
    const { fixture } = await openAdminService();
    await fixture.administration.deleteAccount('Alice');
    expect(await fixture.accounts.log.listFor(1)).toEqual([]);
  });

  test('of one account shows nothing of another', async () => {
    const { fixture } = await openAdminService();
    await fixture.register('Bob');
    await fixture.openBrowser().logIn({ username: 'Bob' }, launcherAt('192.0.2.1').address);
    expect(await fixture.accounts.log.listFor(1)).toHaveLength(1);
    expect(await fixture.accounts.log.listFor(2)).toHaveLength(1);
  });
});
