// What the module needs from outside: a store, and the files that its settings name.

import type { Notice, SiteIdentity } from '../../platform/lib/site-facts.ts';
import type { AuditEntry } from '../audit/index.ts';

/** The contents of the files that the settings name. It stays the same object until one of them changes. */
export type SiteFiles = Pick<SiteIdentity, 'logo' | 'rules' | 'privacy'>;

export interface StoredValue {
  field: string;
  /** The text as typed; empty for no value. */
  text: string;
  bytes: Uint8Array | undefined;
  /** Milliseconds since the Unix epoch. */
  changedAt: number;
}

/**
 * Stores the values that administrators set for the site. Each change is durable when the call returns, and writes its
 * entry to the audit log in the same transaction. A call that changes nothing writes no entry.
 */
export interface SiteStore {
  listValues(): Promise<StoredValue[]>;
  findNotice(): Promise<Notice | undefined>;
  saveValues(
    changes: readonly (Omit<StoredValue, 'changedAt'> & { entry: AuditEntry })[],
  ): Promise<void>;
  removeValue(field: string, entry: AuditEntry): Promise<boolean>;
  saveNotice(notice: Notice, entry: AuditEntry): Promise<void>;
  removeNotice(entry: AuditEntry): Promise<boolean>;
}
