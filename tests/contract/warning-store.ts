// What every store of warnings must do.

import { expect, test } from 'bun:test';
import { type FreshStores, type OpenFresh, openWithTwo } from './fresh-stores.ts';

const warningOf = (reason: string, createdAt = 7) => ({
  authorId: 2,
  authorName: 'Bob',
  reason,
  server: 'Alpha',
  createdAt,
});
const entryOf = (action: string) => ({
  at: 9,
  actor: { kind: 'account' as const, id: 2, name: 'Bob' },
  action,
  subject: 'Alice',
  reason: '',
  detail: '',
});
const JOB = {
  kind: 'account warned',
  accountId: 1,
  accountName: 'Alice',
  language: 'en' as const,
  recipient: 'alice@example.net',
  token: '',
  code: '',
  createdAt: 7,
  validUntil: 99,
  detail: 'Griefing',
};

const add = ({ warnings }: FreshStores, accountId: number, reason: string, createdAt?: number) =>
  warnings.addWarning(accountId, warningOf(reason, createdAt), 2, {
    entry: entryOf('account warned'),
    emailJobs: [JOB],
  });
const idsOf = async ({ warnings }: FreshStores) =>
  (await warnings.listWarnings(1)).map(({ id }) => id);

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeWarningStore(openFresh: OpenFresh): void {
  test('warnings are listed, the newest first, up to the limit, with their entry and email', async () => {
    using stores = await openWithTwo(openFresh);
    const { warnings, audit, outbox } = stores;
    expect(await add(stores, 1, 'One.')).toBe(true);
    expect(await add(stores, 1, 'Two.')).toBe(true);
    expect(await add(stores, 1, 'Three.')).toBe(false);
    expect(await add(stores, 99, 'Nobody.')).toBe(false);
    const [two, one] = await warnings.listWarnings(1);
    expect(two).toEqual({ ...warningOf('Two.'), id: Number(two?.id), readAt: null });
    expect(one).toMatchObject(warningOf('One.'));
    expect(await warnings.listWarnings(2)).toEqual([]);
    expect(await audit.listActions({ limit: 9 })).toHaveLength(2);
    expect(await outbox.listEmailJobs(9, 8)).toHaveLength(2);
  });

  test('warnings are read up to one of them, and accounts with unread ones are listed once', async () => {
    using stores = await openWithTwo(openFresh);
    const { warnings } = stores;
    await add(stores, 1, 'One.');
    await add(stores, 1, 'Two.');
    await add(stores, 2, 'Other.');
    expect((await warnings.listUnreadAccounts()).toSorted()).toEqual([1, 2]);
    const [two = 0, one = 0] = await idsOf(stores);
    await warnings.markRead(1, one, 50);
    expect(await warnings.listWarnings(1)).toMatchObject([{ readAt: null }, { readAt: 50 }]);
    await warnings.markRead(1, two, 60);
    expect(await warnings.listWarnings(1)).toMatchObject([{ readAt: 60 }, { readAt: 50 }]);
    expect(await warnings.listUnreadAccounts()).toEqual([2]);
  });

  test('an unread warning is withdrawn, by its account alone', async () => {
    using stores = await openWithTwo(openFresh);
    const { warnings, audit } = stores;
    await add(stores, 1, 'One.');
    const [id = 0] = await idsOf(stores);
    const withdraw = (accountId: number, of = id) =>
      warnings.withdrawWarning(accountId, of, entryOf('warning withdrawn'));
    expect(await withdraw(2)).toBe(false);
    expect(await withdraw(1)).toBe(true);
    expect(await withdraw(1)).toBe(false);
    await add(stores, 1, 'Two.');
    const [read = 0] = await idsOf(stores);
    await warnings.markRead(1, read, 50);
    expect(await withdraw(1, read)).toBe(false);
    const logged = await audit.listActions({ limit: 9 });
    expect(logged.filter(({ action }) => action === 'warning withdrawn')).toHaveLength(1);
  });

  test('old warnings are removed, others are kept', async () => {
    using stores = await openWithTwo(openFresh);
    await add(stores, 1, 'One.', 99);
    await add(stores, 1, 'Two.', 100);
    await stores.warnings.removeOldWarnings(100);
    expect(await stores.warnings.listWarnings(1)).toMatchObject([{ reason: 'Two.' }]);
  });

  test('the copy of the data has the warnings of the account without their author', async () => {
    using stores = await openWithTwo(openFresh);
    const { accounts, registration, warnings } = stores;
    await add(stores, 1, 'One.');
    const [alice, bob] = [await accounts.findAccountById(1), await accounts.findAccountById(2)];
    if (alice === undefined || bob === undefined) throw new Error('There are two accounts.');
    const { warnings: own = [] } = await registration.readEverything(alice);
    expect(own).toMatchObject([{ reason: 'One.', server: 'Alpha' }]);
    expect(JSON.stringify(own)).not.toContain('author');
    expect((await registration.readEverything(bob)).warnings).toMatchObject([
      { reason: 'One.', author_name: 'Bob' },
    ]);
    await accounts.deleteAccount(2);
    expect(await warnings.listWarnings(1)).toHaveLength(1);
    await accounts.deleteAccount(1);
    expect(await warnings.listWarnings(1)).toEqual([]);
  });
}
