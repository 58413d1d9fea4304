// What owners do about the security of their accounts, and what it takes.

import { describe, expect, test } from 'bun:test';
import { createFreshCodes } from '../../src/accounts/two-factor/fresh-codes.ts';
import { appCode, wrongAppCode } from '../support/authenticator.ts';
import { failureOf, outcomeOf } from '../support/failures.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { becomeOwner, CALLER, type Owner, PROOF, STEP_MS, turnOnApp, turnOnMail } from './owner.ts';
import { ADDRESS, DAY_MS, launcherAt, MINUTE_MS, openRoom, PASSWORD, type Room } from './room.ts';

const WRONG_CODE = { kind: 'invalid', field: 'code' };
const WRONG_PASSWORD = { kind: 'invalid', field: 'password' };
const OUTDATED = { kind: 'conflict', message: expect.stringContaining('was done already') };
const MAIL_CLOSED = { kind: 'conflict', message: expect.stringContaining('cannot send mail') };
const UNCONFIRMED = { kind: 'conflict', message: expect.stringContaining('not confirmed yet') };
const tooMany = (retryAfterSeconds: number) => ({ kind: 'rate_limited', retryAfterSeconds });

const WRONG = { password: 'wrong horse', code: '' };

async function openAtDesk(): Promise<{
  room: Room;
  owner: Owner;
  desk: Room['accounts']['security'];
}> {
  const room = openRoom();
  await room.register('Alice');
  return { room, owner: await becomeOwner(room), desk: room.accounts.security };
}

const eventsOf = async (room: Room) =>
  (await room.accounts.log.listFor(1)).map(({ event }) => event);
async function changesOf(room: Room): Promise<string[]> {
  await room.composeEmails();
  return room.box.letters.map((letter) => ('change' in letter ? letter.change : letter.kind));
}

