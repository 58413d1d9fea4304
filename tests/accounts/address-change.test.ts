// The address of an account: confirmed by link and by code, sent again, corrected, changed, and changed back.

import { describe, expect, test } from 'bun:test';
import type { Account } from '../../src/accounts/accounts.ts';
import { changedMeanwhile } from '../../src/accounts/login/login-failures.ts';
import type { createAddressChange } from '../../src/accounts/profile/address-change.ts';
import type { LinkPurpose } from '../../src/accounts/registration/registration.ts';
import { BUSY_SECONDS, Failure } from '../../src/lib/failure.ts';
import { accountFailures } from '../../src/messages/messages.ts';
import { detailsOf, failuresOf, outcomeOf, sentencesOf } from '../support/failures.ts';
import { ADDRESS, DAY_MS, HOUR_MS, MINUTE_MS } from './fixture.ts';
import {
  NEW_PASSWORD,
  noCode,
  openRegistrationFixture,
  type RegistrationFixture,
} from './registration-fixture.ts';

/** A player who registered and confirmed the address. */
async function openWithAlice(): Promise<{ fixture: RegistrationFixture; id: number }> {
  const fixture = openRegistrationFixture();
  const { id } = await fixture.mustSignUp();
  const { token } = fixture.mailer.takeOne('verify address');
  await fixture.registration.address.followLink('verify address', token);
  return { fixture, id };
}

type AddressChange = ReturnType<typeof createAddressChange>;

const change = { email: 'new@example.net', password: NEW_PASSWORD };

describe('confirming a new account’s address', () => {
  test('counts a store that fails as no wrong code, and says when to try again while it is busy', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.mustSignUp();
    const { code } = fixture.mailer.takeOne('verify address');
    const { address } = fixture.registration;
    const { secrets } = fixture.store;
    const { findSecret } = secrets;
    secrets.findSecret = () => Promise.reject(new Failure('unavailable', 'away'));
    for (let count = 0; count < 30; count += 1) {
      await expect(address.confirmByCode(account, code)).rejects.toThrow('away');
    }
    secrets.findSecret = findSecret;
    await address.confirmByCode(account, code);
    const guesses = await Promise.all(
      Array.from({ length: 30 }, () => outcomeOf(address.confirmByCode(account, '000000'))),
    );
    expect(guesses).toContainEqual(
      expect.objectContaining({ kind: 'unavailable', retryAfterSeconds: BUSY_SECONDS }),
    );
  });

  test('for another one later keeps the time of the first verification', async () => {
    const { fixture, id } = await openWithAlice();
    using _ = fixture;
    const verifiedAt = fixture.clock.now();
    fixture.clock.advance(DAY_MS);
    const account = await fixture.store.accounts.findAccountById(id);
    if (account === undefined) throw new Error('there is no account');
    await fixture.registration.address.change(account, change, ADDRESS, noCode);
    await fixture.registration.composeEmails();
    const { token } = fixture.mailer.takeOne('confirm new address');
    await fixture.registration.address.followLink('new address', token);
    const changed = await fixture.store.accounts.findAccountById(id);
    expect(changed).toMatchObject({ email: change.email, verifiedAt });
  });

  test('by the link, which opening does not spend, and which is good once', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.mustSignUp();
    const { token } = fixture.mailer.takeOne('verify address');
    const { address } = fixture.registration;
    const link = { accountId: 1, accountName: 'Alice', email: 'alice@example.net', next: '' };
    expect(await address.findLink('verify address', token)).toEqual(link);
    expect(await address.findLink('verify address', token)).toEqual(link);
    expect((await fixture.now(account)).verifiedAt).toBeNull();
    const both = await Promise.all([
      address.followLink('verify address', token),
      address.followLink('verify address', token),
    ]);
    expect(both.filter((done) => done !== undefined)).toEqual([link]);
    expect(await fixture.now(account)).toMatchObject({
      verifiedAt: fixture.clock.now(),
      emailConfirmedAt: fixture.clock.now(),
    });
    expect(await address.findLink('verify address', token)).toBeUndefined();
  });

  test('by the code, which is good once', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.mustSignUp();
    const { code } = fixture.mailer.takeOne('verify address');
    const { address } = fixture.registration;
    const both = await Promise.all([
      outcomeOf(address.confirmByCode(account, ` ${code.slice(0, 3)} ${code.slice(3)} `)),
      outcomeOf(address.confirmByCode(account, code)),
    ]);
    expect(both.filter((outcome) => outcome instanceof Failure)).toHaveLength(1);
    expect((await fixture.now(account)).verifiedAt).toBe(fixture.clock.now());
  });

  test.each([
    ['one that is none', 'abc'],
    ['none', ''],
  ])('not by %s', async (_title, code) => {
    using fixture = openRegistrationFixture();
    const account = await fixture.mustSignUp();
    const confirming = fixture.registration.address.confirmByCode(account, code);
    expect(await sentencesOf(confirming)).toEqual([
      'code: The code from the email has six digits.',
    ]);
  });

  test('not by a link of another purpose, of another account, or after its day', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.mustSignUp();
    const { token, code } = fixture.mailer.takeOne('verify address');
    const { address, recovery } = fixture.registration;
    expect(await address.followLink('new address', token)).toBeUndefined();
    expect(await address.followLink('undo address', token)).toBeUndefined();
    expect(await recovery.findLink(token)).toBeUndefined();
    fixture.clock.advance(DAY_MS);
    expect(await address.followLink('verify address', token)).toBeUndefined();
    expect(await sentencesOf(address.confirmByCode(account, code))).toEqual([
      'code: There is no valid code for this account at the moment. Request a new email.',
    ]);
    expect((await fixture.now(account)).verifiedAt).toBeNull();
  });

  test('does not verify the account where an administrator does', async () => {
    using fixture = openRegistrationFixture({ verification: 'administrator' });
    const account = await fixture.mustSignUp();
    const { code } = fixture.mailer.takeOne('verify address');
    await fixture.registration.address.confirmByCode(account, code);
    expect(await fixture.now(account)).toMatchObject({
      verifiedAt: null,
      emailConfirmedAt: fixture.clock.now(),
    });
  });
});

