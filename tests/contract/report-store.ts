// What every store of reports must do.

import { describe, expect, test } from 'bun:test';
import type { NewReport } from '../../src/modules/moderation/moderation-ports.ts';
import { entryOf } from '../support/moderation-samples.ts';
import {
  accountNamed,
  type OpenFresh,
  openWithTwo,
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
    wantsEmail: false,
    ...changes,
  };
}

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeReportStore(openFresh: OpenFresh): void {
  test('a report comes back as it was made, and is open', async () => {
    using stores = await openWithTwo(openFresh);
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
    using stores = await openWithTwo(openFresh);
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
    using stores = await openWithTwo(openFresh);
    const { reports, audit } = stores;
    const entry = entryOf({ at: 77, action: 'report closed' });
    await reports.addReport(reportOf());
    expect(await reports.closeReports({ ids: [1], entry })).toBe(1);
    expect(await reports.closeReports({ ids: [1], entry })).toBe(0);
    expect(await reports.closeReports({ ids: [9], entry })).toBe(0);
    expect(await reports.closeReports({ ids: [], entry })).toBe(0);
    expect(await audit.listActions({ limit: 9 })).toEqual([{ id: 1, ...entry }]);
    expect(await reports.listReports(OPEN)).toEqual([]);
    expect(await reports.listReports(CLOSED)).toMatchObject([{ id: 1, closedAt: 77 }]);
    expect(await reports.hasOpenReport(1, HASH)).toBe(false);
    expect(await reports.addReport(reportOf())).toBe(2);
  });

  test('reports are read in pages, newest first', async () => {
    using stores = await openWithTwo(openFresh);
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
    using stores = await openWithTwo(openFresh);
    const { reports } = stores;
    await reports.addReport(reportOf());
    await reports.addReport(reportOf({ accountId: 2 }));
    await reports.closeReports({ ids: [1], entry: entryOf({ at: 9 }) });
    await reports.addReport(reportOf());
    expect((await reports.listReportsOf(1)).map(({ id }) => id)).toEqual([3, 1]);
    expect(await reports.listReportsOf(9)).toEqual([]);
  });

  test('reports of one server are read by themselves, and open ones are counted', async () => {
    using stores = await openWithTwo(openFresh);
    const { reports } = stores;
    expect(await reports.countOpenReports()).toBe(0);
    await reports.addReport(reportOf());
    await reports.addReport(reportOf({ hash: sampleHash(2) }));
    await reports.addReport(reportOf({ accountId: 2 }));
    await reports.closeReports({ ids: [3], entry: entryOf({ action: 'report closed' }) });
    expect(await reports.countOpenReports()).toBe(2);
    expect(await reports.listReports({ ...OPEN, hash: HASH })).toMatchObject([{ id: 1 }]);
    expect(await reports.listReports({ ...CLOSED, hash: HASH })).toMatchObject([{ id: 3 }]);
    expect(await reports.listReports({ ...OPEN, hash: sampleHash(3) })).toEqual([]);
  });

  test('servers with open reports are listed by their newest one, in pages', async () => {
    using stores = await openWithTwo(openFresh);
    const { reports } = stores;
    expect(await reports.listReportedServers({ limit: 9 })).toEqual([]);
    await reports.addReport(reportOf());
    await reports.addReport(reportOf({ hash: sampleHash(2) }));
    await reports.addReport(reportOf({ hash: sampleHash(3) }));
    await reports.addReport(reportOf({ accountId: 2 }));
    const first = { hash: HASH, openReports: 2, latestId: 4 };
    const third = { hash: sampleHash(3), openReports: 1, latestId: 3 };
    const second = { hash: sampleHash(2), openReports: 1, latestId: 2 };
    expect(await reports.listReportedServers({ limit: 9 })).toEqual([first, third, second]);
    expect(await reports.listReportedServers({ limit: 2 })).toEqual([first, third]);
    expect(await reports.listReportedServers({ limit: 2, beforeId: 3 })).toEqual([second]);
    const own = { hash: sampleHash(2), limit: 1 };
    expect(await reports.listReportedServers(own)).toEqual([second]);
    await reports.closeReports({ ids: [2, 4], entry: entryOf({ at: 9 }) });
    const left = { ...first, openReports: 1, latestId: 1 };
    expect(await reports.listReportedServers({ limit: 9 })).toEqual([third, left]);
    expect(await reports.listReportedServers(own)).toEqual([]);
  });

  describe('reports that are closed together', () => {
    const entry = entryOf({ at: 77, action: 'report closed' });
    const unlisting = entryOf({
      ...{ at: 77, action: 'server unlisted', subject: HASH, reason: 'Fake' },
    });

    test('have one entry, and are counted; those that were closed are not', async () => {
      using stores = await openWithTwo(openFresh);
      const { reports, audit } = stores;
      await reports.addReport(reportOf());
      await reports.addReport(reportOf({ accountId: 2 }));
      await reports.closeReports({ ids: [1], entry });
      expect(await reports.closeReports({ ids: [1, 2, 3], entry })).toBe(1);
      expect(await audit.listActions({ limit: 9 })).toHaveLength(2);
      expect(await reports.countOpenReports()).toBe(0);
    });

    test('unlist their server with it, or nothing is done', async () => {
      using stores = await openWithTwo(openFresh);
      const { reports, audit, moderation } = stores;
      expect(await reports.closeReports({ ids: [1], entry, unlisting })).toBe(0);
      expect(await moderation.listMarks('unlisted')).toEqual([]);
      expect(await audit.listActions({ limit: 9 })).toEqual([]);
      await reports.addReport(reportOf());
      expect(await reports.closeReports({ ids: [1], entry, unlisting })).toBe(1);
      expect(await moderation.listMarks('unlisted')).toEqual([
        { hash: HASH, value: 'Fake', setAt: 77 },
      ]);
      expect((await audit.listActions({ limit: 9 })).map(({ action }) => action)).toEqual([
        'server unlisted',
        'report closed',
      ]);
      await reports.addReport(reportOf());
      await reports.closeReports({ ids: [2], entry, unlisting: { ...unlisting, reason: 'Still' } });
      expect(await moderation.listMarks('unlisted')).toMatchObject([{ value: 'Still' }]);
    });

    test('bring an email to those who asked for it, at a confirmed address', async () => {
      using stores = openFresh();
      const { reports, outbox, accounts } = stores;
      const confirmed = { emailConfirmedAt: 3 };
      await accounts.insertAccount({ ...accountNamed('Alice'), ...confirmed });
      await accounts.insertAccount({ ...accountNamed('Bob'), ...confirmed });
      await accounts.insertAccount({ ...accountNamed('Carla'), emailConfirmedAt: null });
      await reports.addReport(reportOf({ wantsEmail: true }));
      await reports.addReport(reportOf({ accountId: 2 }));
      await reports.addReport(reportOf({ accountId: 3, wantsEmail: true }));
      const { email } = (await accounts.findAccountById(1)) ?? {};
      expect(await reports.closeReports({ ids: [1, 2, 3], entry })).toBe(3);
      const facts = {
        ...{ accountId: 1, accountName: 'Alice', recipient: email, detail: 'Alpha', code: '' },
        ...{ createdAt: 77, validUntil: 77 + 7 * 24 * 60 * 60_000 },
      };
      expect(await outbox.listEmailJobs(9)).toMatchObject([{ kind: 'report closed', ...facts }]);
      await reports.closeReports({ ids: [1], entry });
      await reports.addReport(reportOf({ wantsEmail: true }));
      await reports.closeReports({ ids: [4], entry, unlisting });
      expect(await outbox.listEmailJobs(9)).toMatchObject([
        { kind: 'report closed' },
        { kind: 'reported server unlisted', ...facts },
      ]);
      // The server is unlisted already, whoever closes the report.
      await reports.addReport(reportOf({ wantsEmail: true }));
      await reports.closeReports({ ids: [5], entry });
      expect((await outbox.listEmailJobs(9)).map(({ kind }) => kind)).toEqual([
        'report closed',
        'reported server unlisted',
        'reported server unlisted',
      ]);
    });
  });

  test('a report goes with its account, and its number is not given again', async () => {
    using stores = await openWithTwo(openFresh);
    const { reports } = stores;
    await reports.addReport(reportOf());
    await stores.accounts.deleteAccount(1);
    expect(await reports.listReports(OPEN)).toEqual([]);
    expect(await reports.addReport(reportOf({ accountId: 2 }))).toBe(2);
  });
}