describe('an app', () => {
  test('counts only once a code of it was typed', async () => {
    const { room, owner, desk } = await openAtDesk();
    expect(await desk.findAppSetup(owner)).toBeUndefined();
    expect(await desk.startApp(owner, PROOF, CALLER)).toBeUndefined();
    const { secret = '', uri = '' } = (await desk.findAppSetup(owner)) ?? {};
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(uri).toContain('issuer=muster.test');
    expect((await room.openBrowser().logIn()).errors).toEqual([]);

    const now = room.clock.now();
    expect(
      await outcomeOf(desk.confirmApp(owner, wrongAppCode(secret, now), CALLER)),
    ).toMatchObject(WRONG_CODE);
    expect(await outcomeOf(desk.confirmApp(owner, '', CALLER))).toMatchObject(WRONG_CODE);
    expect((await desk.describe(owner)).appSince).toBeNull();
    expect(await desk.confirmApp(owner, appCode(secret, now), CALLER)).toBeUndefined();
    expect(await desk.describe(owner)).toMatchObject({ appSince: now, recoveryCodesLeft: 10 });
    expect(await eventsOf(room)).toContain('app turned on');
    expect(await changesOf(room)).toEqual(['turned on']);
  });

  test('never shows its secret again once it counts', async () => {
    const { room, owner, desk } = await openAtDesk();
    const { secret } = await turnOnApp(room, owner);
    expect(await desk.findAppSetup(owner)).toBeUndefined();
    expect(JSON.stringify(await desk.describeAll(owner))).not.toContain(secret);
    expect(
      await outcomeOf(desk.confirmApp(owner, appCode(secret, room.clock.now()), CALLER)),
    ).toMatchObject(OUTDATED);
  });

  test('takes the password to begin', async () => {
    const { owner, desk } = await openAtDesk();
    expect(await outcomeOf(desk.startApp(owner, WRONG, CALLER))).toMatchObject(WRONG_PASSWORD);
    expect(await desk.findAppSetup(owner)).toBeUndefined();
  });

  test('shows its secret to the session that asked for it alone, which may be after a restart', async () => {
    const { room, owner, desk } = await openAtDesk();
    const other = await becomeOwner(room);
    await desk.startApp(owner, PROOF, CALLER);
    const setup = await desk.findAppSetup(owner);
    const code = appCode(setup?.secret ?? '', room.clock.now());
    expect(await desk.findAppSetup(other)).toBeUndefined();
    expect(await outcomeOf(desk.confirmApp(other, code, CALLER))).toMatchObject(OUTDATED);
    const restarted = room.restart().security;
    expect(await restarted.findAppSetup(other)).toBeUndefined();
    expect(await restarted.findAppSetup(owner)).toEqual(setup as never);
    expect(await restarted.confirmApp(owner, code, CALLER)).toBeUndefined();
  });

  test('is begun anew by another session with the password, and then is that one’s', async () => {
    const { room, owner, desk } = await openAtDesk();
    const other = await becomeOwner(room);
    await desk.startApp(owner, PROOF, CALLER);
    await desk.startApp(other, PROOF, CALLER);
    expect(await desk.findAppSetup(owner)).toBeUndefined();
    expect(await desk.findAppSetup(other)).toBeDefined();
  });

  test('is set up within half an hour, or anew', async () => {
    const { room, owner, desk } = await openAtDesk();
    await desk.startApp(owner, PROOF, CALLER);
    const first = await desk.findAppSetup(owner);
    room.clock.advance(30 * MINUTE_MS);
    expect(await desk.findAppSetup(owner)).toBeUndefined();
    const code = appCode(first?.secret ?? '', room.clock.now());
    expect(await outcomeOf(desk.confirmApp(owner, code, CALLER))).toMatchObject(OUTDATED);
    await desk.startApp(owner, PROOF, CALLER);
    expect((await desk.findAppSetup(owner))?.secret).not.toBe(first?.secret ?? '');
  });

  test('is not replaced while it counts', async () => {
    const { room, owner, desk } = await openAtDesk();
    const { code } = await turnOnApp(room, owner);
    expect(await outcomeOf(desk.startApp(owner, { ...PROOF, code: code() }, CALLER))).toMatchObject(
      OUTDATED,
    );
    room.clock.advance(STEP_MS);
    expect((await room.openBrowser().logIn({ loginCode: code() })).errors).toEqual([]);
  });

  test('is turned off with password and code, and then nothing is asked for', async () => {
    const { room, owner, desk } = await openAtDesk();
    const { secret, code } = await turnOnApp(room, owner);
    const wrong = wrongAppCode(secret, room.clock.now());
    const turnOff = (proof: { password: string; code: string }) =>
      desk.turnOffApp(owner, proof, CALLER);
    expect(await outcomeOf(turnOff({ ...WRONG, code: code() }))).toMatchObject(WRONG_PASSWORD);
    expect(await outcomeOf(turnOff({ password: PASSWORD, code: '' }))).toMatchObject(WRONG_CODE);
    expect(await outcomeOf(turnOff({ password: PASSWORD, code: wrong }))).toMatchObject(WRONG_CODE);
    expect(await turnOff({ password: PASSWORD, code: code() })).toBeUndefined();
    expect(await desk.describe(owner)).toMatchObject({ appSince: null, recoveryCodesLeft: 0 });
    expect((await room.openBrowser().logIn()).errors).toEqual([]);
    expect(await changesOf(room)).toEqual(['turned on', 'turned off']);
    expect(await eventsOf(room)).toContain('app turned off');
  });

  test('is turned off with a recovery code when the phone is gone', async () => {
    const { room, owner, desk } = await openAtDesk();
    const { recoveryCodes } = await turnOnApp(room, owner);
    const proof = { password: PASSWORD, code: recoveryCodes[3] ?? '' };
    expect(await desk.turnOffApp(owner, proof, CALLER)).toBeUndefined();
    expect(await changesOf(room)).toEqual(['turned on', 'recovery code used', 'turned off']);
  });

  test('that is off cannot be turned off, whatever is shown, and nothing is told', async () => {
    const { room, owner, desk } = await openAtDesk();
    expect(await outcomeOf(desk.turnOffApp(owner, PROOF, CALLER))).toMatchObject(OUTDATED);
    expect(await outcomeOf(desk.turnOffMailCodes(owner, WRONG, CALLER))).toMatchObject(OUTDATED);
    await desk.startApp(owner, PROOF, CALLER);
    expect(await outcomeOf(desk.turnOffApp(owner, PROOF, CALLER))).toMatchObject(OUTDATED);
    expect(await desk.findAppSetup(owner)).toBeDefined();
    expect([await changesOf(room), await eventsOf(room)]).toEqual([[], ['logged in']]);
  });

  test('that is only set up, or off, costs no code where it is turned off beside another factor', async () => {
    const { room, owner, desk } = await openAtDesk();
    const [code = '', other = ''] = await turnOnMail(room, owner);
    const proof = { password: PASSWORD, code };
    expect(await outcomeOf(desk.turnOffApp(owner, proof, CALLER))).toMatchObject(OUTDATED);
    expect(await desk.startApp(owner, { ...proof, code: other }, CALLER)).toBeUndefined();
    expect(await outcomeOf(desk.turnOffApp(owner, proof, CALLER))).toMatchObject(OUTDATED);
    expect(await desk.findAppSetup(owner)).toBeDefined();
    expect((await desk.describe(owner)).recoveryCodesLeft).toBe(9);
    expect((await room.openBrowser().logIn({ loginCode: code })).errors).toEqual([]);
  });

  test('alone costs no code where codes by mail are turned off', async () => {
    const { room, owner, desk } = await openAtDesk();
    const { recoveryCodes } = await turnOnApp(room, owner);
    const proof = { password: PASSWORD, code: recoveryCodes[0] ?? '' };
    expect(await outcomeOf(desk.turnOffMailCodes(owner, proof, CALLER))).toMatchObject(OUTDATED);
    expect((await desk.describe(owner)).recoveryCodesLeft).toBe(10);
  });

  test('turned off twice at once is told once', async () => {
    const { room, owner, desk } = await openAtDesk();
    const { recoveryCodes } = await turnOnApp(room, owner);
    const [first = '', second = ''] = recoveryCodes;
    const off = (code: string) =>
      outcomeOf(desk.turnOffApp(owner, { password: PASSWORD, code }, CALLER));
    const answers = await Promise.all([off(first), off(second)]);
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
    expect((await changesOf(room)).filter((change) => change === 'turned off')).toHaveLength(1);
  });

  test('is guarded by the brakes on passwords and codes', async () => {
    const { room, owner, desk } = await openAtDesk();
    const { code } = await turnOnApp(room, owner);
    for (let count = 0; count < 5; count += 1) {
      await failureOf(desk.turnOffApp(owner, { password: PASSWORD, code: 'nonsense' }, CALLER));
    }
    expect(
      await outcomeOf(desk.turnOffApp(owner, { password: PASSWORD, code: code() }, CALLER)),
    ).toMatchObject(tooMany(300));
    for (let count = 0; count < 10; count += 1) {
      await failureOf(desk.turnOffApp(owner, WRONG, CALLER));
    }
    expect(await outcomeOf(desk.turnOffApp(owner, WRONG, CALLER))).toMatchObject(tooMany(300));
    expect((await desk.describe(owner)).appSince).not.toBeNull();
  });
});

