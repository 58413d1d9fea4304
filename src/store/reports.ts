// The repository of players' reports about servers.

import { and, count, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { accounts } from '../../drizzle/schema/accounts.ts';
import { reports } from '../../drizzle/schema/reports.ts';
import { Failure } from '../lib/failure.ts';
import { serverFailures } from '../messages/messages.ts';
import type { Report, ReportStore } from '../servers/moderation/ports.ts';
import { changeAndLog } from './audit.ts';
import type { Connection } from './connection.ts';
import { isUniqueFailure, withStoreErrors } from './errors.ts';

const columns = {
  id: reports.id,
  hash: reports.hash,
  serverName: reports.serverName,
  accountId: reports.accountId,
  accountName: accounts.name,
  kind: reports.kind,
  text: reports.text,
  createdAt: reports.createdAt,
  closedAt: reports.closedAt,
};

type Row = Omit<Report, 'kind'> & { kind: string };

/** Opens the repository of reports over a connection. */
export function createReportStore({ orm }: Connection): ReportStore {
  const all = () =>
    orm.select(columns).from(reports).innerJoin(accounts, eq(accounts.id, reports.accountId));

  return {
    addReport: (report) =>
      withStoreErrors(() => {
        try {
          return orm.insert(reports).values(report).returning({ id: reports.id }).get().id;
        } catch (error) {
          if (!isUniqueFailure(error)) throw error;
          throw new Failure('conflict', serverFailures.report.open);
        }
      }),

    listReports: ({ isOpen, beforeId, hash, limit }) =>
      withStoreErrors(() =>
        all()
          .where(
            and(
              isOpen ? isNull(reports.closedAt) : isNotNull(reports.closedAt),
              beforeId === undefined ? undefined : lt(reports.id, beforeId),
              hash === undefined ? undefined : eq(reports.hash, hash),
            ),
          )
          .orderBy(desc(reports.id))
          .limit(limit)
          .all()
          .map(toReport),
      ),

    listReportsOf: (accountId) =>
      withStoreErrors(() =>
        all().where(eq(reports.accountId, accountId)).orderBy(desc(reports.id)).all().map(toReport),
      ),

    countOpenReports: () =>
      withStoreErrors(
        () =>
          orm.select({ count: count() }).from(reports).where(isNull(reports.closedAt)).get()
            ?.count ?? 0,
      ),

    findReport: (id) =>
      withStoreErrors(() => {
        const row = all().where(eq(reports.id, id)).get();
        return row && toReport(row);
      }),

    hasOpenReport: (accountId, hash) =>
      withStoreErrors(
        () =>
          orm
            .select({ id: reports.id })
            .from(reports)
            .where(
              and(
                eq(reports.accountId, accountId),
                eq(reports.hash, hash),
                isNull(reports.closedAt),
              ),
            )
            .get() !== undefined,
      ),

    closeReport: (id, entry) =>
      withStoreErrors(() => {
        const close = () =>
          orm
            .update(reports)
            .set({ closedAt: entry.at })
            .where(and(eq(reports.id, id), isNull(reports.closedAt)))
            .returning({ id: reports.id })
            .all();
        return changeAndLog({ orm }, entry, close) > 0;
      }),
  };
}

function toReport(row: Row): Report {
  return { ...row, kind: row.kind as Report['kind'] };
}
