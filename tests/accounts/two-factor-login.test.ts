// Launchers whose account asks for a code: from an app, by mail, or out of the list of recovery codes.

import { describe, expect, test } from 'bun:test';
import { wrongAppCode } from '../support/authenticator.ts';
import { becomeOwner, STEP_MS, turnOnApp, turnOnMail } from './owner.ts';
import { ADDRESS, MINUTE_MS, openRoom, type Room } from './room.ts';

const FIVE_MINUTES = 'Too many attempts, try again in 5 minutes.';
const CODE = ['login_code'];

async function errorsOf(room: Room, form: object = {}, address = ADDRESS): Promise<string[]> {
  return (await room.openBrowser().logIn(form, address)).errors;
}

const withCode = (room: Room, loginCode: string, address = ADDRESS) =>
  errorsOf(room, { loginCode }, address);

async function openWithApp() {
  const room = openRoom();
  await room.register('Alice');
  const app = await turnOnApp(room, await becomeOwner(room));
  return { room, ...app };
}

describe('an account with an app', () => {
  // C4.15
  test('asks for a code, and lets in with it', async () => {
    const { room, code } = await openWithApp();
    expect(await errorsOf(room)).toEqual(CODE);
    expect(await withCode(room, '  ')).toEqual(CODE);
    expect(await withCode(room, code())).toEqual([]);
    expect(room.box.kinds()).not.toContain('login code');
  });

  test('takes it with spaces and dashes', async () => {
    const { room, code } = await openWithApp();
    expect(await withCode(room, ` ${code().slice(0, 3)}-${code().slice(3)} `)).toEqual([]);
  });

  test('takes each code once, and none of the step before it afterwards', async () => {
    const { room, code } = await openWithApp();
    const earlier = code();
    room.clock.advance(STEP_MS);
    const later = code();
    expect(await withCode(room, later)).toEqual([]);
    expect(await withCode(room, later)).toEqual(CODE);
    expect(await withCode(room, earlier)).toEqual(CODE);
    room.clock.advance(STEP_MS);
    expect(await withCode(room, code())).toEqual([]);
  });

  test('does not take the code that its set-up was confirmed with', async () => {
    const room = openRoom();
    await room.register('Alice');
    const owner = await becomeOwner(room);
    const { code } = await turnOnApp(room, owner);
    room.clock.advance(-STEP_MS);
    expect(await withCode(room, code())).toEqual(CODE);
  });

  test('lets one of many simultaneous posts of one code in', async () => {
    const { room, code } = await openWithApp();
    const posts = Array.from({ length: 4 }, (_, place) =>
      withCode(room, code(), `198.51.100.${place}`),
    );
    const errors = (await Promise.all(posts)).flat();
    expect(errors).toEqual(['login_code', 'login_code', 'login_code']);
  });

  // C4.7
  test('asks for the password first', async () => {
    const { room, code } = await openWithApp();
    expect(await errorsOf(room, { password: 'wrong horse', loginCode: code() })).toEqual([
      'password',
    ]);
    expect(await withCode(room, code())).toEqual([]);
  });

  // C4.7
  test('tells a suspended owner so before a code is asked for', async () => {
    const { room } = await openWithApp();
    await room.administration.suspendAccount('Alice', '');
    expect(await errorsOf(room)).toEqual(['This account is suspended.']);
  });

  test('asks after a restart too, and remembers what was used', async () => {
    const { room, code } = await openWithApp();
    expect(await withCode(room, code())).toEqual([]);
    const again = await room.openBrowser(room.restart()).logIn({ loginCode: code() });
    expect(again.errors).toEqual(CODE);
    room.clock.advance(STEP_MS);
    const next = await room.openBrowser(room.restart()).logIn({ loginCode: code() });
    expect(next.errors).toEqual([]);
  });

  test('asks where a session of its own comes from, too', async () => {
    const { room, code } = await openWithApp();
    const browser = room.openBrowser();
    await browser.logIn({ loginCode: code() });
    expect((await browser.logIn()).errors).toEqual(CODE);
    expect((await browser.ask()).isAuthenticated).toBe(true);
  });

  test('leaves the session alone when the code is wrong', async () => {
    const { room, secret } = await openWithApp();
    const browser = room.openBrowser();
    const before = await browser.ask();
    const state = await browser.logIn({ loginCode: wrongAppCode(secret, room.clock.now()) });
    expect(state).toMatchObject({ errors: CODE, isAuthenticated: false, username: null });
    expect(state.sessionValue).toBe(before.sessionValue);
  });
});

