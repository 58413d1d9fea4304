// The address of an account: confirmed by link and by code, sent again, corrected, changed, and changed back.

import { describe, expect, test } from 'bun:test';
import type { Account } from '../../src/accounts/accounts.ts';
import type { AddressChange } from '../../src/accounts/profile/address-change.ts';
import type { LinkPurpose } from '../../src/accounts/registration.ts';
import { Failure } from '../../src/lib/failure.ts';
import { failuresOf, outcomeOf, sentencesOf } from '../support/failures.ts';
import {
  NEW_PASSWORD,
  noCode,
  openRegistrationRoom,
  type RegistrationRoom,
} from './registration-room.ts';
import { ADDRESS, DAY_MS, HOUR_MS, MINUTE_MS } from './room.ts';

/** A player who registered and confirmed the address. */
async function openWithAlice(): Promise<{ room: RegistrationRoom; id: number }> {
  const room = openRegistrationRoom();
  const { id } = await room.mustSignUp();
  const { token } = room.post.takeOne('verify address');
  await room.registration.address.followLink('verify address', token);
  return { room, id };
}

const change = { email: 'new@example.net', password: NEW_PASSWORD };

describe('confirming a new account’s address', () => {
  test('by the link, which opening does not spend, and which is good once', async () => {
    using room = openRegistrationRoom();
    const account = await room.mustSignUp();
    const { token } = room.post.takeOne('verify address');
    const { address } = room.registration;
    const link = { accountId: 1, accountName: 'Alice', email: 'alice@example.net' };
    expect(await address.findLink('verify address', token)).toEqual(link);
    expect(await address.findLink('verify address', token)).toEqual(link);
    expect((await room.now(account)).verifiedAt).toBeNull();
    const both = await Promise.all([
      address.followLink('verify address', token),
      address.followLink('verify address', token),
    ]);
    expect(both.filter((done) => done !== undefined)).toEqual([link]);
    expect(await room.now(account)).toMatchObject({
      verifiedAt: room.clock.now(),
      emailConfirmedAt: room.clock.now(),
    });
    expect(await address.findLink('verify address', token)).toBeUndefined();
  });

  test('by the code, which is good once', async () => {
    using room = openRegistrationRoom();
    const account = await room.mustSignUp();
    const { code } = room.post.takeOne('verify address');
    const { address } = room.registration;
    const both = await Promise.all([
      outcomeOf(address.confirmByCode(account, ` ${code.slice(0, 3)} ${code.slice(3)} `)),
      outcomeOf(address.confirmByCode(account, code)),
    ]);
    expect(both.filter((outcome) => outcome instanceof Failure)).toHaveLength(1);
    expect((await room.now(account)).verifiedAt).toBe(room.clock.now());
  });

  test.each([
    ['one that is none', 'abc', 'code: The code of the letter has six digits.'],
    ['none', '', 'code: The code of the letter has six digits.'],
  ])('not by %s', async (_title, code, sentence) => {
    using room = openRegistrationRoom();
    const account = await room.mustSignUp();
    const confirming = room.registration.address.confirmByCode(account, code);
    expect(await sentencesOf(confirming)).toEqual([sentence]);
  });

  test('not by a link of another purpose, of another account, or after its day', async () => {
    using room = openRegistrationRoom();
    const account = await room.mustSignUp();
    const { token, code } = room.post.takeOne('verify address');
    const { address, recovery } = room.registration;
    expect(await address.followLink('new address', token)).toBeUndefined();
    expect(await address.followLink('undo address', token)).toBeUndefined();
    expect(await recovery.findLink(token)).toBeUndefined();
    room.clock.advance(DAY_MS);
    expect(await address.followLink('verify address', token)).toBeUndefined();
    expect(await sentencesOf(address.confirmByCode(account, code))).toEqual([
      'code: No code is waited for, or it has expired: have a new letter sent.',
    ]);
    expect((await room.now(account)).verifiedAt).toBeNull();
  });

  test('does not verify the account where an administrator does', async () => {
    using room = openRegistrationRoom({ verification: 'administrator' });
    const account = await room.mustSignUp();
    const { code } = room.post.takeOne('verify address');
    await room.registration.address.confirmByCode(account, code);
    expect(await room.now(account)).toMatchObject({
      verifiedAt: null,
      emailConfirmedAt: room.clock.now(),
    });
  });
});

