// Login on pages: the password first, then the code alone, bound to the session that showed the password.

import { describe, expect, test } from 'bun:test';
import type { Visitor } from '../../../src/modules/sessions/sessions.ts';
import type { Caller } from '../../../src/platform/lib/visitor.ts';
import {
  type AccountsFixture,
  ADDRESS,
  browserAt,
  MINUTE_MS,
  openAccountsFixture,
  openWithAlice,
  PASSWORD,
} from '../../support/test-accounts.ts';
import { becomeOwner, openWithApp, STEP_MS, turnOnMail } from '../two-factor/owner.ts';

const GOOD = { username: 'Alice', password: PASSWORD };
const NOBODY: Visitor = { kind: 'none' };

/** A visitor with an anonymous session, as a page gives it. */
async function visit(fixture: AccountsFixture): Promise<Visitor> {
  const { sessionValue } = fixture.accounts.describeLogin(NOBODY);
  return fixture.accounts.recogniseVisitor([sessionValue]);
}

/** Goes as far as the code, and returns the visitor who owes it. */
async function showPassword(fixture: AccountsFixture, visitor: Visitor = NOBODY): Promise<Visitor> {
  const first = await fixture.accounts.logIn(visitor, GOOD, browserAt());
  if (!('step' in first)) throw new Error(`No code is owed: ${JSON.stringify(first)}`);
  return fixture.accounts.recogniseVisitor([first.sessionValue]);
}

describe('without a second factor', () => {
  test('the password is enough, and the visitor’s session ends', async () => {
    using fixture = await openWithAlice();
    const visitor = await visit(fixture);
    const first = await fixture.accounts.logIn(visitor, GOOD, browserAt());
    if (!('account' in first)) throw new Error('not logged in');
    expect(first.account.name).toBe('Alice');
    expect(first.deviceValue).toMatch(/^d\.[A-Za-z0-9_-]{43}$/);
    expect(await fixture.accounts.recogniseVisitor([first.sessionValue])).toMatchObject({
      kind: 'account',
    });
    const before = visitor.kind === 'anonymous' ? visitor.value : '';
    expect(await fixture.accounts.recogniseVisitor([before])).toEqual(NOBODY);
  });
});

describe('with an app', () => {
  test('a code is owed, and the password is not asked for again', async () => {
    const { fixture, code } = await openWithApp();
    const first = await fixture.accounts.logIn(NOBODY, GOOD, browserAt());
    expect(first).toEqual({
      sessionValue: expect.stringMatching(/^a\./),
      step: {
        accountName: 'Alice',
        hasApp: true,
        hasPasskey: false,
        mail: 'off',
        reason: 'own',
        isMailed: false,
        isStuck: false,
        nextMailAt: expect.any(Number),
      },
    });
    const visitor = await fixture.accounts.recogniseVisitor([
      'sessionValue' in first ? first.sessionValue : '',
    ]);
    expect(visitor.kind).toBe('anonymous');
    const second = await fixture.accounts.enterCode(visitor, code(), browserAt());
    expect(second).toMatchObject({ account: { name: 'Alice' } });
    fixture.clock.advance(STEP_MS);
    expect(await fixture.accounts.enterCode(visitor, code(), browserAt())).toBeUndefined();
  });

  test('another session cannot go on with it', async () => {
    const { fixture, code } = await openWithApp();
    await showPassword(fixture);
    for (const other of [await visit(fixture), NOBODY]) {
      expect(await fixture.accounts.findCodeStep(other, browserAt())).toBeUndefined();
      expect(await fixture.accounts.enterCode(other, code(), browserAt())).toBeUndefined();
      expect(await fixture.accounts.mailLoginCode(other, browserAt())).toBeUndefined();
    }
  });

  const ends: [title: string, change: (fixture: AccountsFixture) => unknown][] = [
    ['ten minutes', (fixture) => fixture.clock.advance(10 * MINUTE_MS)],
    [
      'another password',
      (fixture) => fixture.administration.changePassword('Alice', 'another horse'),
    ],
    ['a suspension', (fixture) => fixture.administration.suspendAccount('Alice', '')],
    ['a deletion', (fixture) => fixture.administration.deleteAccount('Alice')],
  ];
  test.each(ends)('the login is over after %s', async (_title, action) => {
    const { fixture, code } = await openWithApp();
    const visitor = await showPassword(fixture);
    expect(await fixture.accounts.findCodeStep(visitor, browserAt())).toBeDefined();
    await action(fixture);
    expect(await fixture.accounts.findCodeStep(visitor, browserAt())).toBeUndefined();
    expect(await fixture.accounts.enterCode(visitor, code(), browserAt())).toBeUndefined();
  });

  test('logging out ends it, and the session that it came from', async () => {
    const { fixture, code } = await openWithApp();
    await fixture.register('Bob');
    const bob = await becomeOwner(fixture, { username: 'Bob' });
    const visitor = await showPassword(fixture, bob);
    await fixture.accounts.logOut(visitor);
    expect(await fixture.accounts.enterCode(visitor, code(), browserAt())).toBeUndefined();
    expect(await fixture.accounts.recogniseVisitor([bob.value])).toEqual(NOBODY);
  });

  test('turned off meanwhile, nothing is owed any more', async () => {
    const { fixture, owner, code } = await openWithApp();
    const visitor = await showPassword(fixture);
    const proof = { password: PASSWORD, code: code() };
    await fixture.accounts.security.turnOffApp(owner, proof, browserAt());
    expect(await fixture.accounts.enterCode(visitor, '', browserAt())).toMatchObject({
      account: { name: 'Alice' },
    });
  });

  test('somebody who is logged in already keeps that session until the code is right', async () => {
    const { fixture, code } = await openWithApp();
    await fixture.register('Bob');
    const bob = await becomeOwner(fixture, { username: 'Bob' });
    const visitor = await showPassword(fixture, bob);
    expect(await fixture.accounts.recogniseVisitor([bob.value])).toMatchObject({ kind: 'account' });
    await fixture.accounts.enterCode(visitor, code(), browserAt());
    expect(await fixture.accounts.recogniseVisitor([bob.value])).toEqual(NOBODY);
  });

  test('a session of somebody else’s account, planted in the browser, does not learn of the login', async () => {
    const { fixture, code } = await openWithApp();
    await fixture.register('Mallory');
    const planted = await becomeOwner(fixture, { username: 'Mallory' });
    const visitor = await showPassword(fixture, planted);
    expect(visitor).not.toMatchObject({ value: planted.value });
    expect(await fixture.accounts.findCodeStep(planted, browserAt())).toBeUndefined();
    expect(await fixture.accounts.mailLoginCode(planted, browserAt())).toBeUndefined();
    expect(await fixture.accounts.enterCode(planted, code(), browserAt())).toBeUndefined();
    expect(await fixture.accounts.enterCode(visitor, code(), browserAt())).toMatchObject({
      account: { name: 'Alice' },
    });
  });
});

