// What every store of known devices and of the sessions that make them known must do.

import { describe, expect, test } from 'bun:test';
import type { StartNotes } from '../../src/modules/account/account-ports.ts';
import {
  type FreshStores,
  type OpenFresh,
  openWithTwo,
  sampleSession,
  sampleTime,
} from './fresh-stores.ts';

const NOTES: StartNotes = {
  entry: {
    at: sampleTime,
    event: 'logged in',
    device: 'Firefox on Linux',
    country: 'NL',
    detail: '',
  },
  logBounds: { atMost: 10, sameWithinMs: 0 },
  deviceKeyHashes: ['d1'],
  devicesAtMost: 3,
  rotates: undefined,
};

let lastSession = 0;

/** Starts a session of an account, with what it makes known. */
async function start(
  stores: FreshStores,
  accountId: number,
  notes: Partial<StartNotes>,
  more: { at?: number; atMost?: number; passwordHash?: string } = {},
): Promise<boolean> {
  const { at = sampleTime, atMost = 50 } = more;
  const account = await stores.accounts.findAccountById(accountId);
  lastSession += 1;
  return stores.sessions.startSession(
    sampleSession({ valueHash: `s${lastSession}`, accountId, createdAt: at, lastUsedAt: at }),
    {
      passwordHash: more.passwordHash ?? account?.passwordHash ?? '',
      endsValueHash: undefined,
      atMost,
      notes: { ...NOTES, entry: { ...NOTES.entry, at }, ...notes },
    },
  );
}

