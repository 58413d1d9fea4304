// Moderators' actions on reports: listing and closing them.

import { requireReason } from '../../platform/input/plain-line.ts';
import type { Actor } from '../../platform/lib/actor.ts';
import { type AuditDetail, findServerName, withServerName, writeDetail } from '../audit/index.ts';
import { requireHash } from '../registry/index.ts';
import type { MakeChange, ModerationPorts } from './audited-changes.ts';
import type { Report, ReportedServer, ReportStore } from './moderation-ports.ts';

/** A server with open reports. */
export interface ReportGroup extends ReportedServer {
  /** The newest reports, newest first. */
  reports: readonly Report[];
  isUnlisted: boolean;
}

/** How many reports one page lists. */
export const REPORTS_PAGE = 100;
/** How many servers with open reports one page lists. */
export const REPORTED_SERVERS_PAGE = 25;
const REPORTS_OF_GROUP = 10;
/** How many reports one action closes. The moderator can close the rest afterwards. */
const MAX_CLOSED = 1_000;
/** How many report numbers one entry of the audit log holds. */
const MAX_NUMBERS = 50;

export function createReportActions(
  { moderation: store, reports }: ModerationPorts,
  makeChange: MakeChange,
) {
  /** Closes reports on one server and logs their numbers. */
  async function close(
    actor: Actor,
    closed: readonly Report[],
    { reason, unlists = false }: { reason: string; unlists?: boolean },
  ): Promise<number> {
    const [first] = closed;
    if (first === undefined) return 0;
    const { hash } = first;
    const ids = closed.map(({ id }) => id);
    const detail = writeDetail(
      ids.length === 1 ? { form: 'report', id: first.id, about: first.kind } : listNumbers(ids),
    );
    return makeChange([actor, 'report closed', hash, reason, detail], (entry) => {
      const name = findServerName(entry.detail) ?? '';
      const named = withServerName('', name);
      const unlisted = { ...entry, action: 'server unlisted' as const, detail: named };
      const unlisting = unlists ? unlisted : undefined;
      return reports.closeReports({ ids, entry, unlisting });
    });
  }

  async function findGroups(
    page: Parameters<ReportStore['listReportedServers']>[0],
    limit: number,
  ): Promise<ReportGroup[]> {
    const unlisted = new Set((await store.listMarks('unlisted')).map(({ hash }) => hash));
    const found = await reports.listReportedServers(page);
    return Promise.all(
      found.map(async (server) => ({
        ...server,
        isUnlisted: unlisted.has(server.hash),
        reports: await reports.listReports({ isOpen: true, hash: server.hash, limit }),
      })),
    );
  }

  return {
    countOpenReports: reports.countOpenReports,
    /** Newest first, at most 100. */
    listReports: ({
      isOpen = true,
      ...page
    }: Partial<Omit<Parameters<ReportStore['listReports']>[0], 'limit'>> = {}): Promise<Report[]> =>
      reports.listReports({ isOpen, limit: REPORTS_PAGE, ...page }),
    async closeReport(actor: Actor, id: number, why: string): Promise<boolean> {
      const reason = requireReason(why);
      const report = await reports.findReport(id);
      if (report === undefined || report.closedAt !== null) return false;
      return (await close(actor, [report], { reason })) > 0;
    },
    /** At most 25 servers, the newest report first; with `beforeId`, those whose newest report has a lower number. */
    listReportedServers: (beforeId?: number): Promise<ReportGroup[]> => {
      const before = beforeId === undefined ? {} : { beforeId };
      return findGroups({ limit: REPORTED_SERVERS_PAGE, ...before }, REPORTS_OF_GROUP);
    },
    /** The open reports on one server; `undefined` for none. */
    async findReportedServer(text: string): Promise<ReportGroup | undefined> {
      return (await findGroups({ hash: requireHash(text), limit: 1 }, REPORTS_PAGE))[0];
    },
    /**
     * Closes the open reports on a server, up to the number `upTo` if given, because the moderator did not see later
     * ones. With `unlists`, it also keeps the server out of the public list and tells the operator the reason. Returns
     * how many reports were closed; if none, it does nothing.
     */
    async closeReportsOn(
      actor: Actor,
      text: string,
      how: { reason: string; upTo?: number | undefined; unlists?: boolean },
    ): Promise<number> {
      const hash = requireHash(text);
      const reason = requireReason(how.reason);
      const before = how.upTo === undefined ? {} : { beforeId: how.upTo + 1 };
      const page = { isOpen: true, hash, limit: MAX_CLOSED, ...before };
      return close(actor, await reports.listReports(page), { ...how, reason });
    },
  };
}

/** The report numbers for the audit log, oldest first, cut after the first 50. */
function listNumbers(ids: readonly number[]): AuditDetail {
  const sorted = ids.toSorted((one, other) => one - other);
  const more = Math.max(0, sorted.length - MAX_NUMBERS);
  return { form: 'reports', ids: sorted.slice(0, MAX_NUMBERS), more };
}
