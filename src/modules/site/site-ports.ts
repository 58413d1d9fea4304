// What the module needs from outside: a store, and the files that its settings name.

import type { Notice, SiteIdentity } from '../../platform/lib/site-facts.ts';
import type { AuditEntry } from '../audit/index.ts';

/** What the files hold that the settings name; the same object until one of them changes. */
export type SiteFiles = Pick<SiteIdentity, 'logo' | 'rules' | 'privacy'>;

export interface StoredValue {
  field: string;
  /** As it was typed; empty for none. */
  text: string;
  bytes: Uint8Array | undefined;
  /** Milliseconds since the Unix epoch. */
  changedAt: number;
}

/**
 * Stores what administrators set about the site. Each change is durable when the call returns, and its
 * entry is in the audit log, written in the same transaction. A call that changed nothing writes no entry.
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
