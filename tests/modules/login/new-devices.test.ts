// Devices that an account knows and does not know: who is notified, and who needs a mailed code.

import { describe, expect, test } from 'bun:test';
import { sha256Hex } from '../../../src/platform/lib/digest.ts';
import {
  type AccountsFixture,
  ADDRESS,
  DAY_MS,
  MINUTE_MS,
  openAccountsFixture,
  openWithAlice,
} from '../../support/test-accounts.ts';
import { becomeOwner, turnOnApp } from '../two-factor/owner.ts';

const HOME = ADDRESS;
const AWAY = '198.51.100.9';

const logIn = (fixture: AccountsFixture, address: string, form: object = {}) =>
  fixture.openBrowser().logIn(form, address);
const notices = (fixture: AccountsFixture) =>
  fixture.mailer.emails.filter((email) => email.kind === 'new device').length;

describe('a login from a device that the account does not know', () => {
  test('is reported to the owner, once for each place', async () => {
    using fixture = await openWithAlice();
    await logIn(fixture, HOME);
    expect(fixture.mailer.emails).toEqual([]);
    await logIn(fixture, AWAY);
    expect(fixture.mailer.emails).toEqual([
      {
        kind: 'new device',
        to: 'Alice@example.net',
        accountName: 'Alice',
        language: 'en',
        device: 'ClassiCube launcher',
        country: 'NL',
        at: fixture.clock.now(),
      },
    ]);
    await logIn(fixture, AWAY);
    await logIn(fixture, HOME);
    expect(notices(fixture)).toBe(1);
  });

  test('is not reported when it fails', async () => {
    using fixture = await openWithAlice();
    await logIn(fixture, HOME);
    await logIn(fixture, AWAY, { password: 'wrong horse' });
    await turnOnApp(fixture, await becomeOwner(fixture));
    await logIn(fixture, AWAY);
    expect(notices(fixture)).toBe(0);
  });

  test('is not reported to an address that nobody verified', async () => {
    using fixture = openAccountsFixture();
    await fixture.register('Alice', { isVerified: false });
    await logIn(fixture, HOME);
    await logIn(fixture, AWAY);
    expect(fixture.mailer.emails).toEqual([]);
  });

  test('is no news when it comes with a session of the account', async () => {
    using fixture = await openWithAlice();
    const browser = fixture.openBrowser();
    await browser.logIn({}, HOME);
    await browser.logIn({}, AWAY);
    expect(notices(fixture)).toBe(0);
    await logIn(fixture, AWAY);
    expect(notices(fixture)).toBe(0);
  });

  test('is news again after 180 days', async () => {
    using fixture = await openWithAlice();
    await logIn(fixture, HOME);
    await logIn(fixture, AWAY);
    fixture.clock.advance(100 * DAY_MS);
    await logIn(fixture, HOME);
    fixture.clock.advance(80 * DAY_MS);
    await fixture.accounts.sweepSessions();
    expect(notices(fixture)).toBe(1);
    await logIn(fixture, HOME);
    expect(notices(fixture)).toBe(1);
    await logIn(fixture, AWAY);
    expect(notices(fixture)).toBe(2);
  });

  test('is known by its /64, not by its exact address', async () => {
    using fixture = await openWithAlice();
    await logIn(fixture, '2001:db8::1');
    await logIn(fixture, '2001:db8::ffff');
    expect(notices(fixture)).toBe(0);
    await logIn(fixture, '2001:db8:0:1::1');
    expect(notices(fixture)).toBe(1);
  });

  test('is one of fifteen at most that an account knows', async () => {
    using fixture = await openWithAlice();
    for (let place = 0; place < 20; place += 1) {
      await logIn(fixture, `198.51.100.${place}`);
      fixture.clock.advance(1);
    }
    expect(await fixture.store.devices.listDevices(1)).toHaveLength(15);
    fixture.mailer.emails.length = 0;
    await logIn(fixture, '198.51.100.6');
    await logIn(fixture, '198.51.100.4');
    expect(notices(fixture)).toBe(1);
  });

  test('is kept as a hash: no address and no cookie stands in the database', async () => {
    using fixture = await openWithAlice();
    await logIn(fixture, HOME);
    for (const { keyHash } of await fixture.store.devices.listDevices(1)) {
      expect(keyHash).toMatch(/^a\.[0-9a-f]{30}$/);
    }
  });

  test('is no news if version 1.1 stored its address, under a hash of the account and the address', async () => {
    using fixture = await openWithAlice();
    const { accounts, sessions } = fixture.store;
    const at = fixture.clock.now();
    const facts = { device: '', country: '' };
    await sessions.startSession(
      { valueHash: 'v', accountId: 1, createdAt: at, lastUsedAt: at, ...facts },
      {
        passwordHash: (await accounts.findAccountById(1))?.passwordHash ?? '',
        endsValueHash: undefined,
        atMost: 50,
        notes: {
          entry: { at, event: 'logged in', detail: '', ...facts },
          logBounds: { atMost: 10, sameWithinMs: 0 },
          deviceKeyHashes: [sha256Hex(`address 1 ${HOME}`).slice(0, 32)],
          devicesAtMost: 15,
          rotates: undefined,
        },
      },
    );
    await logIn(fixture, HOME);
    expect(notices(fixture)).toBe(0);
    await logIn(fixture, AWAY);
    expect(notices(fixture)).toBe(1);
  });
});

