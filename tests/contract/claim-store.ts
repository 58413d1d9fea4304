// What every store of claims must do.

import { expect, test } from 'bun:test';
import { entryOf } from '../support/acts.ts';
import { accountNamed, type FreshStores, type OpenFresh, sampleHash } from './fresh-stores.ts';

const HASH = sampleHash(1);
const OTHER_HASH = sampleHash(2);
const CODE = 'muster-0123abcd';
const NOW = 1_000;
const CLAIMED = {
  ...{ hash: HASH, accountId: 1, accountName: 'Alice', claimedAt: NOW },
  ...{ description: '', links: [], tags: [], country: null, joinPort: null },
};

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeClaimStore(openFresh: OpenFresh): void {
  async function openWithAccounts(): Promise<FreshStores> {
    const stores = openFresh();
    for (const name of ['Alice', 'Bob']) await stores.accounts.insertAccount(accountNamed(name));
    return stores;
  }

  async function claim({ claims }: FreshStores, accountId = 1, hash = HASH): Promise<void> {
    await claims.saveCode({ hash, accountId, code: CODE, expiresAt: NOW + 100 }, NOW);
    expect(await claims.completeClaim({ hash, code: CODE }, NOW)).toBe(true);
  }

  test('a new store has no claims and no codes', async () => {
    using stores = openFresh();
    expect(await stores.claims.listClaims()).toEqual([]);
    expect(await stores.claims.listCodes(0)).toEqual([]);
    expect(await stores.claims.countClaims()).toBe(0);
  });

  test('a code comes back until it expires, one for each account and server', async () => {
    using stores = await openWithAccounts();
    const { claims } = stores;
    const first = { hash: HASH, accountId: 1, code: 'muster-00000001', expiresAt: 50 };
    const again = { ...first, code: 'muster-00000002', expiresAt: 60 };
    const byBob = { ...first, accountId: 2, code: 'muster-00000003' };
    const onOther = { ...first, hash: OTHER_HASH, code: 'muster-00000004' };
    for (const code of [first, again, byBob, onOther]) await claims.saveCode(code, 1);
    const listed = async (now: number) =>
      (await claims.listCodes(now))
        .map(({ code }) => code.at(-1))
        .toSorted()
        .join('');
    expect(await listed(1)).toBe('234');
    expect(await listed(50)).toBe('2');
    expect(await listed(60)).toBe('');
  });

  test('saving a code clears expired ones away', async () => {
    using stores = await openWithAccounts();
    const { claims } = stores;
    const old = { hash: HASH, accountId: 1, code: CODE, expiresAt: 10 };
    await claims.saveCode(old, 1);
    await claims.saveCode({ ...old, accountId: 2, expiresAt: 100 }, 10);
    expect(await claims.listCodes(0)).toHaveLength(1);
  });

  test('a code that was shown makes the claim, once', async () => {
    using stores = await openWithAccounts();
    await claim(stores);
    expect(await stores.claims.listClaims()).toEqual([CLAIMED]);
    expect(await stores.claims.countClaims()).toBe(1);
    expect(await stores.claims.listCodes(0)).toEqual([]);
    expect(await stores.claims.completeClaim({ hash: HASH, code: CODE }, NOW)).toBe(false);
  });

  test('a code makes no claim when it expired, or is for another server', async () => {
    using stores = await openWithAccounts();
    const { claims } = stores;
    await claims.saveCode({ hash: HASH, accountId: 1, code: CODE, expiresAt: NOW }, 1);
    expect(await claims.completeClaim({ hash: OTHER_HASH, code: CODE }, 1)).toBe(false);
    expect(await claims.completeClaim({ hash: HASH, code: CODE }, NOW)).toBe(false);
    expect(await claims.listClaims()).toEqual([]);
  });

  test('claiming again keeps what was said, and another account starts anew', async () => {
    using stores = await openWithAccounts();
    const { claims } = stores;
    await claim(stores);
    const texts = { description: 'Hello', links: ['https://a.example/'], tags: ['pvp'] };
    await claims.updateClaim(HASH, 1, { ...texts, country: 'NZ', joinPort: 7 });
    await claim(stores);
    expect(await claims.listClaims()).toEqual([
      { ...CLAIMED, ...texts, country: 'NZ', joinPort: 7 },
    ]);
    await claim(stores, 2);
    expect(await claims.listClaims()).toEqual([{ ...CLAIMED, accountId: 2, accountName: 'Bob' }]);
  });

  test('only the account itself changes or releases its claim', async () => {
    using stores = await openWithAccounts();
    const { claims } = stores;
    await claim(stores);
    expect(await claims.updateClaim(HASH, 2, { description: 'Mine' })).toBe(false);
    expect(await claims.updateClaim(OTHER_HASH, 1, { description: 'Mine' })).toBe(false);
    expect(await claims.releaseClaim(HASH, 2)).toBe(false);
    expect(await claims.listClaims()).toEqual([CLAIMED]);
    expect(await claims.updateClaim(HASH, 1, { joinPort: 9 })).toBe(true);
    expect(await claims.listClaims()).toEqual([{ ...CLAIMED, joinPort: 9 }]);
    expect(await claims.releaseClaim(HASH, 1)).toBe(true);
    expect(await claims.releaseClaim(HASH, 1)).toBe(false);
    expect(await claims.listClaims()).toEqual([]);
  });

  test('moderators empty the texts or take the claim, and that is logged', async () => {
    using stores = await openWithAccounts();
    const { claims, audit } = stores;
    const cleared = entryOf({ act: 'claim texts removed' });
    const removed = entryOf({ act: 'claim removed' });
    expect(await claims.clearTexts(HASH, cleared)).toBe(false);
    expect(await claims.removeClaim(HASH, removed)).toBe(false);
    expect(await audit.listActs({ limit: 9 })).toEqual([]);
    await claim(stores);
    const texts = { description: 'Hello', links: ['https://a.example/'], tags: ['pvp'] };
    await claims.updateClaim(HASH, 1, { ...texts, country: 'NZ', joinPort: 7 });
    expect(await claims.clearTexts(HASH, cleared)).toBe(true);
    expect(await claims.listClaims()).toEqual([{ ...CLAIMED, country: 'NZ', joinPort: 7 }]);
    expect(await claims.removeClaim(HASH, removed)).toBe(true);
    expect(await claims.listClaims()).toEqual([]);
    expect(await audit.listActs({ limit: 9 })).toEqual([
      { id: 2, ...removed },
      { id: 1, ...cleared },
    ]);
  });

  test('claims and codes go with their account, and with no other', async () => {
    using stores = await openWithAccounts();
    const { claims } = stores;
    await claim(stores);
    await claim(stores, 2, OTHER_HASH);
    await claims.saveCode({ hash: OTHER_HASH, accountId: 1, code: CODE, expiresAt: 9_999 }, NOW);
    await stores.accounts.deleteAccount(1);
    expect((await claims.listClaims()).map(({ accountName }) => accountName)).toEqual(['Bob']);
    expect(await claims.listCodes(0)).toEqual([]);
  });
}
