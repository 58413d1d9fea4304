// What owners do with their account as a whole, who goes without ever having confirmed, and the first administrator.

import { describe, expect, test } from 'bun:test';
import { accountFailures } from '../../../src/modules/account/messages.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { failuresOf, launcherTexts, outcomeOf, sentencesOf } from '../../support/failures.ts';
import {
  browserAt,
  DAY_MS,
  MINUTE_MS,
  openAccountsFixture,
  PASSWORD,
} from '../../support/test-accounts.ts';
import { NEW_PASSWORD, openRegistrationFixture } from '../registration/registration-fixture.ts';
import { CALLER, PROOF } from '../two-factor/owner.ts';

const FRESH = 'another good one';

describe('changing the password', () => {
  test('ends all sessions, lets the new one in, and tells the owner', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.register('Alice');
    const browser = fixture.openBrowser();
    await browser.logIn();
    const form = { ...PROOF, newPassword: FRESH };
    const changed = await fixture.own.changePassword(account, form, CALLER);
    expect(changed).toEqual(await fixture.now(account));
    expect((await fixture.accounts.recogniseVisitor([browser.cookie ?? ''])).kind).toBe('none');
    expect((await browser.logIn({ password: FRESH })).isAuthenticated).toBe(true);
    await fixture.composeEmails();
    expect(fixture.mailer.takeOne('password changed')).toEqual({
      kind: 'password changed',
      to: 'Alice@example.net',
      accountName: 'Alice',
      language: 'en',
      at: fixture.clock.now(),
    });
  });

  test.each([
    ['a wrong old one', 'not the one', FRESH, /^password: Wrong password for this account/],
    ['no old one', '', FRESH, /^password: Enter your password/],
    ['a common new one', PASSWORD, 'iloveyou', /^new_password: .*most common passwords/],
    ['the name as the new one', PASSWORD, 'AliceAlice', undefined],
    ['a short new one', PASSWORD, 'short', /^new_password: The password has 5 characters/],
  ])('with %s', async (_title, password, newPassword, sentence) => {
    using fixture = openRegistrationFixture();
    const account = await fixture.register('Alice');
    const form = { ...PROOF, password, newPassword };
    const changing = fixture.own.changePassword(account, form, CALLER);
    if (sentence === undefined) await changing;
    else expect(await sentencesOf(changing)).toEqual([expect.stringMatching(sentence)]);
  });

  test('counts wrong ones together with those of logins, and as guesses', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.register('Alice');
    const { own } = fixture;
    for (let count = 0; count < 5; count += 1) {
      await fixture.openBrowser().logIn({ password: 'wrong horse' });
      const form = { ...PROOF, password: 'wrong horse', newPassword: FRESH };
      const changing = own.changePassword(account, form, CALLER);
      expect(await failuresOf(changing)).toMatchObject([{ kind: 'invalid', field: 'password' }]);
    }
    expect((await fixture.openBrowser().logIn()).errors).toEqual([launcherTexts.tooMany(5)]);
    for (let count = 10; count < 100; count += 1) {
      const form = { ...PROOF, password: 'wrong horse', newPassword: FRESH };
      await failuresOf(own.changePassword(account, form, browserAt(`198.51.100.${count}`)));
    }
    expect(fixture.mailer.kinds()).toEqual(['brute-force protection']);
  });

  test.each(['by the owner', 'by hand'])(
    '%s ends the links by which somebody who knew the old one would come back',
    async (whose) => {
      using fixture = openRegistrationFixture();
      const account = await fixture.register('Alice');
      const { own, address, recovery, composeEmails } = fixture;
      const requested = { ...PROOF, email: 'eve@example.net' };
      await address.change(account, requested, browserAt('198.51.100.66'));
      await recovery.request('Alice', '198.51.100.66');
      await composeEmails();
      const tokens = fixture.mailer
        .take()
        .flatMap((email) => ('token' in email ? email.token : []));
      expect(tokens).toHaveLength(2);
      const [confirm = '', reset = ''] = tokens;
      if (whose === 'by hand') await fixture.administration.changePassword('Alice', FRESH);
      else {
        const form = { ...PROOF, newPassword: FRESH };
        await own.changePassword(account, form, CALLER);
      }
      expect(await address.followLink('new address', confirm)).toBeUndefined();
      expect(await recovery.reset(reset, 'a third one')).toBeUndefined();
      expect((await fixture.now(account)).email).toBe('Alice@example.net');
    },
  );

  test('of two at the same time one wins', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.register('Alice');
    const { own } = fixture;
    const outcomes = await Promise.all(
      [FRESH, 'a third one'].map((newPassword) =>
        outcomeOf(own.changePassword(account, { ...PROOF, newPassword }, CALLER)),
      ),
    );
    expect(outcomes.filter((outcome) => outcome instanceof Failure)).toMatchObject([
      {
        kind: 'conflict',
        message: accountFailures.changedMeanwhile,
      },
    ]);
  });
});