describe('a recovery code', () => {
  // C4.16
  test('lets in once, and its owner is told', async () => {
    const { room, recoveryCodes } = await openWithApp();
    const [first = '', second = ''] = recoveryCodes;
    expect(recoveryCodes).toHaveLength(10);
    expect(await withCode(room, first.replace(/(.{4})(.{4})/, '$1 $2-'))).toEqual([]);
    expect(await withCode(room, first)).toEqual(CODE);
    expect(await withCode(room, second)).toEqual([]);
    await room.composeEmails();
    const letters = room.box.letters.filter((letter) => letter.kind === 'second factor changed');
    expect(letters.map((letter) => 'change' in letter && letter.change)).toEqual([
      'turned on',
      'recovery code used',
      'recovery code used',
    ]);
    expect(letters[1]).toMatchObject({ to: 'Alice@example.net', accountName: 'Alice' });
  });

  test('of one account opens no other', async () => {
    const { room, recoveryCodes } = await openWithApp();
    await room.register('Bob');
    await turnOnApp(room, await becomeOwner(room, { username: 'Bob' }));
    const [code = ''] = recoveryCodes;
    expect(await errorsOf(room, { username: 'Bob', loginCode: code })).toEqual(CODE);
    expect(await withCode(room, code)).toEqual([]);
  });

  test('posted many times at once lets one in', async () => {
    const { room, recoveryCodes } = await openWithApp();
    const posts = Array.from({ length: 4 }, () => withCode(room, recoveryCodes[0] ?? ''));
    expect((await Promise.all(posts)).flat()).toHaveLength(3);
  });

  test('is kept as a hash alone', async () => {
    const { room, recoveryCodes } = await openWithApp();
    expect(await room.store.security.countRecoveryCodes(1)).toBe(10);
    for (const code of recoveryCodes) {
      expect(await room.store.security.spendRecoveryCode(1, code)).toBe(false);
    }
  });
});

describe('mailed codes', () => {
  async function openWithMail() {
    const room = openRoom();
    await room.register('Alice');
    const recoveryCodes = await turnOnMail(room, await becomeOwner(room));
    return { room, recoveryCodes };
  }

  const mailed = (room: Room) =>
    room.box.letters.filter((letter) => letter.kind === 'login code').length;

  // C4.15, C4.16
  test('are sent to the owner when the password is right, and let in', async () => {
    const { room } = await openWithMail();
    expect(await errorsOf(room, { password: 'wrong horse' })).toEqual(['password']);
    expect(mailed(room)).toBe(0);
    expect(await errorsOf(room)).toEqual(CODE);
    expect(room.box.letters.at(-1)).toMatchObject({
      kind: 'login code',
      to: 'Alice@example.net',
      accountName: 'Alice',
      validUntil: room.clock.now() + 10 * MINUTE_MS,
    });
    expect(room.box.loginCode()).toMatch(/^\d{6}$/);
    expect(await withCode(room, room.box.loginCode())).toEqual([]);
    expect(await withCode(room, room.box.loginCode())).toEqual(CODE);
  });

  test('are not sent anew by each retry within a minute, and an earlier one stays good', async () => {
    const { room } = await openWithMail();
    await errorsOf(room);
    const first = room.box.loginCode();
    room.clock.advance(MINUTE_MS - 1);
    await errorsOf(room);
    await withCode(room, 'abcdef');
    expect(mailed(room)).toBe(1);
    room.clock.advance(1);
    await errorsOf(room);
    expect(mailed(room)).toBe(2);
    expect(await withCode(room, first)).toEqual([]);
    expect(await withCode(room, room.box.loginCode())).toEqual(CODE);
  });

  test('are at most six in an hour', async () => {
    const { room } = await openWithMail();
    for (let minute = 0; minute < 30; minute += 1) {
      await errorsOf(room);
      room.clock.advance(MINUTE_MS);
    }
    expect(mailed(room)).toBe(6);
    room.clock.advance(31 * MINUTE_MS);
    await errorsOf(room);
    expect(mailed(room)).toBe(7);
  });

  test('expire after ten minutes; typing an old one brings a new one', async () => {
    const { room } = await openWithMail();
    await errorsOf(room);
    const old = room.box.loginCode();
    room.clock.advance(10 * MINUTE_MS - 1);
    expect(await withCode(room, '000000')).toEqual(CODE);
    expect(mailed(room)).toBe(1);
    room.clock.advance(1);
    expect(await withCode(room, old)).toEqual(CODE);
    expect(mailed(room)).toBe(2);
    expect(await withCode(room, room.box.loginCode())).toEqual([]);
  });

  test('count among the newest three alone', async () => {
    const { room } = await openWithMail();
    const codes: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      await errorsOf(room);
      codes.push(room.box.loginCode());
      room.clock.advance(MINUTE_MS);
    }
    expect(await withCode(room, codes[0] ?? '')).toEqual(CODE);
    expect(await withCode(room, codes[1] ?? '')).toEqual([]);
  });

  test('survive a restart, and are bound to their account', async () => {
    const { room } = await openWithMail();
    await room.register('Bob');
    await turnOnMail(room, await becomeOwner(room, { username: 'Bob' }));
    await errorsOf(room);
    const loginCode = room.box.loginCode();
    expect(await errorsOf(room, { username: 'Bob', loginCode })).toEqual(CODE);
    const again = await room.openBrowser(room.restart()).logIn({ loginCode });
    expect(again.errors).toEqual([]);
  });

  test('when no letter can leave: a recovery code lets in, and the answer says so', async () => {
    const { room, recoveryCodes } = await openWithMail();
    room.box.isOpen = false;
    // The launcher shows its field for a code on this text alone.
    expect(await errorsOf(room)).toEqual(CODE);
    const [text = ''] = await withCode(room, '123456');
    expect(text).toBe('Mail is off here: use a recovery code, or ask the operator.');
    expect(text.length).toBeLessThanOrEqual(64);
    expect(await withCode(room, recoveryCodes[0] ?? '')).toEqual([]);
  });

  // C4.16
  test('beside an app: either lets in', async () => {
    const { room } = await openWithMail();
    const owner = await becomeOwner(room, {}).catch(() => undefined);
    expect(owner).toBeUndefined();
    const state = await room.openBrowser().logIn({ loginCode: room.box.loginCode() });
    const visitor = await room.accounts.recogniseVisitor([state.sessionValue]);
    if (visitor.kind !== 'account') throw new Error('not logged in');
    room.clock.advance(MINUTE_MS);
    await room.accounts.security.mailCode(visitor);
    const { code } = await turnOnApp(room, visitor, {
      password: 'correct horse',
      code: room.box.loginCode(),
    });
    expect(await withCode(room, code())).toEqual([]);
    room.clock.advance(MINUTE_MS);
    expect(await errorsOf(room)).toEqual(CODE);
    expect(await withCode(room, room.box.loginCode())).toEqual([]);
  });
});

