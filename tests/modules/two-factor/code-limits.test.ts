// Guessing at codes with the right password: from many addresses, with a stolen session, with a copied cookie.

import { describe, expect, test } from 'bun:test';
import type { Account } from '../../../src/modules/account/account-ports.ts';
import { LoginFailure } from '../../../src/modules/account/login-failures.ts';
import type { DeviceContext, Visitor } from '../../../src/modules/sessions/sessions.ts';
import { createCodeLimits } from '../../../src/modules/two-factor/code-limits.ts';
import { createWrongCodeNotice } from '../../../src/modules/two-factor/two-factor.ts';
import { createMemoryStates } from '../../../src/platform/lib/shared-states.ts';
import type { Caller } from '../../../src/platform/lib/visitor.ts';
import { launcherTexts, outcomeOf } from '../../support/failures.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createFakeMailer } from '../../support/fake-mailer.ts';
import {
  type AccountsFixture,
  ADDRESS,
  browserAt,
  DAY_MS,
  HOUR_MS,
  launcherAt,
  MINUTE_MS,
  PASSWORD,
} from '../../support/test-accounts.ts';
import { openWithApp } from './owner.ts';

const NOBODY: Visitor = { kind: 'none' };
const GOOD = { username: 'Alice', password: PASSWORD };
const AN_HOUR = launcherTexts.tooMany(60);
const CODE = ['login_code'];

const addressOf = (place: number) => `198.51.${Math.floor(place / 250)}.${place % 250}`;

/** A `device` cookie that the account knows. */
async function logInByBrowser(
  fixture: AccountsFixture,
  { username = 'Alice', code = '', caller = browserAt('192.0.2.1') } = {},
): Promise<string> {
  const first = await fixture.accounts.logIn(NOBODY, { username, password: PASSWORD }, caller);
  if (!('step' in first)) return ('account' in first && first.deviceValue) || '';
  const visitor = await fixture.accounts.recogniseVisitor([first.sessionValue]);
  const second = await fixture.accounts.enterCode(visitor, code, caller);
  return second?.deviceValue ?? '';
}

/** What one guess on the login page is answered; empty when it logs in. */
async function guessByBrowser(
  fixture: AccountsFixture,
  caller: Caller,
  code: string,
): Promise<string> {
  const first = await fixture.accounts.logIn(NOBODY, GOOD, caller);
  const value = 'sessionValue' in first ? first.sessionValue : '';
  const visitor = await fixture.accounts.recogniseVisitor([value]);
  const second = await outcomeOf(fixture.accounts.enterCode(visitor, code, caller));
  if (second === undefined) throw new Error('no login is pending');
  return second instanceof LoginFailure ? second.launcherText : '';
}

const guess = async (fixture: AccountsFixture, loginCode: string, address: string) =>
  (await fixture.openBrowser().logIn({ loginCode }, address)).errors;

describe('wrong codes', () => {
  test('count on when the cookie is exchanged by logging in to an account of the guesser', async () => {
    const { fixture, wrong, code } = await openWithApp();
    await fixture.register('Mallory');
    let copied = await logInByBrowser(fixture, { code: code() });
    fixture.clock.advance(MINUTE_MS);
    let taken = 0;
    for (let place = 0; place < 120; place += 1) {
      if (place % 10 === 9) {
        const caller = browserAt('203.0.113.66', copied);
        copied = await logInByBrowser(fixture, { username: 'Mallory', caller });
      }
      // What is swept between two tries still counts.
      if (place % 30 === 29) {
        fixture.clock.advance(1);
        fixture.accounts.sweepMemory();
      }
      const caller = browserAt(addressOf(place), copied);
      if ((await guessByBrowser(fixture, caller, wrong())) === 'login_code') taken += 1;
    }
    expect(taken).toBe(30);
  });

  test('with a stolen session and the password are thirty an hour from addresses that are not known', async () => {
    const { fixture, owner, wrong, code } = await openWithApp();
    const thief = fixture.openBrowser();
    for (let place = 0; place < 30; place += 1) {
      thief.cookie = owner.value;
      expect((await thief.logIn({ loginCode: wrong() }, addressOf(place))).errors).toEqual(CODE);
    }
    thief.cookie = owner.value;
    expect((await thief.logIn({ loginCode: code() }, addressOf(99))).errors).toEqual([AN_HOUR]);
    expect(await guess(fixture, code(), ADDRESS)).toEqual([]);
  });

  test('at the page of the factor and at logins are counted together', async () => {
    const { fixture, owner, wrong, code } = await openWithApp();
    const off = (place: number, text: string) =>
      outcomeOf(
        fixture.accounts.security.turnOffApp(
          owner,
          { password: PASSWORD, code: text },
          launcherAt(addressOf(place)),
        ),
      );
    for (let place = 0; place < 15; place += 1) {
      expect(await off(place, wrong())).toMatchObject({ kind: 'invalid', field: 'code' });
      expect(await guess(fixture, wrong(), addressOf(100 + place))).toEqual(CODE);
    }
    expect(await off(50, code())).toMatchObject({ retryAfterSeconds: 3_600 });
    expect(await guess(fixture, code(), addressOf(51))).toEqual([AN_HOUR]);
  });

  test('from one /48 are counted together, more than from one of its /64', async () => {
    const { fixture, wrong } = await openWithApp();
    for (let network = 0; network < 8; network += 1) {
      expect(await guess(fixture, wrong(), `2001:db8:7:${network}::1`)).toEqual(CODE);
    }
    expect(await guess(fixture, wrong(), '2001:db8:7:99::1')).toEqual([launcherTexts.tooMany(5)]);
    for (let host = 1; host <= 5; host += 1) {
      expect(await guess(fixture, wrong(), `2001:db8:8::${host}`)).toEqual(CODE);
    }
    expect(await guess(fixture, wrong(), '2001:db8:8::99')).toEqual([launcherTexts.tooMany(5)]);
  });
});