describe('leaving', () => {
  test('removes the account and its sessions, tells the owner, and keeps the name for a month', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.register('Alice');
    const browser = fixture.openBrowser();
    await browser.logIn();
    await fixture.own.remove(account, PROOF, CALLER);
    expect(await fixture.store.accounts.findAccountByName('Alice')).toBeUndefined();
    expect((await fixture.accounts.recogniseVisitor([browser.cookie ?? ''])).kind).toBe('none');
    await fixture.composeEmails();
    expect(fixture.mailer.takeOne('account deleted').to).toBe('Alice@example.net');

    expect(await sentencesOf(fixture.signUp({ name: 'AL1CE' }))).toEqual([
      expect.stringMatching(/^name: .* in 30 days\.$/),
    ]);
    fixture.clock.advance(30 * DAY_MS);
    await fixture.registration.sweep();
    expect((await fixture.signUp({ name: 'AL1CE' })).id).toBe(2);
  });

  test('sends no email to an address that nobody confirmed', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.mustSignUp();
    fixture.mailer.take();
    await fixture.own.remove(account, { ...PROOF, password: NEW_PASSWORD }, CALLER);
    expect(await fixture.composeEmails()).toBe(0);
  });
});

describe('accounts that nobody ever verified', () => {
  test('go after two weeks; verified, suspended and administrators’ stay', async () => {
    using fixture = openRegistrationFixture();
    await fixture.mustSignUp({ name: 'Never' });
    await fixture.register('Verified');
    await fixture.register('Boss', { isVerified: false, role: 'administrator' });
    await fixture.register('Sven', { isVerified: false });
    await fixture.administration.suspendAccount('Sven', 'griefing');
    fixture.clock.advance(14 * DAY_MS - 10 * MINUTE_MS);
    expect(await fixture.registration.sweep()).toEqual([]);
    await fixture.mustSignUp({ name: 'Later', email: 'later@example.net' });
    fixture.clock.advance(10 * MINUTE_MS);
    expect(await fixture.registration.sweep()).toEqual(['Never']);
    // The name was hardly anybody's, and is free at once.
    await fixture.signUp({ name: 'Never' });
  });
});

