// The ports of moderation: decisions of moderators, reports of players, and their stores.

import type { Actor } from '../../platform/lib/actor.ts';
import type { AuditEntry } from '../audit/index.ts';
import type { MarkKind } from './server-actions.ts';

/** What a ban compares: the address of the heartbeat, the name of the server, or the server's hash. */
export const BAN_KINDS = ['range', 'name', 'server'] as const;

export type BanKind = (typeof BAN_KINDS)[number];

/** The target of a ban: a canonical CIDR such as `203.0.113.7/32`, a pattern with `*`, or a hash. */
export interface BanTarget {
  kind: BanKind;
  subject: string;
}

export interface Ban extends BanTarget {
  /** The answer to a refused heartbeat shows it to the operator. */
  reason: string;
  author: Actor;
  createdAt: number;
  /** When the ban ends; `null` for never. */
  expiresAt: number | null;
}

/** The mark of a moderator on a server. */
export interface ServerMark {
  hash: string;
  /** The country, or the reason of an unlisting, which its operator sees. Empty for a featured server. */
  value: string;
  /** When it was set; 0 for a country. */
  setAt: number;
}

/** A word of the name filter, which keeps a server out of the public list when its name contains it. */
export interface FilterWord {
  /** The form for comparing with names. */
  key: string;
  word: string;
  addedAt: number;
}

/**
 * Stores moderators' decisions about servers and addresses. Each change is durable when the call returns, and its entry
 * is in the audit log, written in the same transaction. A call that changed nothing writes no entry and returns false.
 */
export interface ModerationStore {
  /** Unlisted servers by time, others by hash. */
  listMarks(kind: MarkKind): Promise<ServerMark[]>;
  /** Marks a server. If it has this mark already, replaces the value, or changes nothing without a value. */
  setMark(kind: MarkKind, hash: string, entry: AuditEntry, value?: string): Promise<boolean>;
  removeMark(kind: MarkKind, hash: string, entry: AuditEntry): Promise<boolean>;
  /** Oldest first, with expired ones. */
  listBans(): Promise<Ban[]>;
  /** Replaces an expired ban. `hits` are entries about servers that it hits. Throws `conflict` for a banned target. */
  addBan(ban: Ban, entry: AuditEntry, hits?: readonly AuditEntry[]): Promise<void>;
  removeBan(target: BanTarget, entry: AuditEntry): Promise<boolean>;
  listFilterWords(): Promise<FilterWord[]>;
  addFilterWord(word: FilterWord, entry: AuditEntry): Promise<boolean>;
  removeFilterWord(key: string, entry: AuditEntry): Promise<boolean>;
}

export type ReportKind = (typeof REPORT_KINDS)[number];

/** The kinds in the order of the form. */
export const REPORT_KINDS = ['texts', 'fake', 'copy', 'harm', 'other'] as const;

export interface Report {
  /** Counts up; a number is never used twice. */
  id: number;
  hash: string;
  serverName: string;
  accountId: number;
  accountName: string;
  kind: ReportKind;
  /** The player's own words; may be empty. */
  text: string;
  createdAt: number;
  closedAt: number | null;
  wantsEmail: boolean;
}

export interface ReportedServer {
  hash: string;
  openReports: number;
  latestId: number;
}

/** Closes reports together with another change: all of it or nothing. */
export interface ReportClosing {
  /** Reports to close; those no longer open are skipped. */
  ids: readonly number[];
  entry: AuditEntry;
  /** The entry of an unlisting, with the server and the reason. */
  unlisting?: AuditEntry | undefined;
}

/** Which reports to list: below the number `beforeId`, about the server `hash`. Either may be left out. */
interface ReportsPage {
  beforeId?: number;
  hash?: string;
  limit: number;
}

export type NewReport = Omit<Report, 'id' | 'accountName' | 'closedAt'>;

/** Stores reports. Each change is durable when the call returns. A report is deleted with its account. */
export interface ReportStore {
  /** Adds a report; returns its number. Throws `conflict` while the account has an open report on the server. */
  addReport(report: NewReport): Promise<number>;
  /** Newest first. */
  listReports(page: ReportsPage & { isOpen: boolean }): Promise<Report[]>;
  countOpenReports(): Promise<number>;
  /** Servers ordered by their newest open report. */
  listReportedServers(page: ReportsPage): Promise<ReportedServer[]>;
  listReportsOf(accountId: number): Promise<Report[]>;
  findReport(id: number): Promise<Report | undefined>;
  hasOpenReport(accountId: number, hash: string): Promise<boolean>;
  /**
   * Closes reports for moderators. In one transaction, it closes them, writes the entries into the audit log, and adds
   * an email job for each player who asked for one and has a confirmed address. Returns how many reports were closed;
   * if none, it changes nothing.
   */
  closeReports(closing: ReportClosing): Promise<number>;
}