test('codes for one address are guessed at twenty times an hour, however many claim it', async () => {
  using fixture = openRegistrationFixture();
  const failures: Failure[] = [];
  let last = '';
  for (let number = 0; number < 6; number += 1) {
    const account = await fixture.signUp({ name: `Claim${number}` });
    await fixture.registration.composeEmails();
    const email = fixture.mailer.takeOne('verify address');
    last = email.token;
    const wrong = email.code === '000000' ? '000001' : '000000';
    for (let count = 0; count < 4; count += 1) {
      const confirming = fixture.registration.address.confirmByCode(account, wrong);
      failures.push(...(await failuresOf(confirming)));
    }
  }
  const wrong = accountFailures.code.notLatest;
  expect(failures.filter(({ message }) => message === wrong)).toHaveLength(20);
  expect(failures.at(-1)).toMatchObject({
    ...{ kind: 'rate_limited', field: 'code', message: expect.stringContaining('60 minutes') },
  });
  const other = await fixture.mustSignUp({ name: 'Other', email: 'other@example.net' });
  const { code } = fixture.mailer.takeOne('verify address');
  await fixture.registration.address.confirmByCode(other, code);
  expect(await fixture.registration.address.followLink('verify address', last)).toBeDefined();
});

describe('another email', () => {
  test('is worth asking for where the last one is stuck, which is shown while that one is good', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.signUp();
    const { address } = fixture.registration;
    expect(await address.describe(account)).toMatchObject({ isStuck: false });
    fixture.mailer.isJammed = true;
    expect(await address.describe(account)).toMatchObject({ isStuck: true });
    fixture.clock.advance(DAY_MS);
    expect(await address.describe(account)).toMatchObject({ isStuck: false });
    const alice = await fixture.register('Alicia');
    expect(await address.describe(alice)).toMatchObject({ isStuck: false });
  });

  test('comes after a wait that grows, and ends the codes before it', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.signUp();
    const { address, composeEmails } = fixture.registration;
    await composeEmails();
    const first = fixture.mailer.takeOne('verify address');
    expect(await sentencesOf(address.sendAgain(account))).toEqual([
      ': An email was sent a moment ago. You can request another one in 60 seconds.',
    ]);
    const waits: number[] = [];
    let { code } = first;
    for (let count = 0; count < 6; count += 1) {
      const { nextSendAt } = await address.describe(account);
      waits.push((nextSendAt - fixture.clock.now()) / MINUTE_MS);
      fixture.clock.advance(nextSendAt - fixture.clock.now());
      await address.sendAgain(account);
      await composeEmails();
      ({ code } = fixture.mailer.takeOne('verify address'));
    }
    expect(waits).toEqual([1, 2, 5, 10, 15, 15]);
    expect(await address.findLink('verify address', first.token)).toBeUndefined();
    await address.confirmByCode(account, code);
    expect(await sentencesOf(address.sendAgain(await fixture.now(account)))).toEqual([
      ': Your email address is already confirmed. There is nothing to send.',
    ]);
  });

  test('buys no further guesses', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.mustSignUp();
    const { address, composeEmails } = fixture.registration;
    const { code } = fixture.mailer.takeOne('verify address');
    const wrong = code === '000000' ? '000001' : '000000';
    for (let count = 0; count < 5; count += 1) {
      await failuresOf(address.confirmByCode(account, wrong));
    }
    await address.sendAgain(account);
    await composeEmails();
    const newer = fixture.mailer.takeOne('verify address');
    expect(await sentencesOf(address.confirmByCode(account, newer.code))).toEqual([
      'code: Too many wrong codes. Try again in 15 minutes. The link in the email still works.',
    ]);
    expect((await address.describe(account)).codesWaitUntil).toBe(
      fixture.clock.now() + 15 * MINUTE_MS,
    );
    fixture.clock.advance(15 * MINUTE_MS);
    await address.confirmByCode(account, newer.code);
  });

  test('is asked for once when two ask at the same time, and carries a code that is good', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.mustSignUp();
    fixture.mailer.take();
    const { address, composeEmails } = fixture.registration;
    await Promise.all([address.sendAgain(account), address.sendAgain(account)]);
    await composeEmails();
    const { code } = fixture.mailer.takeOne('verify address');
    await address.confirmByCode(account, code);
  });

  test('cannot be had without mail', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.mustSignUp();
    fixture.mailer.isOpen = false;
    expect(await sentencesOf(fixture.registration.address.sendAgain(account))).toEqual([
      ': This site cannot send email. Contact its operator.',
    ]);
  });

  test('can be had by an account from before there was mail', async () => {
    using fixture = openRegistrationFixture();
    fixture.mailer.isOpen = false;
    const account = await fixture.mustSignUp();
    fixture.mailer.isOpen = true;
    await fixture.registration.address.sendAgain(account);
    await fixture.registration.composeEmails();
    const { code } = fixture.mailer.takeOne('verify address');
    await fixture.registration.address.confirmByCode(account, code);
  });
});