test('codes for one address are guessed at twenty times an hour, however many claim it', async () => {
  using room = openRegistrationRoom();
  const said: string[] = [];
  let last = '';
  for (let number = 0; number < 6; number += 1) {
    const account = await room.signUp({ name: `Claim${number}` });
    await room.registration.composeEmails();
    const letter = room.post.takeOne('verify address');
    last = letter.token;
    const wrong = letter.code === '000000' ? '000001' : '000000';
    for (let count = 0; count < 4; count += 1) {
      const confirming = room.registration.address.confirmByCode(account, wrong);
      said.push(...(await sentencesOf(confirming)));
    }
  }
  expect(said.filter((it) => it.includes('not the code'))).toHaveLength(20);
  expect(said.at(-1)).toMatch(/^code: Too many wrong codes: try again in 60 minutes\./);
  const other = await room.mustSignUp({ name: 'Other', email: 'other@example.net' });
  const { code } = room.post.takeOne('verify address');
  await room.registration.address.confirmByCode(other, code);
  expect(await room.registration.address.followLink('verify address', last)).toBeDefined();
});

describe('another letter', () => {
  test('is worth asking for where the last one is stuck, which is told while that one is good', async () => {
    using room = openRegistrationRoom();
    const account = await room.signUp();
    const { address } = room.registration;
    expect(await address.describe(account)).toMatchObject({ isStuck: false });
    room.post.isJammed = true;
    expect(await address.describe(account)).toMatchObject({ isStuck: true });
    room.clock.advance(DAY_MS);
    expect(await address.describe(account)).toMatchObject({ isStuck: false });
    const alice = await room.register('Alicia');
    expect(await address.describe(alice)).toMatchObject({ isStuck: false });
  });

  test('comes after a wait that grows, and ends the codes before it', async () => {
    using room = openRegistrationRoom();
    const account = await room.signUp();
    const { address, composeEmails } = room.registration;
    await composeEmails();
    const first = room.post.takeOne('verify address');
    expect(await sentencesOf(address.sendAgain(account))).toEqual([
      ': A letter was sent a moment ago: ask for another in 60 seconds.',
    ]);
    const waits: number[] = [];
    let { code } = first;
    for (let count = 0; count < 6; count += 1) {
      const { nextSendAt } = await address.describe(account);
      waits.push((nextSendAt - room.clock.now()) / MINUTE_MS);
      room.clock.advance(nextSendAt - room.clock.now());
      await address.sendAgain(account);
      await composeEmails();
      ({ code } = room.post.takeOne('verify address'));
    }
    expect(waits).toEqual([1, 2, 5, 10, 15, 15]);
    expect(await address.findLink('verify address', first.token)).toBeUndefined();
    await address.confirmByCode(account, code);
    expect(await sentencesOf(address.sendAgain(await room.now(account)))).toEqual([
      ': Your address is confirmed already: there is nothing to send.',
    ]);
  });

  test('buys no further guesses', async () => {
    using room = openRegistrationRoom();
    const account = await room.mustSignUp();
    const { address, composeEmails } = room.registration;
    const { code } = room.post.takeOne('verify address');
    const wrong = code === '000000' ? '000001' : '000000';
    for (let count = 0; count < 5; count += 1) {
      await failuresOf(address.confirmByCode(account, wrong));
    }
    await address.sendAgain(account);
    await composeEmails();
    const newer = room.post.takeOne('verify address');
    expect(await sentencesOf(address.confirmByCode(account, newer.code))).toEqual([
      'code: Too many wrong codes: try again in 15 minutes. The link in the letter works at once.',
    ]);
    expect((await address.describe(account)).codesWaitUntil).toBe(
      room.clock.now() + 15 * MINUTE_MS,
    );
    room.clock.advance(15 * MINUTE_MS);
    await address.confirmByCode(account, newer.code);
  });

  test('is asked for once when two ask at the same time, and carries a code that is good', async () => {
    using room = openRegistrationRoom();
    const account = await room.mustSignUp();
    room.post.take();
    const { address, composeEmails } = room.registration;
    await Promise.all([address.sendAgain(account), address.sendAgain(account)]);
    await composeEmails();
    const { code } = room.post.takeOne('verify address');
    await address.confirmByCode(account, code);
  });

  test('cannot be had without mail', async () => {
    using room = openRegistrationRoom();
    const account = await room.mustSignUp();
    room.post.isOpen = false;
    expect(await sentencesOf(room.registration.address.sendAgain(account))).toEqual([
      ': This site has no mail set up, so that no letter can be sent: ask its operator.',
    ]);
  });

  test('can be had by an account from before there was mail', async () => {
    using room = openRegistrationRoom();
    room.post.isOpen = false;
    const account = await room.mustSignUp();
    room.post.isOpen = true;
    await room.registration.address.sendAgain(account);
    await room.registration.composeEmails();
    const { code } = room.post.takeOne('verify address');
    await room.registration.address.confirmByCode(account, code);
  });
});