describe('where a strange device needs a mailed code', () => {
  async function openStrict() {
    const fixture = await openWithAlice({ isNewDeviceCodeOn: true });
    return fixture;
  }

  test('it gets in with it, and is known from then on', async () => {
    using fixture = await openStrict();
    expect((await logIn(fixture, AWAY)).errors).toEqual(['login_code']);
    expect(fixture.mailer.kinds()).toEqual(['login code']);
    expect((await logIn(fixture, AWAY, { loginCode: '000000x' })).errors).toEqual(['login_code']);
    const loginCode = fixture.mailer.loginCode();
    expect((await logIn(fixture, AWAY, { loginCode })).errors).toEqual([]);
    expect((await logIn(fixture, AWAY)).errors).toEqual([]);
    expect((await logIn(fixture, HOME)).errors).toEqual(['login_code']);
  });

  test('a session of the account needs none', async () => {
    using fixture = await openStrict();
    const browser = fixture.openBrowser();
    await browser.logIn({}, HOME);
    await browser.logIn({ loginCode: fixture.mailer.loginCode() }, HOME);
    expect((await browser.logIn({}, AWAY)).errors).toEqual([]);
  });

  test('nobody is locked out while no email can leave, or the address is not verified', async () => {
    using fixture = await openStrict();
    await fixture.register('Ulla', { isVerified: false });
    expect((await logIn(fixture, HOME, { username: 'Ulla' })).errors).toEqual(['verification']);
    fixture.mailer.isOpen = false;
    expect((await logIn(fixture, HOME)).errors).toEqual([]);
    expect(fixture.mailer.emails).toEqual([]);
  });

  test('an account with an app of its own is asked for that', async () => {
    using fixture = await openStrict();
    await logIn(fixture, HOME);
    const owner = await becomeOwner(fixture, { loginCode: fixture.mailer.loginCode() });
    const { code } = await turnOnApp(fixture, owner);
    fixture.clock.advance(MINUTE_MS);
    fixture.mailer.emails.length = 0;
    expect((await logIn(fixture, AWAY)).errors).toEqual(['login_code']);
    expect(fixture.mailer.emails).toEqual([]);
    expect((await logIn(fixture, AWAY, { loginCode: code() })).errors).toEqual([]);
  });
});

test('asking for codes can be turned on while the service runs', async () => {
  const options = { isNewDeviceCodeOn: false };
  using fixture = await openWithAlice(options);
  expect((await logIn(fixture, HOME)).errors).toEqual([]);
  options.isNewDeviceCodeOn = true;
  expect((await logIn(fixture, AWAY)).errors).toEqual(['login_code']);
  options.isNewDeviceCodeOn = false;
  expect((await logIn(fixture, AWAY)).errors).toEqual([]);
});
