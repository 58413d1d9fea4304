// What every store of the logs of accounts must do.

import { expect, test } from 'bun:test';
import type { NewLogEntry } from '../../src/modules/account/account-log-ports.ts';
import { accountNamed, type FreshStores, type OpenFresh } from './fresh-stores.ts';

const BOUNDS = { atMost: 3, sameWithinMs: 100 };

const entry = (changes: Partial<NewLogEntry> = {}): NewLogEntry => ({
  ...{ at: 0, event: 'logged in', device: 'curl', country: 'NL', detail: '', ...changes },
});

async function openWithTwo(openFresh: OpenFresh): Promise<FreshStores> {
  const stores = openFresh();
  await stores.accounts.insertAccount(accountNamed('Alice'));
  await stores.accounts.insertAccount(accountNamed('Bob'));
  return stores;
}

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeAccountLogStore(openFresh: OpenFresh): void {
  test('entries come back exactly, newest first, each with its account', async () => {
    using stores = await openWithTwo(openFresh);
    const { accountLog } = stores;
    const second = entry({ event: 'suspended', at: 5, detail: "it's <b>bold</b>" });
    await accountLog.addLogEntry(1, entry(), BOUNDS);
    await accountLog.addLogEntry(2, entry(), BOUNDS);
    await accountLog.addLogEntry(1, second, BOUNDS);
    expect(await accountLog.listLogEntries(1)).toEqual([
      { ...second, count: 1 },
      { ...entry(), count: 1 },
    ]);
    expect(await accountLog.listLogEntries(3)).toEqual([]);
  });

  const differences: [title: string, changes: Partial<NewLogEntry>, counted: boolean][] = [
    ['the same at once is counted', {}, true],
    ['the same at the limit is counted', { at: 100 }, true],
    ['the same later is another', { at: 101 }, false],
    ['the same earlier is another', { at: -1 }, false],
    ['another event is another', { event: 'wrong code' }, false],
    ['another device is another', { device: 'wget' }, false],
    ['another country is another', { country: 'DE' }, false],
    ['another detail is another', { detail: 'x' }, false],
  ];
  test.each(differences)('%s', async (_title, changes, counted) => {
    using stores = await openWithTwo(openFresh);
    const { accountLog } = stores;
    await accountLog.addLogEntry(1, entry(), BOUNDS);
    await accountLog.addLogEntry(1, entry(changes), BOUNDS);
    const entries = await accountLog.listLogEntries(1);
    expect(entries).toHaveLength(counted ? 1 : 2);
    expect(entries[0]).toEqual({ ...entry(changes), count: counted ? 2 : 1 });
  });

  test('only the latest entry counts up', async () => {
    using stores = await openWithTwo(openFresh);
    const { accountLog } = stores;
    for (const event of ['logged in', 'wrong code', 'logged in'] as const) {
      await accountLog.addLogEntry(1, entry({ event }), BOUNDS);
    }
    expect(await accountLog.listLogEntries(1)).toHaveLength(3);
  });

  test('the newest are kept, of each account by itself', async () => {
    using stores = await openWithTwo(openFresh);
    const { accountLog } = stores;
    await accountLog.addLogEntry(2, entry(), BOUNDS);
    for (const detail of ['a', 'b', 'c', 'd', 'e']) {
      await accountLog.addLogEntry(1, entry({ detail }), BOUNDS);
    }
    const details = (await accountLog.listLogEntries(1)).map(({ detail }) => detail);
    expect(details).toEqual(['e', 'd', 'c']);
    expect(await accountLog.listLogEntries(2)).toHaveLength(1);
  });

  test('old ones are removed, and all of an account that is deleted', async () => {
    using stores = await openWithTwo(openFresh);
    const { accountLog } = stores;
    const event = 'wrong code';
    await accountLog.addLogEntry(1, entry({ at: 99, event }), BOUNDS);
    await accountLog.addLogEntry(1, entry({ at: 100, event, detail: 'x' }), BOUNDS);
    await accountLog.addLogEntry(1, entry({ at: 199 }), BOUNDS);
    await accountLog.addLogEntry(2, entry({ at: 200 }), BOUNDS);
    await accountLog.removeOldLogEntries(100, 200);
    expect((await accountLog.listLogEntries(1)).map(({ at }) => at)).toEqual([100]);
    await stores.accounts.deleteAccount(1);
    expect(await accountLog.listLogEntries(1)).toEqual([]);
    expect(await accountLog.listLogEntries(2)).toHaveLength(1);
  });
}