describe('a stolen session', () => {
  test('cannot guess codes from many addresses, and the owner at home still can change things', async () => {
    const { room, owner, desk } = await openAtDesk();
    const { code } = await turnOnApp(room, owner);
    const turnOff = (address: string, text: string) =>
      desk.turnOffApp(owner, { password: PASSWORD, code: text }, launcherAt(address));
    for (let place = 0; place < 30; place += 1) {
      expect(await outcomeOf(turnOff(`198.51.100.${place}`, 'nonsense'))).toMatchObject(WRONG_CODE);
    }
    expect(await outcomeOf(turnOff('198.51.100.99', code()))).toMatchObject(tooMany(3600));
    expect(await turnOff(ADDRESS, code())).toBeUndefined();
  });
});

describe('codes by mail', () => {
  test('are turned on with the password, and off with password and code', async () => {
    const { room, owner, desk } = await openAtDesk();
    expect(await outcomeOf(desk.turnOnMailCodes(owner, WRONG, CALLER))).toMatchObject(
      WRONG_PASSWORD,
    );
    expect(await turnOnMail(room, owner)).toHaveLength(10);
    expect(await outcomeOf(desk.turnOnMailCodes(owner, PROOF, CALLER))).toMatchObject(OUTDATED);
    await desk.mailCode(owner);
    const proof = { password: PASSWORD, code: room.box.loginCode() };
    expect(await outcomeOf(desk.turnOffMailCodes(owner, PROOF, CALLER))).toMatchObject(WRONG_CODE);
    expect(await desk.turnOffMailCodes(owner, proof, CALLER)).toBeUndefined();
    expect(await desk.describe(owner)).toMatchObject({
      mailCodesSince: null,
      recoveryCodesLeft: 0,
    });
  });

  test('are refused where no letter leaves, and for an address that nobody verified', async () => {
    const { room, owner, desk } = await openAtDesk();
    room.box.isOpen = false;
    expect(await outcomeOf(desk.turnOnMailCodes(owner, PROOF, CALLER))).toMatchObject(MAIL_CLOSED);
    room.box.isOpen = true;
    await room.register('Ulla', { isVerified: false });
    const ulla = await becomeOwner(room, { username: 'Ulla' });
    expect(await outcomeOf(desk.turnOnMailCodes(ulla, PROOF, CALLER))).toMatchObject(UNCONFIRMED);
    await desk.mailCode(ulla);
    expect(room.box.letters).toEqual([]);
  });

  test('are not sent, and open nothing, for an owner who has an app alone', async () => {
    const { room, owner, desk } = await openAtDesk();
    await turnOnApp(room, owner);
    await desk.mailCode(owner);
    expect(room.box.kinds()).not.toContain('login code');
  });

  test('beside an app keep the recovery codes there are', async () => {
    const { room, owner, desk } = await openAtDesk();
    const { code, recoveryCodes } = await turnOnApp(room, owner);
    desk.forgetFreshCodes(owner);
    expect(await desk.turnOnMailCodes(owner, { ...PROOF, code: code() }, CALLER)).toBeUndefined();
    expect(desk.findFreshCodes(owner)).toBeUndefined();
    room.clock.advance(STEP_MS);
    const off = { password: PASSWORD, code: code() };
    await desk.turnOffApp(owner, off, CALLER);
    expect(await desk.describe(owner)).toMatchObject({ recoveryCodesLeft: 10 });
    const [loginCode = ''] = recoveryCodes;
    expect((await room.openBrowser().logIn({ loginCode })).errors).toEqual([]);
  });
});