describe('mailed codes', () => {
  test('are sent at once where there is nothing else, and again after a minute', async () => {
    using fixture = await openWithAlice();
    await turnOnMail(fixture, await becomeOwner(fixture));
    const visitor = await showPassword(fixture);
    const sent = () => fixture.mailer.kinds().filter((kind) => kind === 'login code').length;
    expect(sent()).toBe(1);
    const requested: unknown[] = [];
    fixture.mailer.isStuck = async (...given) => requested.push(given) > 0;
    const step = await fixture.accounts.findCodeStep(visitor, browserAt());
    expect(step).toMatchObject({ isMailed: true, isStuck: true });
    const since = fixture.clock.now() - 10 * MINUTE_MS;
    expect(requested).toEqual([['Alice@example.net', ['login code'], since]]);
    expect(await fixture.accounts.mailLoginCode(visitor, browserAt())).toMatchObject({
      mail: 'open',
      isMailed: true,
      nextMailAt: fixture.clock.now() + MINUTE_MS,
    });
    expect(sent()).toBe(1);
    fixture.clock.advance(MINUTE_MS);
    await fixture.accounts.mailLoginCode(visitor, browserAt());
    expect(sent()).toBe(2);
    const loginCode = fixture.mailer.loginCode();
    expect(await fixture.accounts.enterCode(visitor, loginCode, browserAt())).toMatchObject({
      account: { name: 'Alice' },
    });
  });

  test('wait to be asked for beside an app, and are not sent where they are off', async () => {
    const { fixture, owner, code } = await openWithApp();
    const requested = await showPassword(fixture);
    await fixture.accounts.mailLoginCode(requested, browserAt());
    expect(fixture.mailer.kinds()).not.toContain('login code');
    const proof = { password: PASSWORD, code: code() };
    await fixture.accounts.security.turnOnMailCodes(owner, proof, browserAt());
    const visitor = await showPassword(fixture);
    expect(fixture.mailer.kinds()).not.toContain('login code');
    await fixture.accounts.mailLoginCode(visitor, browserAt());
    expect(fixture.mailer.kinds()).toContain('login code');
  });

  test('that cannot leave are reported as closed', async () => {
    using fixture = await openWithAlice();
    await turnOnMail(fixture, await becomeOwner(fixture));
    fixture.mailer.isOpen = false;
    const visitor = await showPassword(fixture);
    expect(await fixture.accounts.findCodeStep(visitor, browserAt())).toMatchObject({
      mail: 'closed',
      hasApp: false,
      isMailed: false,
    });
  });
});