describe('the first administrator', () => {
  const identity = { name: 'Boss', email: 'boss@example.net', password: NEW_PASSWORD };
  const form = { ...identity, agreedRules: '' };

  test('is made by a link that is good once, and for half an hour', async () => {
    using fixture = openRegistrationFixture();
    const { firstAdministrator: first } = fixture.registration;
    const expired = (await first.openLink()) ?? '';
    fixture.clock.advance(30 * MINUTE_MS);
    expect(await first.claim(expired, form)).toBeUndefined();
    const token = (await first.openLink()) ?? '';
    const other = (await first.openLink()) ?? '';
    const good = await Promise.all([expired, token, other].map((it) => first.isGood(it)));
    expect(good).toEqual([false, true, true]);
    const account = await first.claim(token, form);
    expect(account).toMatchObject({ role: 'administrator', verifiedAt: fixture.clock.now() });
    expect(await first.claim(other, { ...form, name: 'Second' })).toBeUndefined();
    expect(await first.claim(token, { ...form, name: 'Second' })).toBeUndefined();
    expect(await first.openLink()).toBeUndefined();
    await fixture.composeEmails();
    expect(fixture.mailer.takeOne('verify address').to).toBe('boss@example.net');
  });

  test('is not made by a link once there is one from the command line', async () => {
    using fixture = openRegistrationFixture();
    const { firstAdministrator: first } = fixture.registration;
    const token = (await first.openLink()) ?? '';
    await fixture.register('Root_1', { role: 'administrator' });
    expect(await first.isGood(token)).toBe(false);
    expect(await first.claim(token, form)).toBeUndefined();
  });

  test('agrees to the rules of the site, whose version and time are kept', async () => {
    const site = { rulesVersion: 'first' };
    using fixture = openAccountsFixture({ rulesVersion: () => site.rulesVersion });
    const { firstAdministrator: first, agreement } = fixture.registration;
    const token = (await first.openLink()) ?? '';
    for (const [agreedRules, sentence] of [
      ['', accountFailures.rules.missing],
      ['another', accountFailures.rules.outdated],
    ] as const) {
      const refused = await sentencesOf(first.claim(token, { ...form, agreedRules }));
      expect(refused).toEqual([`agree: ${sentence}`]);
    }
    const account = await first.claim(token, { ...form, agreedRules: 'first' });
    const rulesAgreedAt = fixture.clock.now();
    expect(account).toMatchObject({ rulesVersion: 'first', rulesAgreedAt });
    const stored = await fixture.store.accounts.findAccountByName('Boss');
    expect(stored).toMatchObject({ rulesVersion: 'first', rulesAgreedAt });
    site.rulesVersion = 'second';
    expect(stored && agreement.findDue(stored)).toBe('second');
  });

  test('agrees to nothing where there are no rules, whatever a form says', async () => {
    using fixture = openRegistrationFixture();
    const { firstAdministrator: first } = fixture.registration;
    const token = (await first.openLink()) ?? '';
    const account = await first.claim(token, { ...form, agreedRules: 'made up' });
    expect(account).toMatchObject({ rulesVersion: null, rulesAgreedAt: null });
  });

  test('may have a reserved name, and no bad password', async () => {
    using fixture = openRegistrationFixture();
    const { firstAdministrator: first } = fixture.registration;
    const token = (await first.openLink()) ?? '';
    const bad = first.claim(token, {
      ...{ name: 'admin', email: 'x', password: 'admin123', agreedRules: '' },
    });
    expect(await sentencesOf(bad)).toEqual([
      expect.stringMatching(/^email: /),
      expect.stringMatching(/^password: .*most common passwords/),
    ]);
    expect(await first.claim(token, { ...form, name: 'admin' })).toMatchObject({ name: 'admin' });
  });

  test.each(['', 'x', 'a'.repeat(43), '../../etc/passwd'])('not by %p', async (token) => {
    using fixture = openRegistrationFixture();
    await fixture.registration.firstAdministrator.openLink();
    expect(await fixture.registration.firstAdministrator.isGood(token)).toBe(false);
    expect(await fixture.registration.firstAdministrator.claim(token, form)).toBeUndefined();
  });
});

describe('invites', () => {
  test('are listed with what is left of them, and revoked', async () => {
    using fixture = openRegistrationFixture({ registration: 'invite' });
    const { code, invite } = await fixture.invites.createInvite({ uses: 3, validMs: DAY_MS });
    expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    await fixture.signUp({ invite: code });
    expect(await fixture.invites.listInvites()).toEqual([{ ...invite, usesLeft: 2 }]);
    await fixture.invites.revokeInvite(invite.id);
    expect(await fixture.invites.listInvites()).toEqual([]);
    const late = fixture.signUp({ name: 'Late', invite: code });
    expect(await sentencesOf(late)).toEqual([expect.stringMatching(/^invite: /)]);
  });

  const TOO_LONG = /valid for a year at most/;
  const TOO_MANY = /can be used 1 to 10000 times/;
  test.each([
    [0, DAY_MS, TOO_MANY],
    [1.5, DAY_MS, TOO_MANY],
    [10_001, DAY_MS, TOO_MANY],
    [1, 0, TOO_LONG],
    [1, 366 * DAY_MS, TOO_LONG],
    [1, Number.NaN, TOO_LONG],
  ])('for %d uses and %d ms are refused', async (uses, validMs, sentence) => {
    using fixture = openRegistrationFixture();
    const made = fixture.invites.createInvite({ uses, validMs });
    expect(await made.catch((error) => error.message)).toMatch(sentence);
  });

  test('that are not there cannot be revoked', async () => {
    using fixture = openRegistrationFixture();
    for (const id of [1, -1, 1.5, Number.NaN]) {
      const revoked = fixture.invites.revokeInvite(id);
      expect(await revoked.catch((error) => error.kind)).toBe('not_found');
    }
  });
});