describe('recovery codes', () => {
  const NONE = '000000000000';

  test('that are wrong are thirty an hour from addresses that are not known, six digits counted apart', async () => {
    const { fixture, recoveryCodes, wrong, code } = await openWithApp();
    const [first = '', second = ''] = recoveryCodes;
    for (let place = 0; place < 30; place += 1) {
      expect(await guess(fixture, NONE, addressOf(place))).toEqual(CODE);
    }
    expect(await guess(fixture, first, addressOf(100))).toEqual([AN_HOUR]);
    // The field for a code opens: codes of the other kind are still looked at.
    expect(await guess(fixture, '', addressOf(100))).toEqual(CODE);
    expect(await guess(fixture, wrong(), addressOf(100))).toEqual(CODE);
    expect(await guess(fixture, second, ADDRESS)).toEqual([]);
    for (let place = 0; place < 29; place += 1)
      await guess(fixture, wrong(), addressOf(200 + place));
    expect(await guess(fixture, '', addressOf(101))).toEqual([AN_HOUR]);
    fixture.clock.advance(HOUR_MS);
    expect(await guess(fixture, code(), addressOf(100))).toEqual([]);
    expect(await guess(fixture, first, addressOf(100))).toEqual([]);
  });
});

describe('five wrong codes after the right password', () => {
  const described = (fixture: AccountsFixture) =>
    fixture.mailer.emails.filter(({ kind }) => kind === 'wrong codes');

  test('are reported to the owner, once a day, wherever they come from', async () => {
    const { fixture, wrong } = await openWithApp();
    for (let place = 0; place < 4; place += 1) {
      await guess(fixture, wrong(), addressOf(place));
      fixture.clock.advance(5 * HOUR_MS);
    }
    await guess(fixture, '', addressOf(4));
    await fixture.openBrowser().logIn({ password: 'wrong horse', loginCode: '123456' });
    expect(described(fixture)).toEqual([]);
    await guess(fixture, wrong(), addressOf(4));
    expect(described(fixture)).toEqual([
      {
        kind: 'wrong codes',
        to: 'Alice@example.net',
        accountName: 'Alice',
        language: 'en',
        device: 'ClassiCube launcher',
        country: 'NL',
        at: fixture.clock.now(),
      },
    ]);
    for (let place = 5; place < 25; place += 1) await guess(fixture, wrong(), addressOf(place));
    fixture.accounts.sweepMemory();
    fixture.clock.advance(DAY_MS - 1);
    for (let place = 30; place < 40; place += 1) await guess(fixture, wrong(), addressOf(place));
    expect(described(fixture)).toHaveLength(1);
    fixture.clock.advance(1);
    await guess(fixture, wrong(), addressOf(41));
    expect(described(fixture)).toHaveLength(2);
  });

  test('are reported with the next one where the email could not be queued', async () => {
    const clock = createFakeClock(0);
    const mailer = createFakeMailer();
    const queue = mailer.send;
    mailer.send = async () => {
      throw new Error('the queue is full');
    };
    const notice = createWrongCodeNotice({ mailer, clock, states: createMemoryStates(clock) });
    const account = { id: 1, name: 'Alice', email: 'a@b.example', emailConfirmedAt: 1 } as Account;
    const arrival = { device: 'Firefox', country: 'NL' } as DeviceContext;
    for (let count = 0; count < 4; count += 1) await notice.noteWrong(account, arrival);
    expect(
      await notice.noteWrong(account, arrival).catch((error: unknown) => `${error}`),
    ).toContain('the queue is full');
    mailer.send = queue;
    await notice.noteWrong(account, arrival);
    await notice.noteWrong(account, arrival);
    expect(mailer.kinds()).toEqual(['wrong codes']);
  });

  test('are remembered for so many accounts, those changed latest', async () => {
    const clock = createFakeClock(0);
    const mailer = createFakeMailer();
    const notice = createWrongCodeNotice(
      { mailer, clock, states: createMemoryStates(clock) },
      { accountsAtMost: 2 },
    );
    const arrival = { device: 'Firefox', country: 'NL' } as DeviceContext;
    const note = async (id: number, times: number) => {
      const account = { id, name: `${id}`, email: 'a@b.example', emailConfirmedAt: 1 } as Account;
      for (let count = 0; count < times; count += 1) await notice.noteWrong(account, arrival);
    };
    await note(1, 4);
    await note(2, 4);
    await note(3, 1);
    await note(1, 1);
    expect(mailer.emails).toEqual([]);
    await note(3, 4);
    expect(mailer.emails).toHaveLength(1);
  });
});

