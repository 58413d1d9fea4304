// What every store that finds shared devices and addresses must do.

import { expect, test } from 'bun:test';
import {
  type FreshStores,
  type OpenFresh,
  openWithTwo,
  sampleAccount,
  sampleSession,
} from './fresh-stores.ts';

let lastSession = 0;

/** Logs an account in, which makes its devices known. */
async function logIn(stores: FreshStores, accountId: number, at: number, ...keys: string[]) {
  const account = await stores.accounts.findAccountById(accountId);
  lastSession += 1;
  await stores.sessions.startSession(
    sampleSession({ valueHash: `shared-${lastSession}`, accountId, createdAt: at }),
    {
      passwordHash: account?.passwordHash ?? '',
      endsValueHash: undefined,
      atMost: 50,
      notes: {
        entry: { at, event: 'logged in', device: '', country: '', detail: '' },
        logBounds: { atMost: 10, sameWithinMs: 0 },
        deviceKeyHashes: keys,
        devicesAtMost: 15,
        rotates: undefined,
      },
    },
  );
}

const suspend = ({ accounts }: FreshStores, id: number, until: number | null) =>
  accounts.updateAccount(id, { suspendedAt: 5, suspendedUntil: until }, { endSessions: false });

/** Alice, Bob and Carl; Bob is suspended. */
async function openWithThree(openFresh: OpenFresh): Promise<FreshStores> {
  const stores = await openWithTwo(openFresh);
  await stores.accounts.insertAccount({
    ...sampleAccount(),
    name: 'Carl',
    email: 'carl@example.net',
  });
  await logIn(stores, 1, 10, 'a.home', 'browser', 'own');
  await logIn(stores, 2, 20, 'a.home', 'browser');
  await logIn(stores, 3, 30, 'a.home', 'other');
  await suspend(stores, 2, null);
  return stores;
}

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeSharedDeviceStore(openFresh: OpenFresh): void {
  test('what an account shares is counted, with the suspended accounts', async () => {
    using stores = await openWithThree(openFresh);
    const list = async (id: number, at = { now: 50, seenAfter: 0 }) =>
      (await stores.sharedDevices.listSharedKeys(id, at)).toSorted((one, other) =>
        one.keyHash < other.keyHash ? -1 : 1,
      );
    const browser = { keyHash: 'browser', others: 1, suspended: 1 };
    expect(await list(1)).toEqual([{ keyHash: 'a.home', others: 2, suspended: 1 }, browser]);
    expect(await list(3)).toEqual([{ keyHash: 'a.home', others: 2, suspended: 1 }]);
    expect(await list(99)).toEqual([]);
    await suspend(stores, 2, 50);
    expect(await list(1, { now: 50, seenAfter: 0 })).toMatchObject([{ suspended: 0 }, {}]);
    expect(await list(1, { now: 49, seenAfter: 0 })).toMatchObject([{ suspended: 1 }, {}]);
    expect(await list(1, { now: 50, seenAfter: 10 })).toEqual([]);
    expect(await list(3, { now: 50, seenAfter: 15 })).toMatchObject([{ others: 1 }]);
  });

  test('accounts that share something are listed, the last login first', async () => {
    using stores = await openWithThree(openFresh);
    const at = { now: 50, seenAfter: 0 };
    const keys = ['a.home', 'browser'];
    const bob = { accountId: 2, name: 'Bob', role: 'player', isSuspended: true, lastSeenAt: 20 };
    const [first, ...others] = await stores.sharedDevices.listSharers(1, keys, at);
    expect(first).toEqual({
      keyHash: 'a.home',
      accountId: 3,
      name: 'Carl',
      role: 'player',
      isSuspended: false,
      lastSeenAt: 30,
    });
    expect(others).toMatchObject([bob, bob]);
    expect(others.map(({ keyHash }) => keyHash).toSorted()).toEqual(keys);
    expect(await stores.sharedDevices.listSharers(1, [], at)).toEqual([]);
    const recent = await stores.sharedDevices.listSharers(1, keys, { now: 50, seenAfter: 20 });
    expect(recent).toMatchObject([{ name: 'Carl' }]);
  });
}
