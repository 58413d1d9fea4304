// The address of an account: confirmed by link and by code, sent again, corrected, changed, and changed back.

import { describe, expect, test } from 'bun:test';
import { changedMeanwhile } from '../../../src/modules/account/login-failures.ts';
import { accountFailures } from '../../../src/modules/account/messages.ts';
import type { RegistrationRules } from '../../../src/modules/account/settings.ts';
import {
  createAddressChange,
  type LinkPurpose,
} from '../../../src/modules/profile/address-change.ts';
import { BUSY_SECONDS, Failure } from '../../../src/platform/lib/failure.ts';
import { detailsOf, failuresOf, outcomeOf, sentencesOf } from '../../support/failures.ts';
import { ADDRESS, DAY_MS, HOUR_MS, MINUTE_MS } from '../../support/test-accounts.ts';
import { NEW_PASSWORD, openRegistrationFixture } from '../registration/registration-fixture.ts';
import { CALLER } from '../two-factor/owner.ts';

const change = { email: 'new@example.net', password: NEW_PASSWORD, code: '' };

/** A player who registered, with the email that asks to confirm the address. */
async function openSignedUp(rules: Partial<RegistrationRules> = {}, email = 'alice@example.net') {
  const fixture = openRegistrationFixture(rules);
  const account = await fixture.mustSignUp({ email });
  const sent = fixture.mailer.takeOne('verify address');
  const { address, recovery, composeEmails } = fixture;
  const current = () => fixture.now(account);
  return {
    ...{ ...fixture, account, sent, address, recovery, composeEmails, current },
    /** Requests another address, as the account is now; returns the email that asks to confirm it. */
    async requestChange(form: typeof change = change) {
      expect(await address.change(await current(), form, CALLER)).toEqual({
        isDone: false,
      });
      await composeEmails();
      return fixture.mailer.takeOne('confirm new address');
    },
  };
}

/** The same, where the address was confirmed. */
async function openConfirmed() {
  const fixture = await openSignedUp();
  await fixture.address.followLink('verify address', fixture.sent.token);
  return fixture;
}

const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

describe('confirming a new account’s address', () => {
  test('counts a store that fails as no wrong code, and says when to try again while it is busy', async () => {
    using fixture = await openSignedUp();
    const { account, sent, address, store } = fixture;
    const { findSecret } = store.secrets;
    store.secrets.findSecret = () => Promise.reject(new Failure('unavailable', 'away'));
    for (let count = 0; count < 30; count += 1) {
      await expect(address.confirmByCode(account, sent.code)).rejects.toThrow('away');
    }
    store.secrets.findSecret = findSecret;
    await address.confirmByCode(account, sent.code);
    const guesses = await Promise.all(
      Array.from({ length: 30 }, () => outcomeOf(address.confirmByCode(account, '000000'))),
    );
    expect(guesses).toContainEqual(
      expect.objectContaining({ kind: 'unavailable', retryAfterSeconds: BUSY_SECONDS }),
    );
  });

  test('by the link, which opening does not spend, and which is good once', async () => {
    using fixture = await openSignedUp();
    const { address, current } = fixture;
    const { token } = fixture.sent;
    const link = { accountId: 1, accountName: 'Alice', email: 'alice@example.net', next: '' };
    expect(await address.findLink('verify address', token)).toEqual(link);
    expect((await current()).verifiedAt).toBeNull();
    const both = await Promise.all([
      address.followLink('verify address', token),
      address.followLink('verify address', token),
    ]);
    expect(both.filter((done) => done !== undefined)).toEqual([link]);
    const now = fixture.clock.now();
    expect(await current()).toMatchObject({ verifiedAt: now, emailConfirmedAt: now });
    expect(await address.findLink('verify address', token)).toBeUndefined();
  });

  test('by the code, which is good once', async () => {
    using fixture = await openSignedUp();
    const { account, address, current } = fixture;
    const { code } = fixture.sent;
    const both = await Promise.all([
      outcomeOf(address.confirmByCode(account, ` ${code.slice(0, 3)} ${code.slice(3)} `)),
      outcomeOf(address.confirmByCode(account, code)),
    ]);
    expect(both.filter((outcome) => outcome instanceof Failure)).toHaveLength(1);
    expect((await current()).verifiedAt).toBe(fixture.clock.now());
  });

  test('not by a link of another purpose, or after its day', async () => {
    using fixture = await openSignedUp();
    const { account, address, recovery, current } = fixture;
    const { token, code } = fixture.sent;
    expect(await address.followLink('new address', token)).toBeUndefined();
    expect(await address.followLink('undo address', token)).toBeUndefined();
    expect(await recovery.findLink(token)).toBeUndefined();
    fixture.clock.advance(DAY_MS);
    expect(await address.followLink('verify address', token)).toBeUndefined();
    expect(await sentencesOf(address.confirmByCode(account, code))).toEqual([
      `code: ${accountFailures.code.unexpected}`,
    ]);
    expect((await current()).verifiedAt).toBeNull();
  });

  test('does not verify the account where an administrator does', async () => {
    using fixture = await openSignedUp({ verification: 'administrator' });
    await fixture.address.confirmByCode(fixture.account, fixture.sent.code);
    const emailConfirmedAt = fixture.clock.now();
    expect(await fixture.current()).toMatchObject({ verifiedAt: null, emailConfirmedAt });
  });
});

