// What owners do with their account as a whole, who goes without ever having confirmed, and the first administrator.

import { describe, expect, test } from 'bun:test';
import { Failure } from '../../src/lib/failure.ts';
import { failuresOf, outcomeOf, sentencesOf } from '../support/failures.ts';
import { NEW_PASSWORD, noCode, openRegistrationRoom } from './registration-room.ts';
import { ADDRESS, DAY_MS, MINUTE_MS, PASSWORD } from './room.ts';

const FRESH = 'another good one';

describe('changing the password', () => {
  test('ends all sessions, lets the new one in, and tells the owner', async () => {
    using room = openRegistrationRoom();
    const account = await room.register('Alice');
    const browser = room.openBrowser();
    await browser.logIn();
    const form = { password: PASSWORD, newPassword: FRESH };
    const changed = await room.registration.own.changePassword(account, form, ADDRESS, noCode);
    expect(changed).toEqual(await room.now(account));
    expect((await room.accounts.recogniseVisitor([browser.cookie ?? ''])).kind).toBe('none');
    expect((await browser.logIn({ password: FRESH })).isAuthenticated).toBe(true);
    await room.registration.composeEmails();
    expect(room.post.takeOne('password changed')).toEqual({
      kind: 'password changed',
      to: 'Alice@example.net',
      accountName: 'Alice',
      at: room.clock.now(),
    });
  });

  test.each([
    ['a wrong old one', 'not the one', FRESH, /^password: This is not your password/],
    ['no old one', '', FRESH, /^password: Type your password/],
    ['a common new one', PASSWORD, 'iloveyou', /^new_password: .*most common/],
    ['the name as the new one', PASSWORD, 'AliceAlice', undefined],
    ['a short new one', PASSWORD, 'short', /^new_password: The password has 5 characters/],
  ])('with %s', async (_title, password, newPassword, sentence) => {
    using room = openRegistrationRoom();
    const account = await room.register('Alice');
    const form = { password, newPassword };
    const changing = room.registration.own.changePassword(account, form, ADDRESS, noCode);
    if (sentence === undefined) await changing;
    else expect(await sentencesOf(changing)).toEqual([expect.stringMatching(sentence)]);
  });

  test('counts wrong ones together with those of logins, and as guesses', async () => {
    using room = openRegistrationRoom();
    const account = await room.register('Alice');
    const { own } = room.registration;
    for (let count = 0; count < 5; count += 1) {
      await room.openBrowser().logIn({ password: 'wrong horse' });
      const form = { password: 'wrong horse', newPassword: FRESH };
      expect(await sentencesOf(own.changePassword(account, form, ADDRESS, noCode))).toEqual([
        'password: This is not your password.',
      ]);
    }
    expect((await room.openBrowser().logIn()).errors).toEqual([
      'Too many attempts, try again in 5 minutes.',
    ]);
    for (let count = 10; count < 100; count += 1) {
      const form = { password: 'wrong horse', newPassword: FRESH };
      await failuresOf(own.changePassword(account, form, `198.51.100.${count}`, noCode));
    }
    expect(room.box.kinds()).toEqual(['guessing noticed']);
  });

  test.each(['by the owner', 'by hand'])(
    '%s ends the links by which whoever knew the old one would come back',
    async (whose) => {
      using room = openRegistrationRoom();
      const account = await room.register('Alice');
      const { own, address, recovery, composeEmails } = room.registration;
      const asked = { email: 'eve@example.net', password: PASSWORD };
      await address.change(account, asked, '198.51.100.66', noCode);
      await recovery.request('Alice', '198.51.100.66');
      await composeEmails();
      const tokens = room.post.take().flatMap((letter) => ('token' in letter ? letter.token : []));
      expect(tokens).toHaveLength(2);
      const [confirm = '', reset = ''] = tokens;
      if (whose === 'by hand') await room.administration.changePassword('Alice', FRESH);
      else {
        const form = { password: PASSWORD, newPassword: FRESH };
        await own.changePassword(account, form, ADDRESS, noCode);
      }
      expect(await address.followLink('new address', confirm)).toBeUndefined();
      expect(await recovery.reset(reset, 'a third one')).toBeUndefined();
      expect((await room.now(account)).email).toBe('Alice@example.net');
    },
  );

  test('of two at the same time one wins', async () => {
    using room = openRegistrationRoom();
    const account = await room.register('Alice');
    const { own } = room.registration;
    const outcomes = await Promise.all(
      [FRESH, 'a third one'].map((newPassword) =>
        outcomeOf(
          own.changePassword(account, { password: PASSWORD, newPassword }, ADDRESS, noCode),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome instanceof Failure)).toMatchObject([
      {
        kind: 'conflict',
        message: 'Your account was changed at the same time: load this page anew.',
      },
    ]);
  });
});

describe('the copy of everything', () => {
  test('asks for the password', async () => {
    using room = openRegistrationRoom();
    const account = await room.register('Alice');
    const reading = room.registration.own.readEverything(account, 'not the one', ADDRESS, noCode);
    expect(await sentencesOf(reading)).toEqual(['password: This is not your password.']);
  });

  test('holds the account, its sessions and what waits, and no secret', async () => {
    using room = openRegistrationRoom();
    const account = await room.mustSignUp();
    const letter = room.post.takeOne('verify address');
    const browser = room.openBrowser();
    await browser.logIn({ password: NEW_PASSWORD });
    await room.register('Bob');
    const everything = await room.registration.own.readEverything(
      account,
      NEW_PASSWORD,
      ADDRESS,
      noCode,
    );
    expect(everything).toMatchObject({
      accounts: [
        {
          id: 1,
          name: 'Alice',
          email: 'alice@example.net',
          registered_at: new Date(account.registeredAt).toISOString(),
        },
      ],
      sessions: [{ created_at: new Date(room.clock.now()).toISOString() }],
      account_secrets: [{ purpose: 'verify address', email: 'alice@example.net' }],
    });
    const text = JSON.stringify(everything);
    for (const secret of [account.passwordHash, letter.token, letter.code, browser.cookie ?? '']) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(/hash|Bob/);
  });
});

describe('leaving', () => {
  test('removes the account and its sessions, tells the owner, and keeps the name for a month', async () => {
    using room = openRegistrationRoom();
    const account = await room.register('Alice');
    const browser = room.openBrowser();
    await browser.logIn();
    await room.registration.own.remove(account, PASSWORD, ADDRESS, noCode);
    expect(await room.store.accounts.findAccountByName('Alice')).toBeUndefined();
    expect((await room.accounts.recogniseVisitor([browser.cookie ?? ''])).kind).toBe('none');
    await room.registration.composeEmails();
    expect(room.post.takeOne('account deleted').to).toBe('Alice@example.net');

    expect(await sentencesOf(room.signUp({ name: 'AL1CE' }))).toEqual([
      expect.stringMatching(/^name: .*can be taken again in 30 days\.$/),
    ]);
    room.clock.advance(30 * DAY_MS);
    await room.registration.sweep();
    expect((await room.signUp({ name: 'AL1CE' })).id).toBe(2);
  });

  test('asks for the password', async () => {
    using room = openRegistrationRoom();
    const account = await room.register('Alice');
    const removing = room.registration.own.remove(account, '', ADDRESS, noCode);
    expect(await sentencesOf(removing)).toEqual(['password: Type your password.']);
    expect(await room.now(account)).toEqual(account);
  });

  test('sends no letter to an address that nobody confirmed', async () => {
    using room = openRegistrationRoom();
    const account = await room.mustSignUp();
    room.post.take();
    await room.registration.own.remove(account, NEW_PASSWORD, ADDRESS, noCode);
    expect(await room.registration.composeEmails()).toBe(0);
  });
});

describe('accounts that nobody ever verified', () => {
  test('go after two weeks; verified, suspended and administrators’ stay', async () => {
    using room = openRegistrationRoom();
    await room.mustSignUp({ name: 'Never' });
    await room.register('Verified');
    await room.register('Boss', { isVerified: false, role: 'administrator' });
    await room.register('Sven', { isVerified: false });
    await room.administration.suspendAccount('Sven', 'griefing');
    room.clock.advance(14 * DAY_MS - 10 * MINUTE_MS);
    expect(await room.registration.sweep()).toEqual([]);
    await room.mustSignUp({ name: 'Later', email: 'later@example.net' });
    room.clock.advance(10 * MINUTE_MS);
    expect(await room.registration.sweep()).toEqual(['Never']);
    // The name was hardly anybody's, and is free at once.
    await room.signUp({ name: 'Never' });
  });

  test('stay where the operator says so', async () => {
    using room = openRegistrationRoom({ unverifiedDays: 0 });
    await room.mustSignUp();
    room.clock.advance(400 * DAY_MS);
    expect(await room.registration.sweep()).toEqual([]);
  });
});

describe('the first administrator', () => {
  const form = { name: 'Boss', email: 'boss@example.net', password: NEW_PASSWORD };

  test('is made by a link that is good once, and for half an hour', async () => {
    using room = openRegistrationRoom();
    const { firstAdministrator: first } = room.registration;
    const expired = (await first.openLink()) ?? '';
    room.clock.advance(30 * MINUTE_MS);
    expect(await first.claim(expired, form)).toBeUndefined();
    const token = (await first.openLink()) ?? '';
    expect(await first.isGood(expired)).toBe(false);
    expect(await first.isGood(token)).toBe(true);
    const account = await first.claim(token, form);
    expect(account).toMatchObject({ role: 'administrator', verifiedAt: room.clock.now() });
    expect(await first.claim(token, { ...form, name: 'Second' })).toBeUndefined();
    expect(await first.openLink()).toBeUndefined();
    await room.registration.composeEmails();
    expect(room.post.takeOne('verify address').to).toBe('boss@example.net');
  });

  test('of two at the same time is one', async () => {
    using room = openRegistrationRoom();
    const { firstAdministrator: first } = room.registration;
    const token = (await first.openLink()) ?? '';
    const both = await Promise.all([
      first.claim(token, form),
      first.claim(token, { ...form, name: 'Second' }),
    ]);
    expect(both.filter((outcome) => outcome !== undefined)).toHaveLength(1);
    expect(await room.store.accounts.listAccounts({ afterId: 0, limit: 9 })).toHaveLength(1);
  });

  test('is not made by a link once there is one from the command line', async () => {
    using room = openRegistrationRoom();
    const { firstAdministrator: first } = room.registration;
    const token = (await first.openLink()) ?? '';
    await room.register('Root_1', { role: 'administrator' });
    expect(await first.isGood(token)).toBe(false);
    expect(await first.claim(token, form)).toBeUndefined();
  });

  test('may have a reserved name, and no bad password', async () => {
    using room = openRegistrationRoom();
    const { firstAdministrator: first } = room.registration;
    const token = (await first.openLink()) ?? '';
    const bad = first.claim(token, { name: 'admin', email: 'x', password: 'admin123' });
    expect(await sentencesOf(bad)).toEqual([
      expect.stringMatching(/^email: /),
      expect.stringMatching(/^password: .*most common/),
    ]);
    expect(await first.claim(token, { ...form, name: 'admin' })).toMatchObject({ name: 'admin' });
  });

  test.each(['', 'x', 'a'.repeat(43), '../../etc/passwd'])('not by %p', async (token) => {
    using room = openRegistrationRoom();
    await room.registration.firstAdministrator.openLink();
    expect(await room.registration.firstAdministrator.isGood(token)).toBe(false);
    expect(await room.registration.firstAdministrator.claim(token, form)).toBeUndefined();
  });
});

describe('invites', () => {
  test('are listed with what is left of them, and revoked', async () => {
    using room = openRegistrationRoom({ mode: 'invite' });
    const { code, invite } = await room.invites.createInvite({ uses: 3, validMs: DAY_MS });
    expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    await room.signUp({ invite: code });
    expect(await room.invites.listInvites()).toEqual([{ ...invite, usesLeft: 2 }]);
    await room.invites.revokeInvite(invite.id);
    expect(await room.invites.listInvites()).toEqual([]);
    const late = room.signUp({ name: 'Late', invite: code });
    expect(await sentencesOf(late)).toEqual([expect.stringMatching(/^invite: /)]);
  });

  test.each([
    [0, DAY_MS, /1 to 10000/],
    [1.5, DAY_MS, /1 to 10000/],
    [10_001, DAY_MS, /1 to 10000/],
    [1, 0, /a year at most/],
    [1, 366 * DAY_MS, /a year at most/],
    [1, Number.NaN, /a year at most/],
  ])('for %d uses and %d ms are refused', async (uses, validMs, sentence) => {
    using room = openRegistrationRoom();
    const made = room.invites.createInvite({ uses, validMs });
    expect(await made.catch((error) => error.message)).toMatch(sentence);
  });

  test('that are not there cannot be revoked', async () => {
    using room = openRegistrationRoom();
    for (const id of [1, -1, 1.5, Number.NaN]) {
      const revoked = room.invites.revokeInvite(id);
      expect(await revoked.catch((error) => error.kind)).toBe('not_found');
    }
  });
});
