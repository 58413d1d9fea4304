// The repository of players' reports about servers.

import { and, count, desc, eq, inArray, isNotNull, isNull, lt, max, sql } from 'drizzle-orm';
import { accounts } from '../../../drizzle/schema/accounts.ts';
import { reports } from '../../../drizzle/schema/reports.ts';
import { unlistedServers } from '../../../drizzle/schema/unlisted-servers.ts';
import { Failure } from '../../lib/failure.ts';
import { serverFailures } from '../../messages/messages.ts';
import type { Report, ReportStore } from '../../servers/moderation/ports.ts';
import { findAccount } from './accounts.ts';
import { writeAuditEntry } from './audit.ts';
import type { Connection } from '../sqlite/connection.ts';
import { isUniqueFailure, withStoreErrors } from '../errors.ts';
import { unlist } from './moderation.ts';
import { addEmailJob } from './outbox.ts';

/** After this an email about a closed report is of no use any more. */
const EMAIL_JOB_LIFETIME_MS = 7 * 24 * 60 * 60_000;

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
  wantsEmail: reports.wantsEmail,
};

type Row = Omit<Report, 'kind'> & { kind: string };

/** Opens the repository of reports over a connection. */
export function createReportStore({ orm }: Connection): ReportStore {
  const all = () =>
    orm.select(columns).from(reports).innerJoin(accounts, eq(accounts.id, reports.accountId));

  function notifyReporter(
    { accountId, hash, serverName }: typeof reports.$inferSelect,
    now: number,
  ): void {
    const account = findAccount(orm, accountId);
    // An address that nobody confirmed may be a stranger's.
    if (account === undefined || account.emailConfirmedAt === null) return;
    const isUnlisted =
      orm
        .select({ hash: unlistedServers.hash })
        .from(unlistedServers)
        .where(eq(unlistedServers.hash, hash))
        .get() !== undefined;
    const { name: accountName, email: recipient, language } = account;
    addEmailJob(orm, {
      kind: isUnlisted ? 'reported server unlisted' : 'report closed',
      ...{ accountId, accountName, language, recipient, token: '', code: '' },
      ...{ createdAt: now, validUntil: now + EMAIL_JOB_LIFETIME_MS, detail: serverName },
    });
  }

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

    listReportedServers: ({ beforeId, hash, limit }) =>
      withStoreErrors(() => {
        const latestId = max(reports.id);
        return orm
          .select({ hash: reports.hash, openReports: count(), latestId: sql<number>`${latestId}` })
          .from(reports)
          .where(
            and(isNull(reports.closedAt), hash === undefined ? undefined : eq(reports.hash, hash)),
          )
          .groupBy(reports.hash)
          .having(beforeId === undefined ? undefined : lt(latestId, beforeId))
          .orderBy(desc(latestId))
          .limit(limit)
          .all();
      }),

    closeReports: ({ ids, entry, unlisting }) =>
      withStoreErrors(() =>
        orm.transaction(
          () => {
            const closed = orm
              .update(reports)
              .set({ closedAt: entry.at })
              .where(and(inArray(reports.id, [...ids]), isNull(reports.closedAt)))
              .returning()
              .all();
            if (closed.length === 0) return 0;
            writeAuditEntry(orm, entry);
            if (unlisting !== undefined) {
              unlist(orm, unlisting.server);
              writeAuditEntry(orm, unlisting.entry);
            }
            for (const report of closed) {
              if (report.wantsEmail) notifyReporter(report, entry.at);
            }
            return closed.length;
          },
          { behavior: 'immediate' },
        ),
      ),
  };
}

function toReport(row: Row): Report {
  return { ...row, kind: row.kind as Report['kind'] };
}