const keysOf = async (stores: FreshStores, accountId: number) =>
  (await stores.devices.listDevices(accountId)).map(({ keyHash }) => keyHash).toSorted();

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeDeviceStore(openFresh: OpenFresh): void {
  test('a session makes its devices known, noted once a day, and writes its line of the log', async () => {
    using stores = await openWithTwo(openFresh);
    await start(stores, 1, { deviceKeyHashes: ['d1', 'd2'] });
    const nextDay = sampleTime + 86_400_000;
    await start(stores, 1, { deviceKeyHashes: ['d1'] }, { at: nextDay - 1 });
    await start(stores, 1, { deviceKeyHashes: ['d2'] }, { at: nextDay });
    expect(await stores.devices.listDevices(1)).toEqual([
      { keyHash: 'd1', lastSeenAt: sampleTime },
      { keyHash: 'd2', lastSeenAt: nextDay },
    ]);
    expect(await keysOf(stores, 2)).toEqual([]);
    expect(await stores.accountLog.listLogEntries(1)).toHaveLength(3);
  });

  test('a session that is refused leaves nothing behind', async () => {
    using stores = await openWithTwo(openFresh);
    expect(await start(stores, 1, {}, { passwordHash: 'another' })).toBe(false);
    expect(await keysOf(stores, 1)).toEqual([]);
    expect(await stores.accountLog.listLogEntries(1)).toEqual([]);
  });

  test('of too many devices those seen longest ago are forgotten, never the one at hand', async () => {
    using stores = await openWithTwo(openFresh);
    for (const [place, key] of ['a', 'b', 'c', 'd'].entries()) {
      await start(stores, 1, { deviceKeyHashes: [key] }, { at: sampleTime + place });
    }
    expect(await keysOf(stores, 1)).toEqual(['b', 'c', 'd']);
    await start(stores, 1, { deviceKeyHashes: ['e', 'f'] }, { at: sampleTime - 99 });
    expect(await keysOf(stores, 1)).toEqual(['d', 'e', 'f']);
  });

  test('a browser’s key is replaced for every account that knows it, and for no other key', async () => {
    using stores = await openWithTwo(openFresh);
    await start(stores, 1, { deviceKeyHashes: ['old', 'a1'] });
    await start(stores, 2, { deviceKeyHashes: ['old', 'a2'] });
    await start(stores, 1, { deviceKeyHashes: ['new'], rotates: { from: 'old', to: 'new' } });
    expect(await keysOf(stores, 1)).toEqual(['a1', 'new']);
    expect(await keysOf(stores, 2)).toEqual(['a2', 'new']);
  });

  test('devices are forgotten but for some, of one account alone', async () => {
    using stores = await openWithTwo(openFresh);
    await start(stores, 1, { deviceKeyHashes: ['a', 'b'] });
    await start(stores, 2, { deviceKeyHashes: ['a', 'b'] });
    await stores.devices.forgetDevices(1, ['b', 'x']);
    expect([await keysOf(stores, 1), await keysOf(stores, 2)]).toEqual([['b'], ['a', 'b']]);
    await stores.devices.forgetDevices(2, []);
    expect(await keysOf(stores, 2)).toEqual([]);
  });

  test('devices not seen since are removed, others not', async () => {
    using stores = await openWithTwo(openFresh);
    await start(stores, 1, { deviceKeyHashes: ['a'] }, { at: 99 });
    await start(stores, 1, { deviceKeyHashes: ['b'] }, { at: 100 });
    await stores.devices.removeExpiredDevices(100);
    expect(await keysOf(stores, 1)).toEqual(['b']);
  });

  test('devices go with their account, and with a changed password that ends sessions', async () => {
    using stores = await openWithTwo(openFresh);
    await start(stores, 1, {});
    await start(stores, 2, {});
    await stores.accounts.updateAccount(2, { passwordHash: 'x' }, { endSessions: false });
    expect(await keysOf(stores, 2)).toEqual(['d1']);
    await stores.accounts.updateAccount(2, { passwordHash: 'y' }, { endSessions: true });
    await stores.accounts.deleteAccount(1);
    expect([await keysOf(stores, 1), await keysOf(stores, 2)]).toEqual([[], []]);
  });

  test('devices are forgotten with a password that the owner changes, or sets by a link', async () => {
    using stores = await openWithTwo(openFresh);
    await start(stores, 1, {});
    const alice = await stores.accounts.findAccountById(1);
    if (alice === undefined) throw new Error('there is no account');
    const kept = { changes: { email: 'new@example.net' }, endSessions: true };
    await stores.registration.apply(alice, kept);
    expect(await keysOf(stores, 1)).toEqual(['d1']);
    const changed = { changes: { passwordHash: '$argon2id$new' }, endSessions: true };
    await stores.registration.apply({ ...alice, ...kept.changes }, changed);
    expect(await keysOf(stores, 1)).toEqual([]);
  });

  describe('sessions of an account', () => {
    test('are at most so many; those used longest ago end, never the new one', async () => {
      using stores = await openWithTwo(openFresh);
      for (const at of [5, 9, 7]) await start(stores, 1, {}, { at });
      await start(stores, 2, {}, { at: 1 });
      await start(stores, 1, {}, { at: 1, atMost: 3 });
      const usedAt = (await stores.sessions.listSessions(1)).map((each) => each.lastUsedAt);
      expect(usedAt).toEqual([9, 7, 1]);
      expect(await stores.sessions.listSessions(2)).toHaveLength(1);
    });

    test('all end but one, whatever their number', async () => {
      using stores = await openWithTwo(openFresh);
      for (const at of [1, 2, 3]) await start(stores, 1, {}, { at });
      await start(stores, 2, {});
      const [kept] = await stores.sessions.listSessions(1);
      expect(await stores.sessions.endOtherSessions(1, kept?.valueHash ?? '')).toBe(2);
      expect(await stores.sessions.listSessions(1)).toEqual(kept ? [kept] : []);
      expect(await stores.sessions.endOtherSessions(1, kept?.valueHash ?? '')).toBe(0);
      expect(await stores.sessions.listSessions(2)).toHaveLength(1);
      expect(await stores.sessions.listSessions(99)).toEqual([]);
    });
  });
}