describe('correcting an address', () => {
  test('sends the email to the right one and ends the link to the wrong one', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.mustSignUp({ email: 'alcie@example.net' });
    const wrong = fixture.mailer.takeOne('verify address');
    const { address, composeEmails } = fixture.registration;
    await address.correct(account, ' alice@example.net ');
    await composeEmails();
    const right = fixture.mailer.takeOne('verify address');
    expect(right.to).toBe('alice@example.net');
    expect(await address.followLink('verify address', wrong.token)).toBeUndefined();
    await address.confirmByCode(account, right.code);
    expect(await fixture.now(account)).toMatchObject({ email: 'alice@example.net' });
  });

  test('to one in use looks the same, and tells its owner', async () => {
    using fixture = openRegistrationFixture();
    await fixture.register('Owner');
    const account = await fixture.mustSignUp();
    fixture.mailer.take();
    await fixture.registration.address.correct(account, 'owner@example.net');
    await fixture.registration.composeEmails();
    expect(fixture.mailer.takeOne('address in use').accountName).toBe('Owner');
  });

  test.each([
    ['no address', 'nowhere', /^email: The email address/],
    ['a header', 'a@example.net\nBcc: b@example.net', /^email: The email address/],
  ])('refuses %s', async (_title, email, sentence) => {
    using fixture = openRegistrationFixture();
    const account = await fixture.mustSignUp();
    expect(await sentencesOf(fixture.registration.address.correct(account, email))).toEqual([
      expect.stringMatching(sentence),
    ]);
  });

  test('is not for one that is confirmed', async () => {
    const { fixture, id } = await openWithAlice();
    using _ = fixture;
    const account = await fixture.now({ id });
    expect(
      await sentencesOf(fixture.registration.address.correct(account, 'x@example.net')),
    ).toEqual([expect.stringMatching(/^email: Your email address can no longer be changed here/)]);
  });
});

