// What the module needs from outside: a store, the settings about the site, and the files that they name.

import type { AuditEntry } from '../accounts/audit-ports.ts';
import type { Logo, SiteDocument } from './site-files.ts';
import type { Accent } from './site-values.ts';

/** What the operator configured about the site, as the settings name it; a reload may change it. */
export interface SiteSettings {
  readonly siteName: string | undefined;
  readonly siteDescription: string | undefined;
  readonly siteAccent: Accent | undefined;
  readonly contactEmail: string | undefined;
  readonly contactUrl: string | undefined;
  /** Each a label, a space and an address. */
  readonly footerLinks: readonly string[];
}

/** What the files hold that the settings name; the same object until one of them changes. */
export interface SiteFiles {
  readonly logo: Logo | undefined;
  readonly rules: SiteDocument | undefined;
  readonly privacy: SiteDocument | undefined;
}

/** What administrators set on a page, under the name of its field. */
export interface StoredValue {
  field: string;
  /** As it was typed; empty for none. */
  text: string;
  /** Of a picture. */
  bytes: Uint8Array | undefined;
  /** Milliseconds since the Unix epoch. */
  changedAt: number;
}

/** How serious a notice is. */
export type NoticeLevel = (typeof NOTICE_LEVELS)[number];

/** All levels, the mildest first. */
export const NOTICE_LEVELS = ['info', 'warning', 'outage'] as const;

/** A notice on all pages. Times are milliseconds since the Unix epoch. */
export interface Notice {
  text: string;
  level: NoticeLevel;
  /** When it ends by itself; `null` for never. */
  until: number | null;
  setAt: number;
}

/**
 * Stores what administrators set about the site. Each change is durable when the call returns, and its
 * entry is in the audit log, written in the same transaction. A call that changed nothing writes no entry.
 */
export interface SiteStore {
  loadSite(): Promise<{ values: StoredValue[]; notice: Notice | undefined }>;
  /** Replaces earlier ones; all of them or none. */
  saveValues(
    changes: readonly (Omit<StoredValue, 'changedAt'> & { entry: AuditEntry })[],
  ): Promise<void>;
  /** Returns false when there was none. */
  removeValue(field: string, entry: AuditEntry): Promise<boolean>;
  /** Replaces an earlier one. */
  saveNotice(notice: Notice, entry: AuditEntry): Promise<void>;
  /** Returns false when there was none. */
  removeNotice(entry: AuditEntry): Promise<boolean>;
}
