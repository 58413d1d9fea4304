// What every store of accounts must do.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type {
  Account,
  AccountChanges,
  NewAccount,
} from '../../src/modules/account/account-ports.ts';
import { accountFailures } from '../../src/modules/account/messages.ts';
import { rounds } from '../support/rounds.ts';
import {
  accountNamed,
  type OpenFresh,
  refusalOf,
  sampleAccount,
  sampleSession,
  sampleTime,
} from './fresh-stores.ts';

const emailTaken = accountFailures.email.exists;

const anyAccount = fc.record<Omit<Account, 'id'>>({
  name: fc.string({ unit: 'binary' }),
  email: fc.string({ unit: 'binary' }),
  emailConfirmedAt: fc.option(fc.nat()),
  passwordHash: fc.string(),
  verifiedAt: fc.option(fc.nat()),
  suspendedAt: fc.option(fc.nat()),
  suspensionReason: fc.string({ unit: 'binary' }),
  suspendedUntil: fc.option(fc.nat()),
  role: fc.constantFrom('player', 'moderator', 'administrator'),
  flags: fc.constantFrom('', 'd', 'dm', 'dmepr'),
  forumTitle: fc.string({ unit: 'binary' }),
  isPremium: fc.boolean(),
  registeredAt: fc.nat(),
  rulesVersion: fc.option(fc.string()),
  rulesAgreedAt: fc.option(fc.nat()),
  language: fc.constantFrom('en', 'de'),
});

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeAccountStore(openFresh: OpenFresh): void {
  test('an account comes back exactly, from the insert and by id and name', async () => {
    await fc.assert(
      fc.asyncProperty(anyAccount, async (account) => {
        using stores = openFresh();
        const expected = { ...account, id: 1 };
        expect(await stores.accounts.insertAccount(account)).toEqual(expected);
        expect(await stores.accounts.findAccountById(1)).toEqual(expected);
        expect(await stores.accounts.findAccountByName(account.name)).toEqual(expected);
      }),
      rounds(25),
    );
  });

  // C10.2
  test('ids count from 1; a refused account uses up none; that of a deleted one never returns', async () => {
    using stores = openFresh();
    const insert = (name: string) => stores.accounts.insertAccount(accountNamed(name));
    expect((await insert('one')).id).toBe(1);
    for (let attempt = 0; attempt < 3; attempt += 1) await refusalOf(insert('ONE'));
    expect((await insert('two')).id).toBe(2);
    expect(await stores.accounts.deleteAccount(2)).toBe(true);
    expect((await insert('three')).id).toBe(3);
  });

  describe('taken names and addresses', () => {
    const taken = (name: string) => `The name "${name}" is taken. Choose another one.`;
    const email = 'b@example.net';
    const cases: [title: string, second: Partial<NewAccount>, refusal: string | undefined][] = [
      ['the same name', { name: 'Alice', email }, taken('Alice')],
      ['the name in other case', { name: 'aLICE', email }, taken('aLICE')],
      ['the same address', { name: 'Bob' }, emailTaken],
      ['the address in other case', { name: 'Bob', email: 'ALICE@Example.NET' }, emailTaken],
      ['both, where the failure is about the name', {}, taken('Alice')],
      ['neither', { name: 'Bob', email }, undefined],
      ['a name that differs in a dot', { name: 'Alice.', email }, undefined],
    ];
    for (const [title, second, refusal] of cases) {
      test(title, async () => {
        using stores = openFresh();
        await stores.accounts.insertAccount(sampleAccount());
        const insert = stores.accounts.insertAccount(sampleAccount(second));
        if (refusal === undefined) expect((await insert).id).toBe(2);
        else {
          const error = await refusalOf(insert);
          expect(error).toMatchObject({ kind: 'conflict', message: refusal });
          expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/example/i);
        }
      });
    }
  });

  // C4.17
  describe('finding by name', () => {
    const cases: [title: string, stored: string, asked: string, found: boolean][] = [
      ['in its own spelling', 'Alice_1', 'Alice_1', true],
      ['in other case', 'Alice_1', 'aLiCe_1', true],
      ['not by a part of it', 'Alice_1', 'Alice', false],
      ['not by a pattern', 'Alice_1', 'Alice__', false],
      ['not with a space', 'Alice_1', ' Alice_1', false],
      ['not with NUL behind it', 'Alice_1', 'Alice_1\0', false],
      ['not by Unicode folding: the Kelvin sign is no k', 'kim', '\u212Aim', false],
      ['not by Unicode folding: a dotted capital is no i', 'kim', 'K\u0130M', false],
      ['letters beyond Z keep their case', '\u00C4rger', '\u00E4rger', false],
    ];
    for (const [title, stored, requested, found] of cases) {
      test(title, async () => {
        using stores = openFresh();
        await stores.accounts.insertAccount(accountNamed(stored));
        const account = await stores.accounts.findAccountByName(requested);
        expect(account?.name).toBe(found ? stored : undefined);
      });
    }
  });

  test('an id that no account has finds nothing, however odd it is', async () => {
    using stores = openFresh();
    await stores.accounts.insertAccount(sampleAccount());
    for (const id of [0, -1, 2, 1.5, 1e300, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(await stores.accounts.findAccountById(id)).toBeUndefined();
    }
  });

  describe('changing an account', () => {
    const cases: [title: string, changes: AccountChanges][] = [
      ['nothing', {}],
      ['the password', { passwordHash: '$argon2id$new' }],
      ['a suspension', { suspendedAt: sampleTime, suspensionReason: 'griefing' }],
      ['the case of its own name', { name: 'ALICE' }],
      ['the case of its own address', { email: 'Alice@Example.net' }],
      ['several', { name: 'Zoe', email: 'z@x.net', verifiedAt: null, role: 'administrator' }],
    ];
    for (const [title, changes] of cases) {
      test(title, async () => {
        using stores = openFresh();
        const before = await stores.accounts.insertAccount(sampleAccount());
        const other = await stores.accounts.insertAccount(accountNamed('Other'));
        const after = await stores.accounts.updateAccount(1, changes, { endSessions: false });
        expect(after).toEqual({ ...before, ...changes });
        expect(await stores.accounts.findAccountByName(after?.name ?? '')).toEqual(after);
        expect(await stores.accounts.findAccountById(2)).toEqual(other);
      });
    }

    test('a new name frees the old one, and a new address too', async () => {
      using stores = openFresh();
      await stores.accounts.insertAccount(sampleAccount());
      await stores.accounts.updateAccount(
        1,
        { name: 'Zoe', email: 'z@x.net' },
        { endSessions: false },
      );
      expect(await stores.accounts.findAccountByName('alice')).toBeUndefined();
      expect((await stores.accounts.insertAccount(sampleAccount())).id).toBe(2);
    });

    test('an account that is not there gives nothing', async () => {
      using stores = openFresh();
      const update = stores.accounts.updateAccount(7, { flags: 'd' }, { endSessions: true });
      expect(await update).toBeUndefined();
    });

    test('a taken name or address is a conflict that changes nothing and ends no session', async () => {
      using stores = openFresh();
      const alice = await stores.accounts.insertAccount(sampleAccount());
      await stores.accounts.insertAccount(accountNamed('Bob'));
      const session = sampleSession();
      const conditions = { passwordHash: alice.passwordHash, endsValueHash: undefined };
      await stores.sessions.startSession(session, conditions);
      const cases: [AccountChanges, string][] = [
        [{ name: 'bob', flags: 'd' }, 'The name "bob" is taken. Choose another one.'],
        [{ email: 'BOB@example.net', flags: 'd' }, emailTaken],
        [{ name: 'ALICE', email: 'bob@example.net' }, emailTaken],
      ];
      for (const [changes, message] of cases) {
        const update = stores.accounts.updateAccount(1, changes, { endSessions: true });
        expect(await refusalOf(update)).toMatchObject({ kind: 'conflict', message });
      }
      expect(await stores.accounts.findAccountById(1)).toEqual(alice);
      expect(await stores.sessions.findSession(session.valueHash)).toBeDefined();
    });
  });

  test('deleting returns whether there was an account, and leaves the others', async () => {
    using stores = openFresh();
    await stores.accounts.insertAccount(accountNamed('one'));
    const two = await stores.accounts.insertAccount(accountNamed('two'));
    expect(await stores.accounts.deleteAccount(1)).toBe(true);
    expect(await stores.accounts.deleteAccount(1)).toBe(false);
    expect(await stores.accounts.findAccountById(2)).toEqual(two);
  });

  test('registrations are counted by day in UTC, without accounts that are gone', async () => {
    using stores = openFresh();
    const day = 86_400_000;
    for (const [name, registeredAt] of [
      ['before', 10 * day - 1],
      ['first', 10 * day],
      ['last', 11 * day - 1],
      ['gone', 11 * day],
      ['late', 12 * day],
    ] as const) {
      await stores.accounts.insertAccount(accountNamed(name, { registeredAt, verifiedAt: null }));
    }
    await stores.accounts.deleteAccount(4);
    expect(await stores.accounts.countRegistrations(10)).toEqual([
      { day: 10, count: 2 },
      { day: 12, count: 1 },
    ]);
    expect(await stores.accounts.countRegistrations(13)).toEqual([]);
  });

  test('the summary knows verified accounts that are not suspended, newest first', async () => {
    using stores = openFresh();
    expect(await stores.accounts.summariseAccounts(5, sampleTime)).toEqual({
      count: 0,
      newest: [],
    });
    const accounts = [
      accountNamed('one'),
      accountNamed('unverified', { verifiedAt: null }),
      accountNamed('suspended', { suspendedAt: sampleTime }),
      accountNamed('Two', { verifiedAt: 0 }),
      accountNamed('three', { registeredAt: sampleTime - 1 }),
    ];
    for (const account of accounts) await stores.accounts.insertAccount(account);
    expect(await stores.accounts.summariseAccounts(2, sampleTime)).toEqual({
      count: 3,
      newest: ['three', 'Two'],
    });
    await stores.accounts.updateAccount(5, { suspendedAt: sampleTime }, { endSessions: false });
    await stores.accounts.updateAccount(3, { suspendedAt: null }, { endSessions: false });
    const summary = await stores.accounts.summariseAccounts(5, sampleTime);
    expect(summary).toEqual({ count: 3, newest: ['Two', 'suspended', 'one'] });
  });

  test('verified accounts whose suspension is over are players, others that were suspended are none', async () => {
    using stores = openFresh();
    const suspended = (until: number | null) => ({
      suspendedAt: sampleTime - 10,
      suspendedUntil: until,
    });
    const accounts = [
      accountNamed('back', suspended(sampleTime)),
      accountNamed('away', suspended(sampleTime + 1)),
      accountNamed('for_ever', suspended(null)),
      accountNamed('unverified', { verifiedAt: null, ...suspended(sampleTime) }),
      accountNamed('unverified_away', { verifiedAt: null, ...suspended(sampleTime + 1) }),
      accountNamed('free'),
    ];
    for (const account of accounts) await stores.accounts.insertAccount(account);
    const summary = (now: number) => stores.accounts.summariseAccounts(5, now);
    expect(await summary(sampleTime)).toEqual({ count: 2, newest: ['free', 'back'] });
    expect(await summary(sampleTime - 1)).toEqual({ count: 1, newest: ['free'] });
    expect(await summary(sampleTime + 1)).toEqual({ count: 3, newest: ['free', 'away', 'back'] });
  });

  test('a hash is replaced where it still is what it was, and sessions stay', async () => {
    using stores = openFresh();
    const { id, passwordHash } = await stores.accounts.insertAccount(accountNamed('Alice'));
    const replace = (from: string, to: string, of = id) =>
      stores.accounts.replacePasswordHash(of, { from, to });
    const session = sampleSession({ accountId: id });
    await stores.sessions.startSession(session, { passwordHash, endsValueHash: undefined });
    expect(await replace('something else', 'new')).toBe(false);
    expect(await replace(passwordHash, 'new', id + 1)).toBe(false);
    expect(await replace(passwordHash, 'new')).toBe(true);
    expect(await replace(passwordHash, 'newer')).toBe(false);
    expect((await stores.accounts.findAccountById(id))?.passwordHash).toBe('new');
    expect(await stores.sessions.findSession(session.valueHash)).toBeDefined();
  });
}