describe('an account that was read before its address was confirmed', () => {
  test.each([
    ['corrects', (it: AddressChange, was: Account) => it.correct(was, 'victim@example.net')],
    ['asks for an email about', (it: AddressChange, was: Account) => it.sendAgain(was)],
    ['changes', (it: AddressChange, was: Account) => it.change(was, change, ADDRESS, noCode)],
  ] as const)(
    '%s it no more: a confirmed address was shown to be theirs',
    async (_what, attempt) => {
      using fixture = openRegistrationFixture();
      const before = await fixture.mustSignUp();
      const { token } = fixture.mailer.takeOne('verify address');
      const { address, composeEmails } = fixture.registration;
      await address.followLink('verify address', token);
      const confirmed = await fixture.now(before);
      expect(await failuresOf(attempt(address, before))).toMatchObject([
        detailsOf(changedMeanwhile()),
      ]);
      await composeEmails();
      expect([await fixture.now(before), fixture.mailer.emails]).toEqual([confirmed, []]);
    },
  );
});

describe('links that were sent while there was mail', () => {
  const links: [
    string,
    (fixture: RegistrationFixture) => Promise<unknown>,
    LinkPurpose | 'reset',
  ][] = [
    ['verify', async () => {}, 'verify address'],
    [
      'confirm another',
      async (fixture) => {
        const account = await fixture.now({ id: 1 });
        await fixture.registration.address.change(account, change, ADDRESS, noCode);
        await fixture.registration.composeEmails();
      },
      'new address',
    ],
    [
      'set your own password',
      async (fixture) => {
        await fixture.registration.recovery.request('Alice', ADDRESS);
        await fixture.registration.composeEmails();
      },
      'reset',
    ],
  ];
  test.each(links)('%s no address that was typed without any', async (_what, request, purpose) => {
    for (const isVerified of [false, true]) {
      using fixture = openRegistrationFixture();
      const { id } = await fixture.mustSignUp();
      await request(fixture);
      const email = fixture.mailer.emails.findLast((each) => 'token' in each);
      const token = email && 'token' in email ? email.token : '';
      const { address, recovery } = fixture.registration;
      if (isVerified) await fixture.administration.verifyAccount(id);
      fixture.mailer.isOpen = false;
      const typed = { email: 'typed@example.net', password: NEW_PASSWORD };
      const account = await fixture.now({ id });
      if (isVerified) await address.change(account, typed, ADDRESS, noCode);
      else await address.correct(account, typed.email);
      const done =
        purpose === 'reset'
          ? await recovery.reset(token, 'a password of theirs')
          : await address.followLink(purpose, token);
      expect([isVerified, done]).toEqual([isVerified, undefined]);
      expect(await fixture.now({ id })).toMatchObject({
        email: typed.email,
        emailConfirmedAt: null,
      });
    }
  });
});