describe('correcting an address', () => {
  test('sends the letter to the right one and ends the link to the wrong one', async () => {
    using room = openRegistrationRoom();
    const account = await room.mustSignUp({ email: 'alcie@example.net' });
    const wrong = room.post.takeOne('verify address');
    const { address, composeEmails } = room.registration;
    await address.correct(account, ' alice@example.net ');
    await composeEmails();
    const right = room.post.takeOne('verify address');
    expect(right.to).toBe('alice@example.net');
    expect(await address.followLink('verify address', wrong.token)).toBeUndefined();
    await address.confirmByCode(account, right.code);
    expect(await room.now(account)).toMatchObject({ email: 'alice@example.net' });
  });

  test('to one in use looks the same, and tells its owner', async () => {
    using room = openRegistrationRoom();
    await room.register('Owner');
    const account = await room.mustSignUp();
    room.post.take();
    await room.registration.address.correct(account, 'owner@example.net');
    await room.registration.composeEmails();
    expect(room.post.takeOne('address in use').accountName).toBe('Owner');
  });

  test.each([
    ['no address', 'nowhere', /^email: The e-mail address is not one/],
    ['a header', 'a@example.net\nBcc: b@example.net', /^email: The e-mail address is not one/],
  ])('refuses %s', async (_title, email, sentence) => {
    using room = openRegistrationRoom();
    const account = await room.mustSignUp();
    expect(await sentencesOf(room.registration.address.correct(account, email))).toEqual([
      expect.stringMatching(sentence),
    ]);
  });

  test('is not for one that is confirmed', async () => {
    const { room, id } = await openWithAlice();
    using _ = room;
    const account = await room.now({ id });
    expect(await sentencesOf(room.registration.address.correct(account, 'x@example.net'))).toEqual([
      expect.stringMatching(/^email: Your account is in use already/),
    ]);
  });
});

describe('an account that was read before its address was confirmed', () => {
  test.each([
    ['corrects', (it: AddressChange, was: Account) => it.correct(was, 'victim@example.net')],
    ['asks for a letter about', (it: AddressChange, was: Account) => it.sendAgain(was)],
    ['changes', (it: AddressChange, was: Account) => it.change(was, change, ADDRESS, noCode)],
  ] as const)(
    '%s it no more: a confirmed address was shown to be theirs',
    async (_what, attempt) => {
      using room = openRegistrationRoom();
      const before = await room.mustSignUp();
      const { token } = room.post.takeOne('verify address');
      const { address, composeEmails } = room.registration;
      await address.followLink('verify address', token);
      const confirmed = await room.now(before);
      expect(await sentencesOf(attempt(address, before))).toEqual([
        expect.stringMatching(/changed at the same time/),
      ]);
      await composeEmails();
      expect([await room.now(before), room.post.letters]).toEqual([confirmed, []]);
    },
  );
});

