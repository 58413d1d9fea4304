// What every store of appeals must do.

import { expect, test } from 'bun:test';
import type { NewAppeal } from '../../src/modules/appeals/appeal-ports.ts';
import { type FreshStores, type OpenFresh, openWithTwo } from './fresh-stores.ts';

const appealOf = (changes: Partial<NewAppeal> = {}): NewAppeal => ({
  accountId: 1,
  suspendedAt: 5,
  text: 'It was not me.',
  createdAt: 10,
  ...changes,
});
const entryOf = (action: string, at = 20) => ({
  at,
  actor: { kind: 'command line' as const },
  action,
  subject: 'Alice',
  reason: 'Because.',
  detail: '',
});

async function openWithSuspended(openFresh: OpenFresh): Promise<FreshStores> {
  const stores = await openWithTwo(openFresh);
  for (const id of [1, 2]) await suspend(stores, id);
  return stores;
}

const suspend = (
  { accounts }: FreshStores,
  id: number,
  suspendedAt: number | null = 5,
  suspendedUntil: number | null = 100,
) =>
  accounts.updateAccount(
    id,
    { suspendedAt, suspendedUntil, suspensionReason: 'Griefing' },
    { endSessions: false },
  );

const idsOf = async ({ appeals }: FreshStores, state: 'open' | 'decided', now = 11) =>
  (await appeals.listAppeals({ state, now, limit: 9 })).map(({ id }) => id);

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeAppealStore(openFresh: OpenFresh): void {
  test('each suspension has one appeal, while it goes on', async () => {
    using stores = await openWithSuspended(openFresh);
    const { appeals } = stores;
    expect(await appeals.addAppeal(appealOf({ suspendedAt: 4 }))).toBe(false);
    expect(await appeals.addAppeal(appealOf({ createdAt: 100 }))).toBe(false);
    expect(await appeals.addAppeal(appealOf({ accountId: 99 }))).toBe(false);
    expect(await appeals.addAppeal(appealOf())).toBe(true);
    expect(await appeals.addAppeal(appealOf({ text: 'Again.' }))).toBe(false);
    const stored = { ...appealOf(), id: 1, status: 'open', answer: '', decidedAt: null } as const;
    expect(await appeals.findAppeal(1, 5)).toEqual(stored);
    expect(await appeals.findAppealById(1)).toEqual(stored);
    expect(await appeals.findAppeal(1, 4)).toBeUndefined();
    await suspend(stores, 1, 50);
    expect(await appeals.addAppeal(appealOf({ suspendedAt: 50, createdAt: 60 }))).toBe(true);
  });

  test('open appeals are listed, the newest first, until their suspension ends', async () => {
    using stores = await openWithSuspended(openFresh);
    const { appeals } = stores;
    for (const accountId of [1, 2]) await appeals.addAppeal(appealOf({ accountId }));
    const [bob] = await appeals.listAppeals({ state: 'open', now: 11, limit: 1 });
    expect(bob).toMatchObject({ accountName: 'Bob', suspensionReason: 'Griefing' });
    const older = await appeals.listAppeals({ state: 'open', now: 11, beforeId: 2, limit: 9 });
    expect(older).toMatchObject([{ accountName: 'Alice' }]);
    expect(await appeals.countOpenAppeals(11)).toBe(2);
    expect(await appeals.countOpenAppeals(100)).toBe(0);
    expect(await idsOf(stores, 'open', 100)).toEqual([]);
    await suspend(stores, 1, null, null);
    await suspend(stores, 2, 50, null);
    expect(await appeals.countOpenAppeals(60)).toBe(0);
    expect(await idsOf(stores, 'decided')).toEqual([]);
  });

  test('an appeal is decided once, with its entry and its email', async () => {
    using stores = await openWithSuspended(openFresh);
    const { appeals, audit, outbox } = stores;
    await appeals.addAppeal(appealOf());
    const job = {
      kind: 'appeal declined',
      accountId: 1,
      accountName: 'Alice',
      language: 'en' as const,
      recipient: 'alice@example.net',
      token: '',
      code: '',
      createdAt: 20,
      validUntil: 99,
      detail: 'Because.',
    };
    const decline = (id: number, at = 20) =>
      appeals.decideAppeal(id, 'declined', entryOf('appeal declined', at), [job]);
    expect(await decline(9)).toBe(false);
    expect(await decline(1, 100)).toBe(false);
    expect(await decline(1)).toBe(true);
    expect(await decline(1)).toBe(false);
    expect(await appeals.decideAppeal(1, 'accepted', entryOf('appeal accepted'), [])).toBe(false);
    expect(await appeals.findAppealById(1)).toMatchObject({
      status: 'declined',
      answer: 'Because.',
      decidedAt: 20,
    });
    expect(await idsOf(stores, 'open')).toEqual([]);
    expect(await idsOf(stores, 'decided')).toEqual([1]);
    expect(await outbox.listEmailJobs(9, 20)).toMatchObject([{ detail: 'Because.' }]);
    expect(await audit.listActions({ limit: 9 })).toMatchObject([{ action: 'appeal declined' }]);
  });

  test('an accepted appeal is open until its suspension is lifted, and nobody declines it', async () => {
    using stores = await openWithSuspended(openFresh);
    const { appeals } = stores;
    await appeals.addAppeal(appealOf());
    const decide = (status: 'accepted' | 'declined') =>
      appeals.decideAppeal(1, status, entryOf(`appeal ${status}`), []);
    expect(await decide('accepted')).toBe(true);
    expect(await idsOf(stores, 'decided')).toEqual([1]);
    expect(await decide('declined')).toBe(false);
    expect(await idsOf(stores, 'open')).toEqual([1]);
    expect(await decide('accepted')).toBe(true);
    await suspend(stores, 1, null, null);
    expect(await idsOf(stores, 'open')).toEqual([]);
    expect(await decide('accepted')).toBe(false);
  });

  test('appeals are in the copy of the data of their account, and end with it', async () => {
    using stores = await openWithSuspended(openFresh);
    const { appeals, accounts, registration } = stores;
    await appeals.addAppeal(appealOf());
    const alice = await accounts.findAccountById(1);
    if (alice === undefined) throw new Error('There is an account.');
    expect((await registration.readEverything(alice)).appeals).toMatchObject([
      { text: 'It was not me.', status: 'open' },
    ]);
    await accounts.deleteAccount(1);
    expect(await appeals.findAppealById(1)).toBeUndefined();
  });
}