describe('changing an address', () => {
  test('waits for the new mailbox, tells the old one, and can be undone for a week', async () => {
    const { fixture, id } = await openWithAlice();
    using _ = fixture;
    const { address, composeEmails } = fixture.registration;
    const before = await fixture.now({ id });
    expect(await address.change(before, change, ADDRESS, noCode)).toEqual({ isDone: false });
    expect(await fixture.now({ id })).toEqual(before);
    expect((await address.describe(before)).pending).toBe('new@example.net');
    await composeEmails();
    const requested = fixture.mailer.takeOne('confirm new address');
    expect(requested.to).toBe('new@example.net');

    await address.confirmByCode(before, requested.code);
    const changed = await fixture.now({ id });
    expect(changed).toMatchObject({ email: 'new@example.net', verifiedAt: before.verifiedAt });
    await composeEmails();
    const described = fixture.mailer.takeOne('address changed');
    expect(described).toMatchObject({
      to: 'alice@example.net',
      validUntil: fixture.clock.now() + 7 * DAY_MS,
    });

    const browser = fixture.openBrowser();
    await browser.logIn({ password: NEW_PASSWORD });
    fixture.clock.advance(7 * DAY_MS - 1);
    expect(await address.findLink('undo address', described.token)).toEqual({
      accountId: 1,
      accountName: 'Alice',
      email: 'alice@example.net',
      next: '',
    });
    await address.followLink('undo address', described.token);
    expect((await fixture.now({ id })).email).toBe('alice@example.net');
    const visitor = await fixture.accounts.recogniseVisitor([browser.cookie ?? '']);
    expect(visitor.kind).toBe('none');
    expect(await address.followLink('undo address', described.token)).toBeUndefined();
  });

  test('of an account that is not verified verifies it, and is reported to the new address alone', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.mustSignUp();
    const { address, composeEmails } = fixture.registration;
    fixture.mailer.takeOne('verify address');
    fixture.clock.advance(HOUR_MS);
    await address.change(await fixture.now(account), change, ADDRESS, noCode);
    await composeEmails();
    const { token } = fixture.mailer.takeOne('confirm new address');
    await address.followLink('new address', token);
    expect(await fixture.now(account)).toMatchObject({
      email: 'new@example.net',
      emailConfirmedAt: fixture.clock.now(),
      verifiedAt: fixture.clock.now(),
    });
    await composeEmails();
    expect(fixture.mailer.take().filter(({ kind }) => kind === 'address changed')).toEqual([]);
  });

  test('where administrators verify leaves that to them', async () => {
    using fixture = openRegistrationFixture({ verification: 'administrator' });
    const account = await fixture.mustSignUp();
    const { address, composeEmails } = fixture.registration;
    fixture.mailer.takeOne('verify address');
    fixture.clock.advance(HOUR_MS);
    await address.change(await fixture.now(account), change, ADDRESS, noCode);
    await composeEmails();
    const { token } = fixture.mailer.takeOne('confirm new address');
    await address.followLink('new address', token);
    expect((await fixture.now(account)).verifiedAt).toBeNull();
  });

  test('twice still lets the first owner go back, and then nobody else', async () => {
    const { fixture, id } = await openWithAlice();
    using _ = fixture;
    const { address, composeEmails } = fixture.registration;
    const undo: string[] = [];
    for (const email of ['thief@example.net', 'second@example.net']) {
      fixture.clock.advance(HOUR_MS);
      await address.change(await fixture.now({ id }), { ...change, email }, ADDRESS, noCode);
      await composeEmails();
      const { token } = fixture.mailer.takeOne('confirm new address');
      await address.followLink('new address', token);
      await composeEmails();
      undo.push(fixture.mailer.takeOne('address changed').token);
    }
    await address.followLink('undo address', undo[0] ?? '');
    expect((await fixture.now({ id })).email).toBe('alice@example.net');
    expect(await address.followLink('undo address', undo[1] ?? '')).toBeUndefined();
  });

  test('to one in use looks the same, and tells its owner', async () => {
    const { fixture, id } = await openWithAlice();
    using _ = fixture;
    await fixture.register('Owner');
    const account = await fixture.now({ id });
    const { address, composeEmails } = fixture.registration;
    const outcome = await address.change(
      account,
      { ...change, email: 'owner@example.net' },
      ADDRESS,
      noCode,
    );
    expect(outcome).toEqual({ isDone: false });
    expect((await address.describe(account)).pending).toBe('owner@example.net');
    await composeEmails();
    expect(fixture.mailer.takeOne('address in use').to).toBe('Owner@example.net');
    expect(await sentencesOf(address.confirmByCode(account, '000000'))).toEqual([
      'code: This code is wrong or from an earlier email. Enter the code from the latest email.',
    ]);
  });

  test.each([
    ['a wrong password', { ...change, password: 'not the one' }, /^password: Wrong password/],
    ['no password', { ...change, password: '' }, /^password: Enter your password\./],
    ['no address', { ...change, email: 'nowhere' }, /^email: The email address/],
    [
      'the same address',
      { ...change, email: 'alice@example.net' },
      /^email: This is already your email address/,
    ],
  ])('is refused with %s', async (_title, form, sentence) => {
    const { fixture, id } = await openWithAlice();
    using _ = fixture;
    const account = await fixture.now({ id });
    const changing = fixture.registration.address.change(account, form, ADDRESS, noCode);
    expect(await sentencesOf(changing)).toEqual([expect.stringMatching(sentence)]);
    expect(fixture.mailer.emails).toEqual([]);
  });

  test('is done at once where there is no mail', async () => {
    const { fixture, id } = await openWithAlice();
    using _ = fixture;
    fixture.mailer.isOpen = false;
    const outcome = await fixture.registration.address.change(
      await fixture.now({ id }),
      change,
      ADDRESS,
      noCode,
    );
    expect(outcome).toEqual({ isDone: true });
    expect(await fixture.now({ id })).toMatchObject({
      email: 'new@example.net',
      emailConfirmedAt: null,
    });
  });

  test('does not tell an old address that nobody confirmed', async () => {
    using fixture = openRegistrationFixture({ verification: 'automatic' });
    const account = await fixture.mustSignUp();
    fixture.mailer.take();
    const { address, composeEmails } = fixture.registration;
    await address.change(account, change, ADDRESS, noCode);
    await composeEmails();
    const { token } = fixture.mailer.takeOne('confirm new address');
    await address.followLink('new address', token);
    await composeEmails();
    expect(fixture.mailer.emails).toEqual([]);
  });

  test('of a wrong password is stopped after ten, from that address alone', async () => {
    const { fixture, id } = await openWithAlice();
    using _ = fixture;
    const account = await fixture.now({ id });
    const { address } = fixture.registration;
    const wrong = { ...change, password: 'not the one' };
    for (let count = 0; count < 10; count += 1) {
      await failuresOf(address.change(account, wrong, ADDRESS, noCode));
    }
    expect(await sentencesOf(address.change(account, change, ADDRESS, noCode))).toEqual([
      'password: Too many wrong passwords. Try again in 5 minutes.',
    ]);
    await address.change(account, change, '198.51.100.1', noCode);
  });
});

