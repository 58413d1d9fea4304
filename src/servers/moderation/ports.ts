// What moderators decide about servers and what players report to them, and where both are kept.

import type { Actor, AuditEntry } from '../../accounts/audit-ports.ts';

/**
 * What a ban looks at: the address of the sender, the name of the server, or the server itself by its
 * hash.
 */
export type BanKind = 'range' | 'name' | 'server';

/** What is banned: a canonical CIDR such as `203.0.113.7/32`, a pattern with `*`, or a hash. */
export interface BanTarget {
  kind: BanKind;
  subject: string;
}

/** Whose heartbeats are refused. */
export interface Ban extends BanTarget {
  /** Told to the operator in the heartbeat's failure. */
  reason: string;
  author: Actor;
  createdAt: number;
  /** From when on it does not count any more; `null` for never. */
  expiresAt: number | null;
}

/** A server that moderators keep out of the public list. */
export interface UnlistedServer {
  hash: string;
  /** Told to the operator in the answer to each heartbeat. */
  reason: string;
  unlistedAt: number;
}

/** A word that keeps a server out of the public list when it stands in its name. */
export interface FilterWord {
  /** As names are compared with it. */
  key: string;
  /** As it was typed. */
  word: string;
  addedAt: number;
}

/** A server whose country was set by hand. */
export interface CountryOverride {
  hash: string;
  /** Two capitals. */
  country: string;
}

/**
 * What moderators decided about servers and addresses. Each call is durable when it returns, and
 * writes its entry into the audit log in the same transaction; one that changed nothing writes none.
 */
export interface ModerationStore {
  listFeatured(): Promise<string[]>;
  /** Returns false when the server was featured already. */
  addFeatured(hash: string, entry: AuditEntry): Promise<boolean>;
  /** Returns false when it was not featured. */
  removeFeatured(hash: string, entry: AuditEntry): Promise<boolean>;
  /** Oldest first, expired ones included. */
  listBans(): Promise<Ban[]>;
  /** Takes the place of one that expired. Throws `conflict` when the same is banned already. */
  addBan(ban: Ban, entry: AuditEntry): Promise<void>;
  /** Returns false when exactly this was not banned. */
  removeBan(target: BanTarget, entry: AuditEntry): Promise<boolean>;
  /** Oldest first. */
  listUnlisted(): Promise<UnlistedServer[]>;
  /** One that is unlisted already gets the new reason. */
  addUnlisted(server: UnlistedServer, entry: AuditEntry): Promise<void>;
  /** Returns false when it was not unlisted. */
  removeUnlisted(hash: string, entry: AuditEntry): Promise<boolean>;
  listCountries(): Promise<CountryOverride[]>;
  /** Takes the place of an earlier one. */
  setCountry(override: CountryOverride, entry: AuditEntry): Promise<void>;
  /** Returns false when there was none. */
  removeCountry(hash: string, entry: AuditEntry): Promise<boolean>;
  /** In the order of the words. */
  listFilterWords(): Promise<FilterWord[]>;
  /** Returns false when a word with this key is there already. */
  addFilterWord(word: FilterWord, entry: AuditEntry): Promise<boolean>;
  /** Returns false when there was none. */
  removeFilterWord(key: string, entry: AuditEntry): Promise<boolean>;
}

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