describe('links that were sent while there was mail', () => {
  const links: [string, (room: RegistrationRoom) => Promise<unknown>, LinkPurpose | 'reset'][] = [
    ['verify', async () => {}, 'verify address'],
    [
      'confirm another',
      async (room) => {
        const account = await room.now({ id: 1 });
        await room.registration.address.change(account, change, ADDRESS, noCode);
        await room.registration.composeEmails();
      },
      'new address',
    ],
    [
      'set a password of',
      async (room) => {
        await room.registration.recovery.request('Alice', ADDRESS);
        await room.registration.composeEmails();
      },
      'reset',
    ],
  ];
  test.each(links)('%s no address that was typed without any', async (_what, ask, purpose) => {
    for (const isVerified of [false, true]) {
      using room = openRegistrationRoom();
      const { id } = await room.mustSignUp();
      await ask(room);
      const letter = room.post.letters.findLast((each) => 'token' in each);
      const token = letter && 'token' in letter ? letter.token : '';
      const { address, recovery } = room.registration;
      if (isVerified) await room.administration.verifyAccount(id);
      room.post.isOpen = false;
      const typed = { email: 'typed@example.net', password: NEW_PASSWORD };
      const account = await room.now({ id });
      if (isVerified) await address.change(account, typed, ADDRESS, noCode);
      else await address.correct(account, typed.email);
      const done =
        purpose === 'reset'
          ? await recovery.reset(token, 'a password of theirs')
          : await address.followLink(purpose, token);
      expect([isVerified, done]).toEqual([isVerified, undefined]);
      expect(await room.now({ id })).toMatchObject({ email: typed.email, emailConfirmedAt: null });
    }
  });
});

