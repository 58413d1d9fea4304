// What every store of reports must do.

import { expect, test } from 'bun:test';
import type { NewReport } from '../../src/servers/moderation/ports.ts';
import { entryOf } from '../support/moderation-samples.ts';
import {
  accountNamed,
  type FreshStores,
  type OpenFresh,
  refusalOf,
  sampleHash,
} from './fresh-stores.ts';

const HASH = sampleHash(1);
const OPEN = { isOpen: true, limit: 100 };
const CLOSED = { isOpen: false, limit: 100 };

function reportOf(changes: Partial<NewReport> = {}): NewReport {
  return {
    ...{ hash: HASH, serverName: 'Alpha', accountId: 1, kind: 'fake', text: 'Two\nlines <b>' },
    createdAt: 5,
    ...changes,
  };
}

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeReportStore(openFresh: OpenFresh): void {
  async function openWithAccounts(): Promise<FreshStores> {
    const stores = openFresh();
    for (const name of ['Alice', 'Bob']) await stores.accounts.insertAccount(accountNamed(name));
    return stores;
  }

  test('a report comes back as it was made, and is open', async () => {
    using stores = await openWithAccounts();
    const { reports } = stores;
    expect(await reports.addReport(reportOf())).toBe(1);
    const report = { id: 1, accountName: 'Alice', closedAt: null, ...reportOf() };
    expect(await reports.listReports(OPEN)).toEqual([report]);
    expect(await reports.findReport(1)).toEqual(report);
    expect(await reports.findReport(2)).toBeUndefined();
    expect(await reports.listReports(CLOSED)).toEqual([]);
    expect(await reports.hasOpenReport(1, HASH)).toBe(true);
    expect(await reports.hasOpenReport(2, HASH)).toBe(false);
    expect(await reports.hasOpenReport(1, sampleHash(2))).toBe(false);
  });

  test('an account has one open report on a server, others have theirs', async () => {
    using stores = await openWithAccounts();
    const { reports } = stores;
    await reports.addReport(reportOf());
    expect(await refusalOf(reports.addReport(reportOf({ text: 'again' })))).toMatchObject({
      kind: 'conflict',
    });
    await reports.addReport(reportOf({ accountId: 2 }));
    await reports.addReport(reportOf({ hash: sampleHash(2) }));
    expect(await reports.listReports(OPEN)).toHaveLength(3);
  });

  test('closing is logged, happens once, and makes place for the next', async () => {
    using stores = await openWithAccounts();
    const { reports, audit } = stores;
    const entry = entryOf({ at: 77, action: 'report closed' });
    await reports.addReport(reportOf());
    expect(await reports.closeReport(1, entry)).toBe(true);
    expect(await reports.closeReport(1, entry)).toBe(false);
    expect(await reports.closeReport(9, entry)).toBe(false);
    expect(await audit.listActions({ limit: 9 })).toEqual([{ id: 1, ...entry }]);
    expect(await reports.listReports(OPEN)).toEqual([]);
    expect(await reports.listReports(CLOSED)).toMatchObject([{ id: 1, closedAt: 77 }]);
    expect(await reports.hasOpenReport(1, HASH)).toBe(false);
    expect(await reports.addReport(reportOf())).toBe(2);
  });

  test('reports are read in pages, newest first', async () => {
    using stores = await openWithAccounts();
    const { reports } = stores;
    for (let number = 1; number <= 5; number += 1) {
      await reports.addReport(reportOf({ hash: sampleHash(number) }));
    }
    const ids = async (page: { beforeId?: number; limit: number }) =>
      (await reports.listReports({ isOpen: true, ...page })).map(({ id }) => id);
    expect(await ids({ limit: 2 })).toEqual([5, 4]);
    expect(await ids({ limit: 2, beforeId: 4 })).toEqual([3, 2]);
    expect(await ids({ limit: 2, beforeId: 1 })).toEqual([]);
  });

  test('an account gets all of its own reports, and nobody else’s', async () => {
    using stores = await openWithAccounts();
    const { reports } = stores;
    await reports.addReport(reportOf());
    await reports.addReport(reportOf({ accountId: 2 }));
    await reports.closeReport(1, entryOf({ at: 9 }));
    await reports.addReport(reportOf());
    expect((await reports.listReportsOf(1)).map(({ id }) => id)).toEqual([3, 1]);
    expect(await reports.listReportsOf(9)).toEqual([]);
  });

  test('reports of one server are read by themselves, and open ones are counted', async () => {
    using stores = await openWithAccounts();
    const { reports } = stores;
    expect(await reports.countOpenReports()).toBe(0);
    await reports.addReport(reportOf());
    await reports.addReport(reportOf({ hash: sampleHash(2) }));
    await reports.addReport(reportOf({ accountId: 2 }));
    await reports.closeReport(3, entryOf({ action: 'report closed' }));
    expect(await reports.countOpenReports()).toBe(2);
    expect(await reports.listReports({ ...OPEN, hash: HASH })).toMatchObject([{ id: 1 }]);
    expect(await reports.listReports({ ...CLOSED, hash: HASH })).toMatchObject([{ id: 3 }]);
    expect(await reports.listReports({ ...OPEN, hash: sampleHash(3) })).toEqual([]);
  });

  test('a report goes with its account, and its number is not given again', async () => {
    using stores = await openWithAccounts();
    const { reports } = stores;
    await reports.addReport(reportOf());
    await stores.accounts.deleteAccount(1);
    expect(await reports.listReports(OPEN)).toEqual([]);
    expect(await reports.addReport(reportOf({ accountId: 2 }))).toBe(2);
  });
}