describe('wrong codes', () => {
  test('make the next wait after five, and a right one too', async () => {
    const { room, secret, code } = await openWithApp();
    const wrong = wrongAppCode(secret, room.clock.now());
    for (let count = 0; count < 5; count += 1) expect(await withCode(room, wrong)).toEqual(CODE);
    expect(await withCode(room, wrong)).toEqual([FIVE_MINUTES]);
    expect(await withCode(room, code())).toEqual([FIVE_MINUTES]);
    expect(await errorsOf(room)).toEqual([FIVE_MINUTES]);
    room.clock.advance(5 * MINUTE_MS);
    expect(await withCode(room, code())).toEqual([]);
  });

  test('stop nobody at another address, no running session, and no other account', async () => {
    const { room, secret, code } = await openWithApp();
    await room.register('Bob');
    const running = room.openBrowser();
    await running.logIn({ loginCode: code() });
    const wrong = wrongAppCode(secret, room.clock.now());
    const stranger = '198.51.100.66';
    for (let count = 0; count < 6; count += 1) await withCode(room, wrong, stranger);
    expect(await withCode(room, wrong, stranger)).toEqual([FIVE_MINUTES]);
    room.clock.advance(STEP_MS);
    expect(await withCode(room, code())).toEqual([]);
    expect((await running.ask()).isAuthenticated).toBe(true);
    expect(await errorsOf(room, { username: 'Bob' }, stranger)).toEqual([]);
  });

  test('from one /64 are counted together', async () => {
    const { room, secret } = await openWithApp();
    const wrong = wrongAppCode(secret, room.clock.now());
    for (let host = 1; host <= 5; host += 1) await withCode(room, wrong, `2001:db8::${host}`);
    expect(await withCode(room, wrong, '2001:db8::99')).toEqual([FIVE_MINUTES]);
    expect(await withCode(room, wrong, '2001:db8:0:1::1')).toEqual(CODE);
  });

  test('from many strange addresses stop all strange ones, but no known one and no recovery code', async () => {
    const { room, secret, code, recoveryCodes } = await openWithApp();
    for (let place = 0; place < 30; place += 1) {
      const wrong = wrongAppCode(secret, room.clock.now());
      expect(await withCode(room, wrong, `198.51.100.${place}`)).toEqual(CODE);
    }
    expect(await withCode(room, code(), '198.51.100.200')).toEqual([
      'Too many attempts, try again in 60 minutes.',
    ]);
    expect(await withCode(room, recoveryCodes[0] ?? '', '198.51.100.201')).toEqual([]);
    expect(await withCode(room, code())).toEqual([]);
    room.clock.advance(60 * MINUTE_MS);
    expect(await withCode(room, code(), '198.51.100.200')).toEqual([]);
  });

  test('are in the log of the account, counted', async () => {
    const { room, secret } = await openWithApp();
    const wrong = wrongAppCode(secret, room.clock.now());
    for (let count = 0; count < 3; count += 1) await withCode(room, wrong);
    const [latest] = await room.accounts.log.listFor(1);
    expect(latest).toMatchObject({
      event: 'wrong code',
      count: 3,
      device: 'ClassiCube launcher',
      country: 'NL',
    });
    expect(JSON.stringify(await room.accounts.log.listFor(1))).not.toContain(wrong);
  });

  test('while nothing is typed are none', async () => {
    const { room, code } = await openWithApp();
    for (let count = 0; count < 20; count += 1) expect(await errorsOf(room)).toEqual(CODE);
    expect(await withCode(room, code())).toEqual([]);
  });
});