describe('two changes in a row', () => {
  const TOO_SOON = { kind: 'rate_limited', field: undefined, retryAfterSeconds: 60 };
  const other = { email: 'other@example.net', password: NEW_PASSWORD };

  test('wait for each other, longer each time, and the first stays good meanwhile', async () => {
    const { fixture, id } = await openWithAlice();
    using _ = fixture;
    const { address, composeEmails } = fixture.registration;
    const alice = await fixture.now({ id });
    await address.change(alice, change, ADDRESS, noCode);
    await composeEmails();
    const first = fixture.mailer.takeOne('confirm new address');
    let proofs = 0;
    const proveCode = async () => {
      proofs += 1;
    };
    expect(await failuresOf(address.change(alice, other, ADDRESS, proveCode))).toMatchObject([
      TOO_SOON,
    ]);
    // No code is spent on what is refused anyway.
    expect(proofs).toBe(0);
    expect(await address.describe(alice)).toMatchObject({ pending: change.email });
    expect(await address.findLink('new address', first.token)).toBeDefined();
    fixture.clock.advance(MINUTE_MS - 1);
    expect(await failuresOf(address.change(alice, other, ADDRESS, noCode))).toHaveLength(1);
    fixture.clock.advance(1);
    expect(await address.change(alice, other, ADDRESS, proveCode)).toEqual({ isDone: false });
    expect(proofs).toBe(1);
    expect(await address.describe(alice)).toMatchObject({
      pending: other.email,
      nextSendAt: fixture.clock.now() + 2 * MINUTE_MS,
    });
    expect(await address.findLink('new address', first.token)).toBeUndefined();
  });

  test('wait for an email that was asked for again, too', async () => {
    const { fixture, id } = await openWithAlice();
    using _ = fixture;
    const { address } = fixture.registration;
    const alice = await fixture.now({ id });
    await address.change(alice, change, ADDRESS, noCode);
    fixture.clock.advance(MINUTE_MS);
    await address.sendAgain(alice);
    expect(await failuresOf(address.change(alice, other, ADDRESS, noCode))).toHaveLength(1);
    fixture.clock.advance(2 * MINUTE_MS);
    await address.change(alice, other, ADDRESS, noCode);
  });

  test('of an address that nobody confirmed wait as well', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.signUp();
    const { address } = fixture.registration;
    expect(await failuresOf(address.correct(account, change.email))).toMatchObject([TOO_SOON]);
    fixture.clock.advance(MINUTE_MS);
    await address.correct(account, change.email);
    expect(await failuresOf(address.correct(await fixture.now(account), other.email))).toHaveLength(
      1,
    );
    fixture.clock.advance(2 * MINUTE_MS);
    await address.correct(await fixture.now(account), other.email);
  });
});