test('codes for one address are guessed at twenty times an hour, however many claim it', async () => {
  using fixture = openRegistrationFixture();
  const { address, composeEmails } = fixture;
  const failures: Failure[] = [];
  let last = '';
  for (let number = 0; number < 6; number += 1) {
    const account = await fixture.signUp({ name: `Claim${number}` });
    await composeEmails();
    const { token, code } = fixture.mailer.takeOne('verify address');
    last = token;
    for (let count = 0; count < 4; count += 1) {
      failures.push(...(await failuresOf(address.confirmByCode(account, wrongFor(code)))));
    }
  }
  const wrong = failures.filter(({ message }) => message === accountFailures.code.notLatest);
  expect(wrong).toHaveLength(20);
  expect(failures.at(-1)).toMatchObject({
    ...{ kind: 'rate_limited', field: 'code', message: expect.stringContaining('60 minutes') },
  });
  const other = await fixture.mustSignUp({ name: 'Other', email: 'other@example.net' });
  await address.confirmByCode(other, fixture.mailer.takeOne('verify address').code);
  expect(await address.followLink('verify address', last)).toBeDefined();
});

describe('another email', () => {
  test('is worth asking for where the last one is stuck, which is shown while that one is good', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.signUp();
    const { address } = fixture;
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
    const { address, composeEmails } = fixture;
    await composeEmails();
    const first = fixture.mailer.takeOne('verify address');
    expect(await sentencesOf(address.sendAgain(account))).toEqual([
      ': An email was sent a moment ago. You can request another one in 60 seconds.',
    ]);
    const waits: number[] = [];
    let { code } = first;
    for (let count = 0; count < 6; count += 1) {
      const waitMs = (await address.describe(account)).nextSendAt - fixture.clock.now();
      waits.push(waitMs / MINUTE_MS);
      fixture.clock.advance(waitMs);
      await address.sendAgain(account);
      await composeEmails();
      ({ code } = fixture.mailer.takeOne('verify address'));
    }
    expect(waits).toEqual([1, 2, 5, 10, 15, 15]);
    expect(await address.findLink('verify address', first.token)).toBeUndefined();
    await address.confirmByCode(account, code);
    expect(await sentencesOf(address.sendAgain(await fixture.now(account)))).toEqual([
      `: ${accountFailures.email.confirmed}`,
    ]);
  });

  test('is asked for once when two ask at the same time, and carries a code that is good', async () => {
    using fixture = await openSignedUp();
    const { account, address, composeEmails } = fixture;
    await Promise.all([address.sendAgain(account), address.sendAgain(account)]);
    await composeEmails();
    await address.confirmByCode(account, fixture.mailer.takeOne('verify address').code);
  });

  test('can be had once there is mail, also by an account from before', async () => {
    using fixture = openRegistrationFixture();
    fixture.mailer.isOpen = false;
    const account = await fixture.mustSignUp();
    const { address, composeEmails } = fixture;
    expect(await sentencesOf(address.sendAgain(account))).toEqual([
      `: ${accountFailures.email.cannotSend}`,
    ]);
    fixture.mailer.isOpen = true;
    await address.sendAgain(account);
    await composeEmails();
    await address.confirmByCode(account, fixture.mailer.takeOne('verify address').code);
  });
});

