// What every store of sessions must do.

import { describe, expect, test } from 'bun:test';
import type { Account, AccountChanges } from '../../src/modules/account/account-ports.ts';
import {
  accountNamed,
  type FreshStores,
  type OpenFresh,
  refusalOf,
  sampleSession,
  sampleTime,
} from './fresh-stores.ts';

const dayMs = 86_400_000;

async function logIn(stores: FreshStores, account: Account, valueHash: string): Promise<void> {
  const started = await stores.sessions.startSession(
    sampleSession({ valueHash, accountId: account.id }),
    { passwordHash: account.passwordHash, endsValueHash: undefined },
  );
  expect(started).toBe(true);
}

async function addTwo({ accounts }: FreshStores): Promise<[Account, Account]> {
  const alice = await accounts.insertAccount(accountNamed('Alice'));
  return [alice, await accounts.insertAccount(accountNamed('Bob'))];
}

async function findNames(stores: FreshStores, ...valueHashes: string[]): Promise<unknown[]> {
  const found = await Promise.all(valueHashes.map((hash) => stores.sessions.findSession(hash)));
  return found.map((each) => each?.account.name);
}

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeSessionStore(openFresh: OpenFresh): void {
  test('a session comes back exactly, with its account as it is now', async () => {
    using stores = openFresh();
    const account = await stores.accounts.insertAccount(accountNamed('Alice'));
    const session = sampleSession({ createdAt: sampleTime - 5, lastUsedAt: sampleTime + 5 });
    const conditions = { passwordHash: account.passwordHash, endsValueHash: undefined };
    expect(await stores.sessions.startSession(session, conditions)).toBe(true);
    expect(await stores.sessions.findSession(session.valueHash)).toEqual({ session, account });
    const renamed = await stores.accounts.updateAccount(1, { name: 'Zoe' }, { endSessions: false });
    expect((await stores.sessions.findSession(session.valueHash))?.account).toEqual(
      renamed as Account,
    );
    expect(await stores.sessions.findSession('b2'.repeat(32))).toBeUndefined();
  });

  test('starting a session ends the one that it came from, of any account', async () => {
    using stores = openFresh();
    const [alice, bob] = await addTwo(stores);
    await logIn(stores, alice, 'first');
    await logIn(stores, alice, 'other');
    const started = await stores.sessions.startSession(
      sampleSession({ valueHash: 'second', accountId: bob.id }),
      { passwordHash: bob.passwordHash, endsValueHash: 'first' },
    );
    expect(started).toBe(true);
    expect(await findNames(stores, 'first', 'second', 'other')).toEqual([
      undefined,
      'Bob',
      'Alice',
    ]);
  });

  test('a session to end that is not there is no hindrance', async () => {
    using stores = openFresh();
    const alice = await stores.accounts.insertAccount(accountNamed('Alice'));
    const conditions = { passwordHash: alice.passwordHash, endsValueHash: 'long-gone' };
    const session = sampleSession({ valueHash: 'new' });
    expect(await stores.sessions.startSession(session, conditions)).toBe(true);
  });

  test('a value that is in use is refused, and the session to end stays', async () => {
    using stores = openFresh();
    const alice = await stores.accounts.insertAccount(accountNamed('Alice'));
    await logIn(stores, alice, 'first');
    await logIn(stores, alice, 'second');
    const conditions = { passwordHash: alice.passwordHash, endsValueHash: 'first' };
    const start = stores.sessions.startSession(sampleSession({ valueHash: 'second' }), conditions);
    await refusalOf(start);
    expect(await findNames(stores, 'first', 'second')).toEqual(['Alice', 'Alice']);
  });

  describe('a login does not outrun', () => {
    const changes: [title: string, changes: AccountChanges | 'deleted'][] = [
      ['a changed password', { passwordHash: '$argon2id$new' }],
      ['a suspension', { suspendedAt: sampleTime, suspensionReason: 'griefing' }],
      ['a deletion', 'deleted'],
    ];
    for (const [title, change] of changes) {
      test(title, async () => {
        using stores = openFresh();
        const [alice, bob] = await addTwo(stores);
        await logIn(stores, bob, 'kept');
        if (change === 'deleted') await stores.accounts.deleteAccount(alice.id);
        else await stores.accounts.updateAccount(alice.id, change, { endSessions: true });
        const conditions = { passwordHash: alice.passwordHash, endsValueHash: 'kept' };
        const session = sampleSession({ valueHash: 'new', accountId: alice.id });
        expect(await stores.sessions.startSession(session, conditions)).toBe(false);
        expect(await findNames(stores, 'new', 'kept')).toEqual([undefined, 'Bob']);
      });
    }
  });

  // C3.8
  describe('sessions of an account', () => {
    const cases: [
      title: string,
      change: (stores: FreshStores) => Promise<unknown>,
      left: boolean,
    ][] = [
      [
        'stay when it changes',
        (s) => s.accounts.updateAccount(1, { flags: 'd' }, { endSessions: false }),
        true,
      ],
      [
        'end with a change that asks for it',
        (s) => s.accounts.updateAccount(1, { flags: 'd' }, { endSessions: true }),
        false,
      ],
      [
        'end where requested, without a change',
        (s) => s.accounts.updateAccount(1, {}, { endSessions: true }),
        false,
      ],
      ['end when it is deleted', (s) => s.accounts.deleteAccount(1), false],
    ];
    for (const [title, action, left] of cases) {
      test(`${title}; those of others stay`, async () => {
        using stores = openFresh();
        const [alice, bob] = await addTwo(stores);
        await logIn(stores, alice, 'a1');
        await logIn(stores, alice, 'a2');
        await logIn(stores, bob, 'b1');
        await action(stores);
        const name = left ? 'Alice' : undefined;
        expect(await findNames(stores, 'a1', 'a2', 'b1')).toEqual([name, name, 'Bob']);
      });
    }
  });

  test('use is marked on one session, and on none that is not there', async () => {
    using stores = openFresh();
    const alice = await stores.accounts.insertAccount(accountNamed('Alice'));
    await logIn(stores, alice, 'a1');
    await logIn(stores, alice, 'a2');
    await stores.sessions.markSessionUsed('a1', sampleTime + dayMs);
    await stores.sessions.markSessionUsed('nobody', sampleTime + dayMs);
    const usedAt = async (hash: string) =>
      (await stores.sessions.findSession(hash))?.session.lastUsedAt;
    expect(await usedAt('a1')).toBe(sampleTime + dayMs);
    expect(await usedAt('a2')).toBe(sampleTime);
    expect(await usedAt('nobody')).toBeUndefined();
  });

  test('ending a session ends that one alone, and ending it twice is no failure', async () => {
    using stores = openFresh();
    const alice = await stores.accounts.insertAccount(accountNamed('Alice'));
    await logIn(stores, alice, 'a1');
    await logIn(stores, alice, 'a2');
    await stores.sessions.endSession('a1');
    await stores.sessions.endSession('a1');
    expect(await findNames(stores, 'a1', 'a2')).toEqual([undefined, 'Alice']);
  });

  test('expired sessions are removed at either limit, and not before it', async () => {
    using stores = openFresh();
    const { passwordHash } = await stores.accounts.insertAccount(accountNamed('Alice'));
    const limits = { usedBefore: 1000, createdBefore: 100 };
    const rows: [valueHash: string, createdAt: number, lastUsedAt: number][] = [
      ['idle', 500, 999],
      ['old', 99, 2000],
      ['both', 1, 1],
      ['at the limits', 100, 1000],
    ];
    for (const [valueHash, createdAt, lastUsedAt] of rows) {
      const session = sampleSession({ valueHash, createdAt, lastUsedAt });
      await stores.sessions.startSession(session, { passwordHash, endsValueHash: undefined });
    }
    expect(await stores.sessions.removeExpiredSessions(limits)).toBe(3);
    expect(await stores.sessions.removeExpiredSessions(limits)).toBe(0);
    const left = await findNames(stores, ...rows.map(([valueHash]) => valueHash));
    expect(left).toEqual([undefined, undefined, undefined, 'Alice']);
  });
}