describe('recovery codes', () => {
  test('of two first factors turned on at once are shown once, and are good', async () => {
    const { room, owner, desk } = await openAtDesk();
    const other = await becomeOwner(room);
    await desk.startApp(other, PROOF, CALLER);
    const { secret = '' } = (await desk.findAppSetup(other)) ?? {};
    const { turnOnMailCodes } = room.store.security;
    room.store.security.turnOnMailCodes = async (...asked) => {
      const code = appCode(secret, room.clock.now());
      expect(await desk.confirmApp(other, code, CALLER)).toBeUndefined();
      return turnOnMailCodes(...asked);
    };
    expect(await desk.turnOnMailCodes(owner, PROOF, CALLER)).toBeUndefined();
    const shown = [desk.findFreshCodes(owner), desk.findFreshCodes(other)].filter(Boolean);
    expect(shown).toHaveLength(1);
    const [loginCode = ''] = shown[0] ?? [];
    expect((await room.openBrowser().logIn({ loginCode })).errors).toEqual([]);
  });

  test('of one factor turned on twice at once are those of the session that turned it on', async () => {
    const { room, owner, desk } = await openAtDesk();
    const other = await becomeOwner(room);
    const answers = await Promise.all(
      [owner, other].map((each) => outcomeOf(desk.turnOnMailCodes(each, PROOF, CALLER))),
    );
    expect(answers).toMatchObject([undefined, OUTDATED]);
    expect(desk.findFreshCodes(other)).toBeUndefined();
    const [loginCode = ''] = desk.findFreshCodes(owner) ?? [];
    expect((await room.openBrowser().logIn({ loginCode })).errors).toEqual([]);
  });

  test('are shown to the session that made them, until it has them or ten minutes are over', async () => {
    const { room, owner, desk } = await openAtDesk();
    const { code } = await turnOnApp(room, owner);
    const other = await becomeOwner(room, { loginCode: code() });
    expect(desk.findFreshCodes(owner)).toHaveLength(10);
    expect(desk.findFreshCodes(other)).toBeUndefined();
    room.clock.advance(10 * MINUTE_MS);
    expect(desk.findFreshCodes(owner)).toBeUndefined();
  });

  test('made anew take the place of all others', async () => {
    const { room, owner, desk } = await openAtDesk();
    const { code, recoveryCodes } = await turnOnApp(room, owner);
    expect(await outcomeOf(desk.renewRecoveryCodes(owner, PROOF, CALLER))).toMatchObject(
      WRONG_CODE,
    );
    const proof = { password: PASSWORD, code: code() };
    expect(await desk.renewRecoveryCodes(owner, proof, CALLER)).toBeUndefined();
    const [fresh = ''] = desk.findFreshCodes(owner) ?? [];
    const [old = ''] = recoveryCodes;
    expect((await room.openBrowser().logIn({ loginCode: old })).errors).toEqual(['login_code']);
    expect((await room.openBrowser().logIn({ loginCode: fresh })).errors).toEqual([]);
    expect((await desk.describe(owner)).recoveryCodesLeft).toBe(9);
  });

  test('are for accounts with a factor alone', async () => {
    const { owner, desk } = await openAtDesk();
    expect(await outcomeOf(desk.renewRecoveryCodes(owner, PROOF, CALLER))).toMatchObject(OUTDATED);
  });

  test('in memory are bounded, and swept', () => {
    const clock = createFakeClock(0);
    const codes = createFreshCodes(clock, { atMost: 1 });
    codes.put('a', ['1']);
    codes.put('b', ['2']);
    expect([codes.find('a'), codes.find('b')]).toEqual([undefined, ['2']]);
    clock.advance(10 * MINUTE_MS);
    codes.sweep();
    clock.advance(-10 * MINUTE_MS);
    expect(codes.find('b')).toBeUndefined();
  });
});

