// Devices that an account knows and does not know: who is told, and who needs a mailed code.

import { describe, expect, test } from 'bun:test';
import { becomeOwner, turnOnApp } from './owner.ts';
import { ADDRESS, DAY_MS, MINUTE_MS, openRoom, PASSWORD, type Room } from './room.ts';

const HOME = ADDRESS;
const AWAY = '198.51.100.9';

const logIn = (room: Room, address: string, form: object = {}) =>
  room.openBrowser().logIn(form, address);
const notices = (room: Room) =>
  room.box.letters.filter((letter) => letter.kind === 'new device').length;

describe('a login from a device that the account does not know', () => {
  test('is told to the owner, once for each place', async () => {
    using room = openRoom();
    await room.register('Alice');
    await logIn(room, HOME);
    expect(room.box.letters).toEqual([]);
    await logIn(room, AWAY);
    expect(room.box.letters).toEqual([
      {
        kind: 'new device',
        to: 'Alice@example.net',
        accountName: 'Alice',
        device: 'ClassiCube launcher',
        country: 'Netherlands',
        at: room.clock.now(),
      },
    ]);
    await logIn(room, AWAY);
    await logIn(room, HOME);
    expect(notices(room)).toBe(1);
  });

  test('is not told when it fails', async () => {
    using room = openRoom();
    await room.register('Alice');
    await logIn(room, HOME);
    await logIn(room, AWAY, { password: 'wrong horse' });
    await turnOnApp(room, await becomeOwner(room));
    await logIn(room, AWAY);
    expect(notices(room)).toBe(0);
  });

  test('is not told to an address that nobody verified', async () => {
    using room = openRoom();
    await room.register('Alice', { isVerified: false });
    await logIn(room, HOME);
    await logIn(room, AWAY);
    expect(room.box.letters).toEqual([]);
  });

  test('is no news when it comes with a session of the account', async () => {
    using room = openRoom();
    await room.register('Alice');
    const browser = room.openBrowser();
    await browser.logIn({}, HOME);
    await browser.logIn({}, AWAY);
    expect(notices(room)).toBe(0);
    await logIn(room, AWAY);
    expect(notices(room)).toBe(0);
  });

  test('is news again after 180 days', async () => {
    using room = openRoom();
    await room.register('Alice');
    await logIn(room, HOME);
    await logIn(room, AWAY);
    room.clock.advance(100 * DAY_MS);
    await logIn(room, HOME);
    room.clock.advance(80 * DAY_MS);
    await room.accounts.sweepSessions();
    expect(notices(room)).toBe(1);
    await logIn(room, HOME);
    expect(notices(room)).toBe(1);
    await logIn(room, AWAY);
    expect(notices(room)).toBe(2);
  });

  test('is known by its /64, not by its exact address', async () => {
    using room = openRoom();
    await room.register('Alice');
    await logIn(room, '2001:db8::1');
    await logIn(room, '2001:db8::ffff');
    expect(notices(room)).toBe(0);
    await logIn(room, '2001:db8:0:1::1');
    expect(notices(room)).toBe(1);
  });

  test('is one of forty at most that an account knows', async () => {
    using room = openRoom();
    await room.register('Alice');
    for (let place = 0; place < 60; place += 1) {
      await logIn(room, `198.51.100.${place}`);
      room.clock.advance(1);
    }
    expect(await room.store.devices.listDevices(1)).toHaveLength(40);
    room.box.letters.length = 0;
    await logIn(room, '198.51.100.20');
    await logIn(room, '198.51.100.10');
    expect(notices(room)).toBe(1);
  });

  test('is kept as a hash: no address and no cookie stands in the database', async () => {
    using room = openRoom();
    await room.register('Alice');
    await logIn(room, HOME);
    for (const { keyHash } of await room.store.devices.listDevices(1)) {
      expect(keyHash).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  test('is strange again after the password was changed by an administrator', async () => {
    using room = openRoom();
    await room.register('Alice');
    await logIn(room, HOME);
    await room.administration.changePassword('Alice', 'another horse');
    expect(await room.store.devices.listDevices(1)).toEqual([]);
  });
});

describe('where a strange device needs a mailed code', () => {
  async function openStrict() {
    const room = openRoom({ isNewDeviceCodeOn: true });
    await room.register('Alice');
    return room;
  }

  test('it gets in with it, and is known from then on', async () => {
    using room = await openStrict();
    expect((await logIn(room, AWAY)).errors).toEqual(['login_code']);
    expect(room.box.kinds()).toEqual(['login code']);
    expect((await logIn(room, AWAY, { loginCode: '000000x' })).errors).toEqual(['login_code']);
    const loginCode = room.box.loginCode();
    expect((await logIn(room, AWAY, { loginCode })).errors).toEqual([]);
    expect((await logIn(room, AWAY)).errors).toEqual([]);
    expect((await logIn(room, HOME)).errors).toEqual(['login_code']);
  });

  test('a session of the account needs none', async () => {
    using room = await openStrict();
    const browser = room.openBrowser();
    await browser.logIn({}, HOME);
    await browser.logIn({ loginCode: room.box.loginCode() }, HOME);
    expect((await browser.logIn({}, AWAY)).errors).toEqual([]);
  });

  test('nobody is locked out while no letter can leave, or the address is not verified', async () => {
    using room = await openStrict();
    await room.register('Ulla', { isVerified: false });
    expect((await logIn(room, HOME, { username: 'Ulla' })).errors).toEqual(['verification']);
    room.box.isOpen = false;
    expect((await logIn(room, HOME)).errors).toEqual([]);
    expect(room.box.letters).toEqual([]);
  });

  test('an account with an app of its own is asked for that', async () => {
    using room = await openStrict();
    await logIn(room, HOME);
    const owner = await becomeOwner(room, { loginCode: room.box.loginCode() });
    const { code } = await turnOnApp(room, owner);
    room.clock.advance(MINUTE_MS);
    room.box.letters.length = 0;
    expect((await logIn(room, AWAY)).errors).toEqual(['login_code']);
    expect(room.box.letters).toEqual([]);
    expect((await logIn(room, AWAY, { loginCode: code() })).errors).toEqual([]);
  });

  test('a wrong password still says so first', async () => {
    using room = await openStrict();
    const form = { password: `${PASSWORD}!`, loginCode: '123456' };
    expect((await logIn(room, AWAY, form)).errors).toEqual(['password']);
    expect(room.box.letters).toEqual([]);
  });
});

test('asking for codes can be turned on while the service runs', async () => {
  const options = { isNewDeviceCodeOn: false };
  using room = openRoom(options);
  await room.register('Alice');
  expect((await logIn(room, HOME)).errors).toEqual([]);
  options.isNewDeviceCodeOn = true;
  expect((await logIn(room, AWAY)).errors).toEqual(['login_code']);
  options.isNewDeviceCodeOn = false;
  expect((await logIn(room, AWAY)).errors).toEqual([]);
});