describe('the device cookie', () => {
  async function logIn(
    fixture: AccountsFixture,
    caller: Caller,
    username = 'Alice',
  ): Promise<string> {
    const first = await fixture.accounts.logIn(NOBODY, { ...GOOD, username }, caller);
    if (!('account' in first) || first.deviceValue === undefined) throw new Error('not logged in');
    return first.deviceValue;
  }

  const notices = (fixture: AccountsFixture) =>
    fixture.mailer.kinds().filter((kind) => kind === 'new device').length;

  test('makes a browser known wherever it goes', async () => {
    using fixture = await openWithAlice();
    const value = await logIn(fixture, browserAt());
    const second = await logIn(fixture, browserAt('198.51.100.1', value));
    expect(second).not.toBe(value);
    await logIn(fixture, browserAt('198.51.100.2', second));
    expect(notices(fixture)).toBe(0);
    await logIn(fixture, browserAt('198.51.100.3'));
    expect(notices(fixture)).toBe(1);
  });

  test('is another one after each login, so that a copy of it is worth nothing', async () => {
    using fixture = await openWithAlice();
    const copied = await logIn(fixture, browserAt());
    await logIn(fixture, browserAt(ADDRESS, copied));
    await logIn(fixture, browserAt('198.51.100.66', copied));
    expect(notices(fixture)).toBe(1);
  });

  test('planted by one account does not make its planter known to another', async () => {
    using fixture = await openWithAlice();
    await fixture.register('Mallory');
    await logIn(fixture, browserAt('192.0.2.1'));
    const planted = await logIn(fixture, browserAt('198.51.100.66'), 'Mallory');
    await logIn(fixture, browserAt('192.0.2.1', planted));
    fixture.mailer.emails.length = 0;
    await logIn(fixture, browserAt('198.51.100.66', planted));
    expect(notices(fixture)).toBe(1);
  });

  test('serves every account that logs in from the browser', async () => {
    using fixture = await openWithAlice();
    await fixture.register('Bob');
    let value = await logIn(fixture, browserAt('192.0.2.1'));
    value = await logIn(fixture, browserAt('192.0.2.1', value), 'Bob');
    value = await logIn(fixture, browserAt('192.0.2.2', value));
    await logIn(fixture, browserAt('192.0.2.3', value), 'Bob');
    expect(notices(fixture)).toBe(0);
  });

  test.each(['', `d.${'A'.repeat(44)}`])(
    'that is misshapen (%j) is as good as none',
    async (deviceValue) => {
      using fixture = await openWithAlice();
      await logIn(fixture, browserAt());
      await logIn(fixture, browserAt('198.51.100.1', deviceValue));
      expect(notices(fixture)).toBe(1);
    },
  );
});

describe('a session for an owner who proved it in another way', () => {
  test('starts, ends the visitor’s, and makes the browser known', async () => {
    using fixture = openAccountsFixture();
    const account = await fixture.register('Alice');
    const visitor = await visit(fixture);
    const entered = await fixture.accounts.startSession(visitor, account, browserAt());
    const value = entered?.sessionValue ?? '';
    expect(await fixture.accounts.recogniseVisitor([value])).toMatchObject({ kind: 'account' });
    expect(
      await fixture.accounts.recogniseVisitor(visitor.kind === 'none' ? [] : [visitor.value]),
    ).toEqual(NOBODY);
    expect(entered?.deviceValue).toMatch(/^d\./);
    const [entry] = await fixture.accounts.log.listFor(1);
    expect(entry).toMatchObject({ event: 'logged in', device: 'Firefox on Linux' });
  });

  test('is no way around a second factor, but goes on from a session that has shown it', async () => {
    const { fixture, owner } = await openWithApp();
    const { account } = owner;
    expect(await fixture.accounts.startSession(NOBODY, account, browserAt())).toBeUndefined();
    expect(
      await fixture.accounts.startSession(await visit(fixture), account, browserAt()),
    ).toBeUndefined();
    await fixture.administration.changePassword('Alice', 'another horse');
    const changed = await fixture.store.accounts.findAccountById(account.id);
    if (changed === undefined) throw new Error('Alice is not there.');
    expect(await fixture.accounts.startSession(owner, changed, browserAt())).toMatchObject({
      sessionValue: expect.stringMatching(/^s\./),
    });
  });

  test('does not start when the account was changed meanwhile', async () => {
    using fixture = openAccountsFixture();
    const account = await fixture.register('Alice');
    await fixture.administration.suspendAccount('Alice', '');
    expect(await fixture.accounts.startSession(NOBODY, account, browserAt())).toBeUndefined();
  });
});

describe('logging out', () => {
  test('ends that session alone, at once and for good, and twice is as once', async () => {
    using fixture = await openWithAlice();
    const [one, other] = [await becomeOwner(fixture), await becomeOwner(fixture)];
    for (const visitor of [one, one, NOBODY]) await fixture.accounts.logOut(visitor);
    expect(await fixture.accounts.recogniseVisitor([one.value])).toEqual(NOBODY);
    expect(await fixture.restart().recogniseVisitor([one.value])).toEqual(NOBODY);
    expect(await fixture.accounts.recogniseVisitor([other.value])).toMatchObject(other);
  });

  test('by strangers, however often, ends no session of others', async () => {
    using fixture = openAccountsFixture();
    const { sessionValue } = fixture.accounts.describeLogin(NOBODY);
    for (let count = 0; count < 50_001; count += 1) {
      const stranger = fixture.accounts.describeLogin(NOBODY).sessionValue;
      await fixture.accounts.logOut({ kind: 'anonymous', value: stranger });
    }
    const visitor = await fixture.accounts.recogniseVisitor([sessionValue]);
    expect(visitor).toMatchObject({ kind: 'anonymous' });
  });
});