describe('sessions', () => {
  test('are listed with device, country and last use, this one marked', async () => {
    const { room, owner, desk } = await openAtDesk();
    room.clock.advance(MINUTE_MS);
    await room.openBrowser().logIn();
    const { sessions } = await desk.describeAll(owner);
    expect(sessions).toEqual([
      {
        handle: expect.stringMatching(/^[0-9a-f]{16}$/),
        createdAt: room.clock.now(),
        lastUsedAt: room.clock.now(),
        device: 'ClassiCube launcher',
        country: 'NL',
        isThisOne: false,
      },
      expect.objectContaining({ isThisOne: true }),
    ]);
    expect(JSON.stringify(sessions)).not.toContain(owner.value);
  });

  test('ended one by one behave as none at once; those of others stay', async () => {
    const { room, owner, desk } = await openAtDesk();
    await room.register('Bob');
    const bob = await becomeOwner(room, { username: 'Bob' });
    const other = await becomeOwner(room);
    const { sessions } = await desk.describeAll(owner);
    const handle = sessions.find((each) => !each.isThisOne)?.handle ?? '';
    await desk.endSession(bob, handle, CALLER);
    expect(await room.accounts.recogniseVisitor([other.value])).toMatchObject({ kind: 'account' });
    await desk.endSession(owner, handle, CALLER);
    expect(await room.accounts.recogniseVisitor([other.value])).toEqual({ kind: 'none' });
    expect(await room.accounts.recogniseVisitor([owner.value])).toMatchObject({ kind: 'account' });
    expect(await eventsOf(room)).toContain('session ended');
    for (const wrong of ['', handle, 'x', "' OR 1=1 --"])
      await desk.endSession(owner, wrong, CALLER);
    expect((await eventsOf(room)).filter((event) => event === 'session ended')).toHaveLength(1);
  });

  test('ended all at once leave this one, and devices become strange again', async () => {
    const { room, owner, desk } = await openAtDesk();
    await room.openBrowser().logIn({}, '198.51.100.1');
    await room.openBrowser().logIn({}, '198.51.100.2');
    room.box.letters.length = 0;
    await desk.endOtherSessions(owner, CALLER);
    const { sessions, log } = await desk.describeAll(owner);
    expect(sessions.map(({ isThisOne }) => isThisOne)).toEqual([true]);
    expect(log[0]).toMatchObject({ event: 'other sessions ended', detail: '2' });
    await room.openBrowser().logIn({}, ADDRESS);
    expect(room.box.kinds()).toEqual([]);
    await room.openBrowser().logIn({}, '198.51.100.1');
    expect(room.box.kinds()).toEqual(['new device']);
  });

  test('are fifty at most; the one used longest ago ends', async () => {
    const { room, owner, desk } = await openAtDesk();
    for (let count = 0; count < 60; count += 1) {
      // Thirty logins in five minutes are the most from one address.
      room.clock.advance(10_001);
      await room.openBrowser().logIn();
    }
    expect(await room.store.sessions.listSessions(1)).toHaveLength(50);
    expect(await room.accounts.recogniseVisitor([owner.value])).toEqual({ kind: 'none' });
    expect((await desk.describeAll(owner)).sessions).toHaveLength(50);
  });

  test('that have expired are not listed', async () => {
    const { room, owner, desk } = await openAtDesk();
    room.clock.advance(31 * DAY_MS);
    await room.openBrowser().logIn();
    expect((await desk.describeAll(owner)).sessions).toHaveLength(1);
  });
});