describe('changing an address', () => {
  test('waits for the new mailbox, tells the old one, and can be undone for a week', async () => {
    const { room, id } = await openWithAlice();
    using _ = room;
    const { address, composeEmails } = room.registration;
    const before = await room.now({ id });
    expect(await address.change(before, change, ADDRESS, noCode)).toEqual({ isDone: false });
    expect(await room.now({ id })).toEqual(before);
    expect((await address.describe(before)).pending).toBe('new@example.net');
    await composeEmails();
    const asked = room.post.takeOne('confirm new address');
    expect(asked.to).toBe('new@example.net');

    await address.confirmByCode(before, asked.code);
    const changed = await room.now({ id });
    expect(changed).toMatchObject({ email: 'new@example.net', verifiedAt: before.verifiedAt });
    await composeEmails();
    const described = room.post.takeOne('address changed');
    expect(described).toMatchObject({
      to: 'alice@example.net',
      validUntil: room.clock.now() + 7 * DAY_MS,
    });

    const browser = room.openBrowser();
    await browser.logIn({ password: NEW_PASSWORD });
    room.clock.advance(7 * DAY_MS - 1);
    expect(await address.findLink('undo address', described.token)).toEqual({
      accountId: 1,
      accountName: 'Alice',
      email: 'alice@example.net',
    });
    await address.followLink('undo address', described.token);
    expect((await room.now({ id })).email).toBe('alice@example.net');
    const visitor = await room.accounts.recogniseVisitor([browser.cookie ?? '']);
    expect(visitor.kind).toBe('none');
    expect(await address.followLink('undo address', described.token)).toBeUndefined();
  });

  test('of an account that is not verified verifies it, and is told to the new address alone', async () => {
    using room = openRegistrationRoom();
    const account = await room.mustSignUp();
    const { address, composeEmails } = room.registration;
    room.post.takeOne('verify address');
    room.clock.advance(HOUR_MS);
    await address.change(await room.now(account), change, ADDRESS, noCode);
    await composeEmails();
    const { token } = room.post.takeOne('confirm new address');
    await address.followLink('new address', token);
    expect(await room.now(account)).toMatchObject({
      email: 'new@example.net',
      emailConfirmedAt: room.clock.now(),
      verifiedAt: room.clock.now(),
    });
    await composeEmails();
    expect(room.post.take().filter(({ kind }) => kind === 'address changed')).toEqual([]);
  });

  test('where administrators verify leaves that to them', async () => {
    using room = openRegistrationRoom({ verification: 'administrator' });
    const account = await room.mustSignUp();
    const { address, composeEmails } = room.registration;
    room.post.takeOne('verify address');
    room.clock.advance(HOUR_MS);
    await address.change(await room.now(account), change, ADDRESS, noCode);
    await composeEmails();
    const { token } = room.post.takeOne('confirm new address');
    await address.followLink('new address', token);
    expect((await room.now(account)).verifiedAt).toBeNull();
  });

  test('twice still lets the first owner go back, and then nobody else', async () => {
    const { room, id } = await openWithAlice();
    using _ = room;
    const { address, composeEmails } = room.registration;
    const undo: string[] = [];
    for (const email of ['thief@example.net', 'second@example.net']) {
      room.clock.advance(HOUR_MS);
      await address.change(await room.now({ id }), { ...change, email }, ADDRESS, noCode);
      await composeEmails();
      const { token } = room.post.takeOne('confirm new address');
      await address.followLink('new address', token);
      await composeEmails();
      undo.push(room.post.takeOne('address changed').token);
    }
    await address.followLink('undo address', undo[0] ?? '');
    expect((await room.now({ id })).email).toBe('alice@example.net');
    expect(await address.followLink('undo address', undo[1] ?? '')).toBeUndefined();
  });

  test('to one in use looks the same, and tells its owner', async () => {
    const { room, id } = await openWithAlice();
    using _ = room;
    await room.register('Owner');
    const account = await room.now({ id });
    const { address, composeEmails } = room.registration;
    const outcome = await address.change(
      account,
      { ...change, email: 'owner@example.net' },
      ADDRESS,
      noCode,
    );
    expect(outcome).toEqual({ isDone: false });
    expect((await address.describe(account)).pending).toBe('owner@example.net');
    await composeEmails();
    expect(room.post.takeOne('address in use').to).toBe('Owner@example.net');
    expect(await sentencesOf(address.confirmByCode(account, '000000'))).toEqual([
      'code: This is not the code of the latest letter: look for the newest one.',
    ]);
  });

  test.each([
    ['a wrong password', { ...change, password: 'not the one' }, /^password: This is not your/],
    ['no password', { ...change, password: '' }, /^password: Type your password\./],
    ['no address', { ...change, email: 'nowhere' }, /^email: The e-mail address/],
    ['the same address', { ...change, email: 'alice@example.net' }, /^email: This is your address/],
  ])('is refused with %s', async (_title, form, sentence) => {
    const { room, id } = await openWithAlice();
    using _ = room;
    const account = await room.now({ id });
    const changing = room.registration.address.change(account, form, ADDRESS, noCode);
    expect(await sentencesOf(changing)).toEqual([expect.stringMatching(sentence)]);
    expect(room.post.letters).toEqual([]);
  });

  test('is done at once where there is no mail', async () => {
    const { room, id } = await openWithAlice();
    using _ = room;
    room.post.isOpen = false;
    const outcome = await room.registration.address.change(
      await room.now({ id }),
      change,
      ADDRESS,
      noCode,
    );
    expect(outcome).toEqual({ isDone: true });
    expect(await room.now({ id })).toMatchObject({
      email: 'new@example.net',
      emailConfirmedAt: null,
    });
  });

  test('does not tell an old address that nobody confirmed', async () => {
    using room = openRegistrationRoom({ verification: 'automatic' });
    const account = await room.mustSignUp();
    room.post.take();
    const { address, composeEmails } = room.registration;
    await address.change(account, change, ADDRESS, noCode);
    await composeEmails();
    const { token } = room.post.takeOne('confirm new address');
    await address.followLink('new address', token);
    await composeEmails();
    expect(room.post.letters).toEqual([]);
  });

  test('of a wrong password is stopped after ten, from that address alone', async () => {
    const { room, id } = await openWithAlice();
    using _ = room;
    const account = await room.now({ id });
    const { address } = room.registration;
    const wrong = { ...change, password: 'not the one' };
    for (let count = 0; count < 10; count += 1) {
      await failuresOf(address.change(account, wrong, ADDRESS, noCode));
    }
    expect(await sentencesOf(address.change(account, change, ADDRESS, noCode))).toEqual([
      'password: Too many wrong passwords: try again in 5 minutes.',
    ]);
    await address.change(account, change, '198.51.100.1', noCode);
  });
});

