// What every store of skins must do.

import { expect, test } from 'bun:test';
import { type OpenFresh, openWithTwo } from './fresh-stores.ts';

const PNG = Uint8Array.of(137, 80, 78, 71, 0, 255);
const skinOf = (accountId: number, changedAt = 1) => ({
  accountId,
  png: PNG,
  digest: `d${changedAt}`,
  shape: 'wide' as const,
  changedAt,
});
const reportOf = (playerId: number, accountId = 3 - playerId) => ({
  accountId,
  playerId,
  text: 'It is rude.',
  createdAt: 5,
});
const entryOf = (action: string, at = 9) => ({
  at,
  actor: { kind: 'command line' as const },
  action,
  subject: 'Alice',
  reason: 'Because.',
  detail: '',
});

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeSkinStore(openFresh: OpenFresh): void {
  test('a skin is read as it was stored, its picture by its digest alone, and replaced by the next', async () => {
    using stores = await openWithTwo(openFresh);
    const { skins } = stores;
    expect(await skins.findSkin(1)).toBeUndefined();
    expect(await skins.saveSkin(skinOf(1))).toBe(true);
    const { png: _, ...facts } = skinOf(1);
    expect(await skins.findSkin(1)).toEqual({ ...facts, forbiddenAt: null, note: '' });
    expect(await skins.findPicture(1, 'd1')).toEqual(PNG);
    expect(await skins.saveSkin(skinOf(1, 2))).toBe(true);
    expect(await skins.findPicture(1, 'd1')).toBeUndefined();
    expect(await skins.findPicture(2, 'd2')).toBeUndefined();
    await skins.removeSkin(1, 3);
    expect(await skins.findSkin(1)).toMatchObject({ digest: null, shape: null, changedAt: 3 });
    expect(await skins.findPicture(1, 'd2')).toBeUndefined();
    expect(await skins.saveSkin(skinOf(99))).toBe(false);
  });

  test('a player is reported once by each account while there is a skin', async () => {
    using stores = await openWithTwo(openFresh);
    const { skins } = stores;
    expect(await skins.addReport(reportOf(1))).toBe(false);
    await skins.saveSkin(skinOf(1));
    expect(await skins.addReport(reportOf(1))).toBe(true);
    expect(await skins.addReport(reportOf(1))).toBe(false);
    expect(await skins.countReportedSkins()).toBe(1);
    const [listed] = await skins.listSkins({ state: 'reported', limit: 5 });
    expect(listed).toMatchObject({ name: 'Alice', reports: [{ by: 'Bob', text: 'It is rude.' }] });
    // A new picture does not close the reports about the previous one.
    await skins.saveSkin(skinOf(1, 2));
    expect(await skins.countReportedSkins()).toBe(1);
    expect(await skins.closeSkinReports(1, entryOf('skin reports closed'))).toBe(true);
    expect(await skins.closeSkinReports(1, entryOf('skin reports closed'))).toBe(false);
    expect(await skins.countReportedSkins()).toBe(0);
  });

  test('lists have the latest change first, page by page, by what holds', async () => {
    using stores = await openWithTwo(openFresh);
    const { skins } = stores;
    await skins.saveSkin(skinOf(1, 1));
    await skins.saveSkin(skinOf(2, 2));
    const idsOf = async (page: Parameters<typeof skins.listSkins>[0]) =>
      (await skins.listSkins(page)).map(({ accountId }) => accountId);
    expect(await idsOf({ state: 'shown', limit: 5 })).toEqual([2, 1]);
    expect(await idsOf({ state: 'shown', limit: 1 })).toEqual([2]);
    expect(await idsOf({ state: 'shown', before: 2, limit: 5 })).toEqual([1]);
    expect(await idsOf({ state: 'reported', limit: 5 })).toEqual([]);
    await skins.saveSkin(skinOf(1, 2));
    expect(await idsOf({ state: 'shown', limit: 1 })).toEqual([2]);
    expect(await idsOf({ state: 'shown', before: 2, limit: 5 })).toEqual([1]);
    await skins.removeSkin(2, 3);
    expect(await idsOf({ state: 'shown', limit: 5 })).toEqual([1]);
    await skins.clearSkin(2, true, entryOf('skins forbidden'));
    expect(await idsOf({ state: 'forbidden', limit: 5 })).toEqual([2]);
  });

  test('a moderator removes a skin with its reports, and the owner may upload another', async () => {
    using stores = await openWithTwo(openFresh);
    const { skins, audit } = stores;
    const remove = () => skins.clearSkin(1, false, entryOf('skin removed'));
    expect(await remove()).toBe(false);
    await skins.saveSkin(skinOf(1));
    await skins.addReport(reportOf(1));
    expect(await remove()).toBe(true);
    expect(await remove()).toBe(false);
    expect(await skins.findSkin(1)).toMatchObject({ digest: null, changedAt: 9, note: 'Because.' });
    expect(await skins.findPicture(1, 'd1')).toBeUndefined();
    expect(await skins.countReportedSkins()).toBe(0);
    expect(await skins.saveSkin(skinOf(1, 10))).toBe(true);
    expect(await skins.findSkin(1)).toMatchObject({ digest: 'd10', note: '' });
    const logged = await audit.listActions({ limit: 9 });
    expect(logged.map(({ action, reason }) => [action, reason])).toEqual([
      ['skin removed', 'Because.'],
    ]);
  });

  test('who is forbidden to have one has none until it is allowed, with a skin before or without', async () => {
    using stores = await openWithTwo(openFresh);
    const { skins } = stores;
    await skins.saveSkin(skinOf(1));
    for (const id of [1, 2]) {
      expect(await skins.clearSkin(id, true, entryOf('skins forbidden'))).toBe(true);
      expect(await skins.findSkin(id)).toMatchObject({ digest: null, forbiddenAt: 9 });
      expect(await skins.saveSkin(skinOf(id, 10))).toBe(false);
      expect(await skins.allowSkins(id, entryOf('skins allowed'))).toBe(true);
      expect(await skins.allowSkins(id, entryOf('skins allowed'))).toBe(false);
      expect(await skins.saveSkin(skinOf(id, 11))).toBe(true);
    }
    expect(await skins.clearSkin(99, true, entryOf('skins forbidden'))).toBe(false);
  });

  test('the copy of the data of an account has its picture and what it wrote, and no reporter', async () => {
    using stores = await openWithTwo(openFresh);
    const { skins, accounts, registration } = stores;
    for (const id of [1, 2]) await skins.saveSkin(skinOf(id));
    await skins.addReport(reportOf(1));
    const [alice, bob] = [await accounts.findAccountById(1), await accounts.findAccountById(2)];
    if (alice === undefined || bob === undefined) throw new Error('There are two accounts.');
    const everything = await registration.readEverything(alice);
    expect(everything.skins).toEqual([
      expect.objectContaining({ account_id: 1, png: Buffer.from(PNG).toString('base64') }),
    ]);
    expect(everything.skin_reports).toEqual([]);
    expect((await registration.readEverything(bob)).skin_reports).toMatchObject([
      { account_id: 2, player_id: 1, text: 'It is rude.' },
    ]);
  });

  test('skins and reports end with their accounts', async () => {
    using stores = await openWithTwo(openFresh);
    const { skins, accounts } = stores;
    for (const id of [1, 2]) await skins.saveSkin(skinOf(id));
    await skins.addReport(reportOf(1));
    await skins.addReport(reportOf(2));
    await accounts.deleteAccount(2);
    expect(await skins.findSkin(2)).toBeUndefined();
    expect(await skins.countReportedSkins()).toBe(0);
    expect(await skins.findPicture(1, 'd1')).toEqual(PNG);
  });
}