describe('correcting an address', () => {
  test('sends the email to the right one and ends the link to the wrong one', async () => {
    using fixture = await openSignedUp({}, 'alcie@example.net');
    const { account, address, composeEmails, current } = fixture;
    await address.correct(account, ' alice@example.net ');
    await composeEmails();
    const right = fixture.mailer.takeOne('verify address');
    expect(right.to).toBe('alice@example.net');
    expect(await address.followLink('verify address', fixture.sent.token)).toBeUndefined();
    await address.confirmByCode(account, right.code);
    expect(await current()).toMatchObject({ email: 'alice@example.net' });
  });

  test('refuses what is no address, and is not for one that is confirmed', async () => {
    using fixture = await openSignedUp();
    const { account, address, current } = fixture;
    expect(await sentencesOf(address.correct(account, 'nowhere'))).toEqual([
      expect.stringMatching(/^email: The email address/),
    ]);
    await address.followLink('verify address', fixture.sent.token);
    expect(await sentencesOf(address.correct(await current(), 'x@example.net'))).toEqual([
      `email: ${accountFailures.email.inUse}`,
    ]);
  });
});

describe('an account that was read before its address was confirmed', () => {
  type Fixture = Awaited<ReturnType<typeof openSignedUp>>;
  test.each<[string, (it: Fixture) => Promise<unknown>]>([
    ['corrects', ({ address, account }) => address.correct(account, 'victim@example.net')],
    ['asks for an email about', ({ address, account }) => address.sendAgain(account)],
    ['changes', ({ address, account }) => address.change(account, change, CALLER)],
  ])('%s it no more: a confirmed address was shown to be theirs', async (_what, attempt) => {
    using fixture = await openConfirmed();
    const confirmed = await fixture.current();
    expect(await failuresOf(attempt(fixture))).toMatchObject([detailsOf(changedMeanwhile())]);
    await fixture.composeEmails();
    expect([await fixture.current(), fixture.mailer.emails]).toEqual([confirmed, []]);
  });
});

test.each<['verify address' | 'new address' | 'reset', boolean]>([
  ['verify address', false],
  ['verify address', true],
  ['new address', false],
  ['new address', true],
  ['reset', false],
  ['reset', true],
])(
  'a link (%s) sent while there was mail proves no address that was typed without any; verified: %p',
  async (purpose, isVerified) => {
    using fixture = await openSignedUp();
    const { address, recovery, composeEmails, current } = fixture;
    let { token } = fixture.sent;
    if (purpose === 'new address') ({ token } = await fixture.requestChange());
    if (purpose === 'reset') {
      await recovery.request('Alice', ADDRESS);
      await composeEmails();
      ({ token } = fixture.mailer.takeOne('reset password'));
    }
    if (isVerified) await fixture.administration.verifyAccount('Alice');
    fixture.mailer.isOpen = false;
    const typed = { email: 'typed@example.net', password: NEW_PASSWORD, code: '' };
    if (isVerified) await address.change(await current(), typed, CALLER);
    else await address.correct(await current(), typed.email);
    const follow = (kind: LinkPurpose) => address.followLink(kind, token);
    const done = purpose === 'reset' ? recovery.reset(token, 'one of theirs') : follow(purpose);
    expect(await done).toBeUndefined();
    expect(await current()).toMatchObject({ email: typed.email, emailConfirmedAt: null });
  },
);