test.each([
  ['verified, its address confirmed', 1, 1],
  ['verified by hand, its address unconfirmed', 1, null],
  ['unverified, its address confirmed', null, 1],
] as const)(
  'an account that is %s is told of its address alone',
  async (_what, verifiedAt, emailConfirmedAt) => {
    const { room, desk } = await openAtDesk();
    await room.store.accounts.updateAccount(
      1,
      { verifiedAt, emailConfirmedAt },
      { endSessions: false },
    );
    const owner = await becomeOwner(room);
    const { isAddressConfirmed } = await desk.describe(owner);
    expect(isAddressConfirmed).toBe(emailConfirmedAt !== null);
    const outcome = await outcomeOf(desk.turnOnMailCodes(owner, PROOF, CALLER));
    if (isAddressConfirmed) expect(outcome).toBeUndefined();
    else expect(outcome).toMatchObject(UNCONFIRMED);
  },
);

describe('the log of an account', () => {
  test('tells of logins, newest first, the same within an hour counted together', async () => {
    const { room, owner, desk } = await openAtDesk();
    await room.openBrowser().logIn();
    room.clock.advance(61 * MINUTE_MS);
    await room.openBrowser().logIn();
    await room.accounts.log.note(1, 'password changed', { detail: 'x'.repeat(1_000) });
    const { log } = await desk.describeAll(owner);
    expect(log.map(({ event, count }) => [event, count])).toEqual([
      ['password changed', 1],
      ['logged in', 1],
      ['logged in', 2],
    ]);
    expect(log[0]?.detail).toHaveLength(500);
    expect(log[1]).toMatchObject({ device: 'ClassiCube launcher', country: 'NL' });
  });

  test('says of each change by its owner with which device it was made, and from where', async () => {
    const { room, owner, desk } = await openAtDesk();
    const { code } = await turnOnApp(room, owner);
    const [first = '', second = ''] = desk.findFreshCodes(owner) ?? [];
    const prove = (typed: string) => ({ ...PROOF, code: typed });
    await desk.turnOnMailCodes(owner, prove(code()), CALLER);
    await desk.turnOffMailCodes(owner, prove(first), CALLER);
    await desk.renewRecoveryCodes(owner, prove(second), CALLER);
    const [last = ''] = desk.findFreshCodes(owner) ?? [];
    expect(await desk.turnOffApp(owner, prove(last), CALLER)).toBeUndefined();
    const other = await becomeOwner(room);
    const { handle } =
      (await desk.describeAll(owner)).sessions.find(({ isThisOne }) => !isThisOne) ?? {};
    await desk.endSession(owner, handle ?? '', CALLER);
    await desk.endOtherSessions(owner, CALLER);
    expect(await room.accounts.recogniseVisitor([other.value])).toEqual({ kind: 'none' });
    const log = await room.accounts.log.listFor(1);
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
    const { room } = await openAtDesk();
    for (let count = 0; count < 210; count += 1) {
      await room.accounts.log.note(1, 'wrong code', { detail: `${count}` });
    }
    const entries = await room.accounts.log.listFor(1);
    expect(entries).toHaveLength(200);
    expect(entries[0]?.detail).toBe('209');
    room.clock.advance(400 * DAY_MS);
    await room.accounts.sweepSessions();
    expect(await room.accounts.log.listFor(1)).toHaveLength(200);
    room.clock.advance(1);
    await room.accounts.sweepSessions();
    expect(await room.accounts.log.listFor(1)).toEqual([]);
  });

  test('goes with its account', async () => {
    const { room } = await openAtDesk();
    await room.administration.deleteAccount('Alice');
    expect(await room.accounts.log.listFor(1)).toEqual([]);
  });

  test('of one account shows nothing of another', async () => {
    const { room } = await openAtDesk();
    await room.register('Bob');
    await room.openBrowser().logIn({ username: 'Bob' }, launcherAt('192.0.2.1').address);
    expect(await room.accounts.log.listFor(1)).toHaveLength(1);
    expect(await room.accounts.log.listFor(2)).toHaveLength(1);
  });
});
