// The port of the store for warnings, and their page. Times are milliseconds since the Unix epoch.

import type { NewEmailJob } from '../../platform/messages/email-kind.ts';
import type { AuditEntry } from '../audit/index.ts';

/** Where players read their warnings. */
export const WARNINGS_PATH = '/acc/warning/';

export interface NewWarning {
  authorId: number;
  /** The author's name when the warning was given. */
  authorName: string;
  reason: string;
  /** The name of the player's server that the warning is about; empty for none. */
  server: string;
  createdAt: number;
}

export interface Warning extends NewWarning {
  id: number;
  /** When the player confirmed that they had read it; `null` before. */
  readAt: number | null;
}

export interface WarningStore {
  /** Lists the accounts with an unread warning. */
  listUnreadAccounts(): Promise<number[]>;
  /** Lists the warnings of one account, newest first. */
  listWarnings(accountId: number): Promise<Warning[]>;
  /** Returns false, and stores nothing, when the account has `most` warnings or is gone. */
  addWarning(
    accountId: number,
    warning: NewWarning,
    most: number,
    logged: { entry: AuditEntry; emailJobs: readonly NewEmailJob[] },
  ): Promise<boolean>;
  /** Returns false when the account has no such warning, or has read it. */
  withdrawWarning(accountId: number, id: number, entry: AuditEntry): Promise<boolean>;
  /** Marks the warnings up to this one as read. */
  markRead(accountId: number, upToId: number, at: number): Promise<void>;
  removeOldWarnings(createdBefore: number): Promise<void>;
}