describe('the key of a browser', () => {
  const account = { id: 1 } as Account;

  function open() {
    const clock = createFakeClock(DAY_MS);
    const states = createMemoryStates(clock);
    const limits = createCodeLimits(states);
    /** Whether a wrong code from a place, with these keys, is looked at. */
    const guess = async (place: number, knownKeys: string[] = [], of = account) => {
      const context = { address: addressOf(place), knownKeys } as unknown as DeviceContext;
      const end = await outcomeOf(limits.begin(of, context, 'six digits'));
      if (typeof end !== 'function') return false;
      await end('wrong');
      return true;
    };
    const guessThirty = async (...keys: string[]) => {
      for (let place = 0; place < 30; place += 1) await guess(place, keys);
    };
    return { clock, states, limits, guess, guessThirty };
  }

  test('is followed for as long as it is used, through sweeps and further exchanges', async () => {
    const { clock, states, limits, guess } = open();
    let taken = 0;
    let key = 'first';
    for (let step = 0; step < 120; step += 1) {
      if (await guess(step, [key])) taken += 1;
      const to = `key ${step}`;
      await limits.noteRotation({ from: key, to });
      key = to;
      clock.advance(MINUTE_MS);
      await states.sweep();
    }
    // 120 guesses a minute apart: thirty in the first hour, and thirty in the second.
    expect(taken).toBe(60);
  });

  test('is remembered from its last use on, not from its exchange on', async () => {
    const { clock, states, limits, guess, guessThirty } = open();
    await limits.noteRotation({ from: 'first', to: 'second' });
    clock.advance(59 * MINUTE_MS);
    await guessThirty('second');
    clock.advance(2 * MINUTE_MS);
    await states.sweep();
    expect(await guess(99, ['second'])).toBe(false);
  });

  test('has wrong codes of its own, for each account: another key, and another account, go on', async () => {
    const { limits, guess, guessThirty } = open();
    await guessThirty('stolen');
    expect(await guess(99, ['stolen'])).toBe(false);
    expect(await guess(98, ['other'])).toBe(true);
    expect(await guess(97, ['stolen', 'home'])).toBe(true);
    expect(await guess(99, ['stolen'], { id: 2 } as Account)).toBe(true);
    const both = { address: addressOf(96), knownKeys: ['stolen', 'home'] };
    expect(await limits.findWaitMs(account, both as unknown as DeviceContext)).toBe(0);
  });

  test('a try that one limit refuses takes nothing from the others', async () => {
    const { guess, guessThirty } = open();
    await guessThirty();
    for (let count = 0; count < 20; count += 1) expect(await guess(99)).toBe(false);
    expect(await guess(99, ['known'])).toBe(true);
  });
});