describe('two changes in a row', () => {
  const other = { email: 'other@example.net', password: NEW_PASSWORD };

  test('wait for each other, longer each time, and the first stays good meanwhile', async () => {
    const { room, id } = await openWithAlice();
    using _ = room;
    const { address, composeEmails } = room.registration;
    const alice = await room.now({ id });
    await address.change(alice, change, ADDRESS, noCode);
    await composeEmails();
    const first = room.post.takeOne('confirm new address');
    let proofs = 0;
    const proveCode = async () => {
      proofs += 1;
    };
    expect(await sentencesOf(address.change(alice, other, ADDRESS, proveCode))).toEqual([
      ': A letter was sent a moment ago: ask for another in 60 seconds.',
    ]);
    // No code is spent on what is refused anyway.
    expect(proofs).toBe(0);
    expect(await address.describe(alice)).toMatchObject({ pending: change.email });
    expect(await address.findLink('new address', first.token)).toBeDefined();
    room.clock.advance(MINUTE_MS - 1);
    expect(await failuresOf(address.change(alice, other, ADDRESS, noCode))).toHaveLength(1);
    room.clock.advance(1);
    expect(await address.change(alice, other, ADDRESS, proveCode)).toEqual({ isDone: false });
    expect(proofs).toBe(1);
    expect(await address.describe(alice)).toMatchObject({
      pending: other.email,
      nextSendAt: room.clock.now() + 2 * MINUTE_MS,
    });
    expect(await address.findLink('new address', first.token)).toBeUndefined();
  });

  test('wait for a letter that was asked for again, too', async () => {
    const { room, id } = await openWithAlice();
    using _ = room;
    const { address } = room.registration;
    const alice = await room.now({ id });
    await address.change(alice, change, ADDRESS, noCode);
    room.clock.advance(MINUTE_MS);
    await address.sendAgain(alice);
    expect(await failuresOf(address.change(alice, other, ADDRESS, noCode))).toHaveLength(1);
    room.clock.advance(2 * MINUTE_MS);
    await address.change(alice, other, ADDRESS, noCode);
  });

  test('of an address that nobody confirmed wait as well', async () => {
    using room = openRegistrationRoom();
    const account = await room.signUp();
    const { address } = room.registration;
    expect(await sentencesOf(address.correct(account, change.email))).toEqual([
      ': A letter was sent a moment ago: ask for another in 60 seconds.',
    ]);
    room.clock.advance(MINUTE_MS);
    await address.correct(account, change.email);
    expect(await failuresOf(address.correct(await room.now(account), other.email))).toHaveLength(1);
    room.clock.advance(2 * MINUTE_MS);
    await address.correct(await room.now(account), other.email);
  });
});