describe('changing an address', () => {
  test('waits for the new mailbox, tells the old one, and can be undone for a week', async () => {
    using fixture = await openConfirmed();
    const { address, composeEmails, current } = fixture;
    const before = await current();
    fixture.clock.advance(DAY_MS);
    const requested = await fixture.requestChange();
    expect(await current()).toEqual(before);
    expect((await address.describe(before)).pending).toBe('new@example.net');
    expect(requested.to).toBe('new@example.net');

    await address.confirmByCode(before, requested.code);
    const { verifiedAt } = before;
    expect(await current()).toMatchObject({ email: 'new@example.net', verifiedAt });
    await composeEmails();
    const { token, ...described } = fixture.mailer.takeOne('address changed');
    const validUntil = fixture.clock.now() + 7 * DAY_MS;
    expect(described).toMatchObject({ to: 'alice@example.net', validUntil });

    const browser = fixture.openBrowser();
    await browser.logIn({ password: NEW_PASSWORD });
    fixture.clock.advance(7 * DAY_MS - 1);
    const link = { accountId: 1, accountName: 'Alice', email: 'alice@example.net', next: '' };
    expect(await address.followLink('undo address', token)).toEqual(link);
    expect((await current()).email).toBe('alice@example.net');
    const visitor = await fixture.accounts.recogniseVisitor([browser.cookie ?? '']);
    expect(visitor.kind).toBe('none');
    expect(await address.followLink('undo address', token)).toBeUndefined();
  });

  test.each([
    ['mail', true],
    ['administrator', false],
  ] as const)(
    'of an account that is not verified, by %s, verifies it: %p, and is reported to the new address alone',
    async (verification, isVerified) => {
      using fixture = await openSignedUp({ verification });
      fixture.clock.advance(HOUR_MS);
      const { token } = await fixture.requestChange();
      await fixture.address.followLink('new address', token);
      const now = fixture.clock.now();
      expect(await fixture.current()).toMatchObject({
        email: 'new@example.net',
        emailConfirmedAt: now,
        verifiedAt: isVerified ? now : null,
      });
      await fixture.composeEmails();
      expect(fixture.mailer.emails).toEqual([]);
    },
  );

  test('twice still lets the first owner go back, and then nobody else', async () => {
    using fixture = await openConfirmed();
    const { address, composeEmails, current } = fixture;
    const undo: string[] = [];
    for (const email of ['thief@example.net', 'second@example.net']) {
      fixture.clock.advance(HOUR_MS);
      const { token } = await fixture.requestChange({ ...change, email });
      await address.followLink('new address', token);
      await composeEmails();
      undo.push(fixture.mailer.takeOne('address changed').token);
    }
    await address.followLink('undo address', undo[0] ?? '');
    expect((await current()).email).toBe('alice@example.net');
    expect(await address.followLink('undo address', undo[1] ?? '')).toBeUndefined();
  });

  test('to one in use looks the same, and tells its owner', async () => {
    using fixture = await openConfirmed();
    await fixture.register('Owner');
    const { address, composeEmails, current } = fixture;
    const account = await current();
    const form = { ...change, email: 'owner@example.net' };
    expect(await address.change(account, form, CALLER)).toEqual({ isDone: false });
    expect((await address.describe(account)).pending).toBe('owner@example.net');
    await composeEmails();
    expect(fixture.mailer.takeOne('address in use').to).toBe('Owner@example.net');
    expect(await sentencesOf(address.confirmByCode(account, '000000'))).toEqual([
      `code: ${accountFailures.code.notLatest}`,
    ]);
  });

  test.each([
    ['a wrong password', { password: 'not the one' }, /^password: Wrong password/],
    ['no password', { password: '' }, /^password: Enter your password\./],
    ['no address', { email: 'nowhere' }, /^email: The email address/],
    ['the same address', { email: 'alice@example.net' }, /^email: This is already your/],
  ])('is refused with %s', async (_title, fields, sentence) => {
    using fixture = await openConfirmed();
    const form = { ...change, ...fields };
    const changing = fixture.address.change(await fixture.current(), form, CALLER);
    expect(await sentencesOf(changing)).toEqual([expect.stringMatching(sentence)]);
    expect(fixture.mailer.emails).toEqual([]);
  });

  test('is done at once where there is no mail', async () => {
    using fixture = await openConfirmed();
    const { address, current } = fixture;
    fixture.mailer.isOpen = false;
    const outcome = await address.change(await current(), change, CALLER);
    expect(outcome).toEqual({ isDone: true });
    expect(await current()).toMatchObject({ email: 'new@example.net', emailConfirmedAt: null });
  });
});

