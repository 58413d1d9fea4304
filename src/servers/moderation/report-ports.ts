// What players report about servers, and where it is kept.

import type { AuditEntry } from '../../accounts/audit-ports.ts';

/** What may be wrong with a server. */
export type ReportKind = (typeof REPORT_KINDS)[number];

/** Every such kind, in the order in which players choose from them. */
export const REPORT_KINDS = ['texts', 'fake', 'copy', 'harm', 'other'] as const;

/** A report by a player. */
export interface Report {
  /** Counts up; never given twice. */
  id: number;
  hash: string;
  /** The name of the server when it was reported. */
  serverName: string;
  accountId: number;
  accountName: string;
  kind: ReportKind;
  /** In the player's own words; may be empty. */
  text: string;
  createdAt: number;
  /** `null` while nobody dealt with it. */
  closedAt: number | null;
}

/** A report before it is kept. */
export type NewReport = Omit<Report, 'id' | 'accountName' | 'closedAt'>;

/** Where reports are kept. Each call is durable when it returns. A report goes when its account goes. */
export interface ReportStore {
  /** Returns its number. Throws `conflict` while another of the same account on the same server is open. */
  addReport(report: NewReport): Promise<number>;
  /** Newest first, those with a smaller number than `beforeId`; on one server where a hash is given. */
  listReports(page: {
    isOpen: boolean;
    beforeId?: number;
    hash?: string;
    limit: number;
  }): Promise<Report[]>;
  countOpenReports(): Promise<number>;
  /** All of one account, open and closed, newest first. */
  listReportsOf(accountId: number): Promise<Report[]>;
  findReport(id: number): Promise<Report | undefined>;
  /** Whether the account has an open report on this server. */
  hasOpenReport(accountId: number, hash: string): Promise<boolean>;
  /** For moderators, logged like their other acts. Returns false when there is no such open report. */
  closeReport(id: number, entry: AuditEntry): Promise<boolean>;
}
