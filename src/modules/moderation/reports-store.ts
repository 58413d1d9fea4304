// The store of players' reports about servers.

import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  type SQL,
} from 'drizzle-orm';
import { Failure } from '../../platform/lib/failure.ts';
import type { Database, Queries, Tables } from '../../platform/store/engine.ts';
import { countRows, hasRow, matches } from '../../platform/store/queries.ts';
import { writeAuditEntry } from '../audit/audit-store.ts';
import { addNotice } from '../email/outbox-store.ts';
import { addEvent } from '../webhooks/webhooks-store.ts';
import { moderationFailures } from './messages.ts';
import type { Report, ReportStore } from './moderation-ports.ts';
import { putMark } from './moderation-store.ts';

export function createReportStore(db: Database): ReportStore {
  const { accounts, reports } = db.tables;
  const isOpen = isNull(reports.closedAt);

  async function list(condition: SQL | undefined, limit?: number): Promise<Report[]> {
    const query = db
      .select({ ...getTableColumns(reports), accountName: accounts.name })
      .from(reports)
      .innerJoin(accounts, eq(accounts.id, reports.accountId))
      .where(condition)
      .orderBy(desc(reports.id));
    return await (limit === undefined ? query : query.limit(limit));
  }

  return {
    async addReport(report) {
      try {
        return await db.transaction(async (tx) => {
          const [added] = await tx.insert(reports).values(report).returning({ id: reports.id });
          const { hash, serverName: name, createdAt: at, kind: reason } = report;
          await addEvent(tx, { type: 'reported', at, hash, name, reason });
          return added?.id ?? 0;
        });
      } catch (error) {
        if (!db.dialect.isUniqueFailure(error)) throw error;
        throw new Failure('conflict', moderationFailures.report.open);
      }
    },

    listReports: ({ isOpen: isWanted, beforeId, hash, limit }) =>
      list(
        and(
          isWanted ? isOpen : isNotNull(reports.closedAt),
          beforeId === undefined ? undefined : lt(reports.id, beforeId),
          hash === undefined ? undefined : eq(reports.hash, hash),
        ),
        limit,
      ),

    listReportsOf: (accountId) => list(eq(reports.accountId, accountId)),

    countOpenReports: () => countRows(db, reports, isOpen),

    findReport: async (id) => (await list(eq(reports.id, id)))[0],

    hasOpenReport: (accountId, hash) =>
      hasRow(db, reports, and(matches(reports, { accountId, hash }), isOpen)),

    async listReportedServers({ beforeId, hash, limit }) {
      const latestId = max(reports.id);
      const rows = await db
        .select({ hash: reports.hash, openReports: count(), latestId })
        .from(reports)
        .where(and(isOpen, hash === undefined ? undefined : eq(reports.hash, hash)))
        .groupBy(reports.hash)
        .having(beforeId === undefined ? undefined : lt(latestId, beforeId))
        .orderBy(desc(latestId))
        .limit(limit);
      return rows.map((row) => ({ ...row, latestId: row.latestId ?? 0 }));
    },

    closeReports: ({ ids, entry, unlisting }) =>
      db.transaction(async (tx) => {
        const closed = await tx
          .update(reports)
          .set({ closedAt: entry.at })
          .where(and(inArray(reports.id, [...ids]), isOpen))
          .returning();
        if (closed.length === 0) return 0;
        await writeAuditEntry(tx, entry);
        if (unlisting !== undefined) {
          const { subject: hash, reason: value, at: setAt } = unlisting;
          await putMark(tx, 'unlisted', { hash, value, setAt });
          await writeAuditEntry(tx, unlisting);
        }
        for (const report of closed) {
          if (report.wantsEmail) await notifyReporter(tx, report, entry.at);
        }
        return closed.length;
      }),
  };
}

async function notifyReporter(
  tx: Queries,
  { accountId, hash, serverName: detail }: Tables['reports']['$inferSelect'],
  now: number,
): Promise<void> {
  const { unlistedServers } = tx.tables;
  const isUnlisted = await hasRow(tx, unlistedServers, matches(unlistedServers, { hash }));
  const kind = isUnlisted ? 'reported server unlisted' : 'report closed';
  await addNotice(tx, { accountId, kind, detail, now });
}