describe('two changes in a row', () => {
  const TOO_SOON = { kind: 'rate_limited', field: undefined, retryAfterSeconds: 60 };
  const other = { email: 'other@example.net', password: NEW_PASSWORD, code: '' };

  test('wait for each other, longer each time, and the first stays good meanwhile', async () => {
    using fixture = await openConfirmed();
    const { address, current } = fixture;
    const first = await fixture.requestChange();
    const alice = await current();
    const changing = address.change(alice, other, CALLER);
    expect(await failuresOf(changing)).toMatchObject([TOO_SOON]);
    expect(await address.describe(alice)).toMatchObject({ pending: change.email });
    expect(await address.findLink('new address', first.token)).toBeDefined();
    fixture.clock.advance(MINUTE_MS - 1);
    expect(await failuresOf(address.change(alice, other, CALLER))).toHaveLength(1);
    fixture.clock.advance(1);
    expect(await address.change(alice, other, CALLER)).toEqual({ isDone: false });
    const nextSendAt = fixture.clock.now() + 2 * MINUTE_MS;
    expect(await address.describe(alice)).toMatchObject({ pending: other.email, nextSendAt });
    expect(await address.findLink('new address', first.token)).toBeUndefined();
  });

  test('spend no code on what is refused anyway', async () => {
    using fixture = await openConfirmed();
    await fixture.requestChange();
    let codes = 0;
    const prove = async () => {};
    const requireCode = async () => {
      codes += 1;
    };
    const ownerProof = {
      checkPasskey: undefined,
      requirePassword: prove,
      requireCode,
      require: prove,
    };
    const address = createAddressChange({ ...fixture.ports, ownerProof });
    const alice = await fixture.current();
    expect(await failuresOf(address.change(alice, other, CALLER))).toHaveLength(1);
    expect(codes).toBe(0);
    fixture.clock.advance(MINUTE_MS);
    await address.change(alice, other, CALLER);
    expect(codes).toBe(1);
  });

  test('wait for an email that was asked for again, too', async () => {
    using fixture = await openConfirmed();
    const { address, current } = fixture;
    await fixture.requestChange();
    fixture.clock.advance(MINUTE_MS);
    await address.sendAgain(await current());
    const again = async () => address.change(await current(), other, CALLER);
    expect(await failuresOf(again())).toHaveLength(1);
    fixture.clock.advance(2 * MINUTE_MS);
    await again();
  });

  test('of an address that nobody confirmed wait as well', async () => {
    using fixture = openRegistrationFixture();
    const account = await fixture.signUp();
    const correct = async (email: string) =>
      fixture.address.correct(await fixture.now(account), email);
    expect(await failuresOf(correct(change.email))).toMatchObject([TOO_SOON]);
    fixture.clock.advance(MINUTE_MS);
    await correct(change.email);
    expect(await failuresOf(correct(other.email))).toHaveLength(1);
    fixture.clock.advance(2 * MINUTE_MS);
    await correct(other.email);
  });
});
