// What every store of claims must do.

import { expect, test } from 'bun:test';
import { NO_TEXTS } from '../../src/modules/claims/claim-tables.ts';
import { entryOf } from '../support/moderation-samples.ts';
import { type FreshStores, type OpenFresh, openWithTwo, sampleHash } from './fresh-stores.ts';

const HASH = sampleHash(1);
const OTHER_HASH = sampleHash(2);
const CODE = 'c0'.repeat(32);
const NOW = 1_000;
const ELSEWHERE = { joinIp: '198.51.100.9', joinPort: 25_566 };
const ADDRESS_CODE = { hash: HASH, codeHash: 'd4'.repeat(32), expiresAt: NOW + 100 };
const CLAIMED = {
  ...{ hash: HASH, accountId: 1, accountName: 'Alice', claimedAt: NOW },
  ...NO_TEXTS,
  ...{ country: null, language: null, joinPort: null, joinIp: null, iconDigest: null },
};

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeClaimStore(openFresh: OpenFresh): void {
  async function claim({ claims }: FreshStores, accountId = 1, hash = HASH): Promise<void> {
    await claims.saveCode({ hash, accountId, codeHash: CODE, expiresAt: NOW + 100 }, NOW);
    expect(await claims.completeClaim({ hash, codeHash: CODE }, NOW)).toBe(true);
  }

  test('a code comes back until it expires, one for each account and server', async () => {
    using stores = await openWithTwo(openFresh);
    const { claims } = stores;
    const first = { hash: HASH, accountId: 1, codeHash: 'code-1', expiresAt: 50 };
    const again = { ...first, codeHash: 'code-2', expiresAt: 60 };
    const byBob = { ...first, accountId: 2, codeHash: 'code-3' };
    const onOther = { ...first, hash: OTHER_HASH, codeHash: 'code-4' };
    for (const code of [first, again, byBob, onOther]) await claims.saveCode(code, 1);
    const listed = async (now: number) =>
      (await claims.listCodes(now))
        .map(({ codeHash }) => codeHash.at(-1))
        .toSorted()
        .join('');
    expect(await listed(1)).toBe('234');
    expect(await listed(50)).toBe('2');
    expect(await listed(60)).toBe('');
  });

  test('saving a code clears expired ones away', async () => {
    using stores = await openWithTwo(openFresh);
    const { claims } = stores;
    const old = { hash: HASH, accountId: 1, codeHash: CODE, expiresAt: 10 };
    await claims.saveCode(old, 1);
    await claims.saveCode({ ...old, accountId: 2, expiresAt: 100 }, 10);
    expect(await claims.listCodes(0)).toHaveLength(1);
  });

  test('a code that was shown makes the claim, once', async () => {
    using stores = await openWithTwo(openFresh);
    await claim(stores);
    expect(await stores.claims.listClaims()).toEqual([CLAIMED]);
    expect(await stores.claims.listCodes(0)).toEqual([]);
    expect(await stores.claims.completeClaim({ hash: HASH, codeHash: CODE }, NOW)).toBe(false);
  });

  test('the owners are described otherwise after each claim, each end of one, and a new name', async () => {
    using stores = await openWithTwo(openFresh);
    const { claims, accounts } = stores;
    const seen = [await claims.describeOwners()];
    const look = async () => seen.push(await claims.describeOwners());
    await claim(stores);
    await look();
    await claim(stores, 1, OTHER_HASH);
    await look();
    await accounts.updateAccount(1, { name: 'Alicia' }, { endSessions: false });
    await look();
    expect(new Set(seen).size).toBe(4);
    await accounts.updateAccount(2, { name: 'Bobby' }, { endSessions: false });
    expect(await claims.describeOwners()).toBe(seen[3] ?? '');
    expect(seen[3]).toBe('1:Alicia:2::');
    await accounts.updateAccount(1, { suspendedAt: 5 }, { endSessions: true });
    expect(await claims.describeOwners()).toBe('1:Alicia:2:5:');
    expect(await claims.listClaims({ hash: OTHER_HASH })).toMatchObject([{ hash: OTHER_HASH }]);
    expect(await claims.listClaims({ accountId: 1 })).toHaveLength(2);
    expect(await claims.listClaims({ accountId: 2 })).toEqual([]);
    await accounts.deleteAccount(1);
    expect(await claims.describeOwners()).toBe(seen[0] ?? '');
    expect(await claims.listClaims()).toEqual([]);
  });

  test('a code makes no claim when it expired, or is for another server', async () => {
    using stores = await openWithTwo(openFresh);
    const { claims } = stores;
    await claims.saveCode({ hash: HASH, accountId: 1, codeHash: CODE, expiresAt: NOW }, 1);
    expect(await claims.completeClaim({ hash: OTHER_HASH, codeHash: CODE }, 1)).toBe(false);
    expect(await claims.completeClaim({ hash: HASH, codeHash: CODE }, NOW)).toBe(false);
    expect(await claims.listClaims()).toEqual([]);
  });

  test('claiming again keeps the texts, and another account starts without any', async () => {
    using stores = await openWithTwo(openFresh);
    const { claims } = stores;
    await claim(stores);
    const typed = { description: 'Hello', links: ['https://a.example/'], tags: ['pvp'] };
    const texts = { ...typed, language: 'mi' };
    await claims.updateClaim(HASH, 1, { ...texts, country: 'NZ', joinPort: 7 });
    await claim(stores);
    expect(await claims.listClaims()).toEqual([
      { ...CLAIMED, ...texts, country: 'NZ', joinPort: 7 },
    ]);
    await claim(stores, 2);
    expect(await claims.listClaims()).toEqual([{ ...CLAIMED, accountId: 2, accountName: 'Bob' }]);
  });

  test('only the account itself changes or releases its claim', async () => {
    using stores = await openWithTwo(openFresh);
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
    using stores = await openWithTwo(openFresh);
    const { claims, audit } = stores;
    const cleared = entryOf({ action: 'claim texts removed' });
    const removed = entryOf({ action: 'claim removed' });
    expect(await claims.clearTexts(HASH, cleared)).toBe(false);
    expect(await claims.removeClaim(HASH, removed)).toBe(false);
    expect(await audit.listActions({ limit: 9 })).toEqual([]);
    await claim(stores);
    const texts = { description: 'Hello', links: ['https://a.example/'], tags: ['pvp'] };
    await claims.updateClaim(HASH, 1, { ...texts, country: 'NZ', joinPort: 7 });
    await claims.updateClaim(HASH, 1, { icon: new Uint8Array([1, 2]), iconDigest: 'a1' });
    expect(await claims.findIcon(HASH)).toEqual(new Uint8Array([1, 2]));
    expect(await claims.findIcon(OTHER_HASH)).toBeUndefined();
    expect(await claims.listClaims()).toMatchObject([{ ...texts, iconDigest: 'a1' }]);
    expect(await claims.clearTexts(HASH, cleared)).toBe(true);
    expect(await claims.listClaims()).toEqual([{ ...CLAIMED, country: 'NZ', joinPort: 7 }]);
    expect(await claims.findIcon(HASH)).toBeUndefined();
    // Another address ends, with its port.
    await claims.updateClaim(HASH, 1, ELSEWHERE);
    await claims.clearTexts(HASH, cleared);
    expect(await claims.listClaims()).toEqual([{ ...CLAIMED, country: 'NZ' }]);
    expect(await claims.removeClaim(HASH, removed)).toBe(true);
    expect(await claims.listClaims()).toEqual([]);
    expect(await audit.listActions({ limit: 9 })).toEqual([
      { id: 3, ...removed },
      { id: 2, ...cleared },
      { id: 1, ...cleared },
    ]);
  });

  test('a code for another address is that of a claim, until it expires', async () => {
    using stores = await openWithTwo(openFresh);
    const { claims } = stores;
    expect(await claims.saveAddressCode(ADDRESS_CODE, 1)).toBe(false);
    await claim(stores);
    expect(await claims.saveAddressCode(ADDRESS_CODE, 2)).toBe(false);
    expect(await claims.saveAddressCode(ADDRESS_CODE, 1)).toBe(true);
    const { codeHash, expiresAt } = ADDRESS_CODE;
    const found = { hash: HASH, accountId: 1 };
    expect(await claims.findAddressCode(codeHash, expiresAt - 1)).toMatchObject(found);
    expect(await claims.findAddressCode(codeHash, expiresAt)).toBeUndefined();
    expect(await claims.findAddressCode('e5'.repeat(32), NOW)).toBeUndefined();
    const next = { ...ADDRESS_CODE, codeHash: 'f6'.repeat(32) };
    expect(await claims.saveAddressCode(next, 1)).toBe(true);
    expect(await claims.findAddressCode(codeHash, NOW)).toBeUndefined();
    expect(await claims.findAddressCode(next.codeHash, NOW)).toMatchObject(found);
  });

  test('a code for another address is spent once, and on its own claim alone', async () => {
    using stores = await openWithTwo(openFresh);
    const { claims } = stores;
    await claim(stores);
    await claim(stores, 2, OTHER_HASH);
    await claims.saveAddressCode(ADDRESS_CODE, 1);
    const { codeHash, expiresAt } = ADDRESS_CODE;
    expect(await claims.spendAddressCode(codeHash, ELSEWHERE, expiresAt)).toBe(false);
    expect(await claims.spendAddressCode('e5'.repeat(32), ELSEWHERE, NOW)).toBe(false);
    expect((await claims.listClaims())[0]).toEqual(CLAIMED);
    expect(await claims.spendAddressCode(codeHash, ELSEWHERE, NOW)).toBe(true);
    const own = { joinIp: null, joinPort: null };
    expect(await claims.spendAddressCode(codeHash, own, NOW)).toBe(false);
    expect(await claims.listClaims()).toMatchObject([
      { ...CLAIMED, ...ELSEWHERE },
      { hash: OTHER_HASH, ...own },
    ]);
    await claim(stores);
    expect((await claims.listClaims())[0]).toEqual({ ...CLAIMED, ...ELSEWHERE });
    expect(await claims.updateClaim(HASH, 1, own)).toBe(true);
    expect((await claims.listClaims())[0]).toEqual(CLAIMED);
  });

  test('a code for another address, and what it brought, end with the claim', async () => {
    const ends: ((stores: FreshStores) => Promise<unknown>)[] = [
      ({ claims }) => claims.releaseClaim(HASH, 1),
      ({ claims }) => claims.removeClaim(HASH, entryOf({ action: 'claim removed' })),
      ({ accounts }) => accounts.deleteAccount(1),
      (stores) => claim(stores, 2),
    ];
    for (const end of ends) {
      using stores = await openWithTwo(openFresh);
      const { claims } = stores;
      await claim(stores);
      await claims.saveAddressCode(ADDRESS_CODE, 1);
      await claims.updateClaim(HASH, 1, ELSEWHERE);
      await end(stores);
      expect(await claims.findAddressCode(ADDRESS_CODE.codeHash, NOW)).toBeUndefined();
      expect(await claims.spendAddressCode(ADDRESS_CODE.codeHash, ELSEWHERE, NOW)).toBe(false);
      expect((await claims.listClaims()).map(({ joinIp }) => joinIp ?? 'own')).not.toContain(
        ELSEWHERE.joinIp,
      );
    }
  });

  test('claims and codes go with their account, and with no other', async () => {
    using stores = await openWithTwo(openFresh);
    const { claims } = stores;
    await claim(stores);
    await claim(stores, 2, OTHER_HASH);
    await claims.saveCode(
      { hash: OTHER_HASH, accountId: 1, codeHash: CODE, expiresAt: 9_999 },
      NOW,
    );
    await stores.accounts.deleteAccount(1);
    expect((await claims.listClaims()).map(({ accountName }) => accountName)).toEqual(['Bob']);
    expect(await claims.listCodes(0)).toEqual([]);
  });

  test('what was changed about the list of tags is kept with its entry, once', async () => {
    using stores = await openWithTwo(openFresh);
    const { claims, audit } = stores;
    expect(await claims.listTagChanges()).toEqual([]);
    const added = { tag: 'trains', isOffered: true, changedAt: 5 };
    const removed = { tag: 'creative', isOffered: false, changedAt: 6 };
    expect(await claims.changeTag(added, entryOf({ action: 'tag added' }))).toBe(true);
    expect(await claims.changeTag({ ...added, changedAt: 9 }, entryOf())).toBe(false);
    expect(await claims.changeTag(removed, entryOf({ action: 'tag removed' }))).toBe(true);
    expect(await claims.listTagChanges()).toEqual([removed, added]);
    const again = { ...removed, isOffered: true, changedAt: 7 };
    expect(await claims.changeTag(again, entryOf({ action: 'tag added' }))).toBe(true);
    expect(await claims.listTagChanges()).toEqual([again, added]);
    const logged = (await audit.listActions({ limit: 9 })).map(({ action }) => action);
    expect(logged).toEqual(['tag added', 'tag removed', 'tag added']);
  });
}
