// The audit log: its entries, and the port that reads it.

import type { Actor } from '../../platform/lib/actor.ts';

/** An entry of the log, without secrets or personal data. `subject` is a server's hash, a range, a name or the like. */
export interface AuditEntry {
  /** Milliseconds since the Unix epoch. */
  at: number;
  actor: Actor;
  /** One of the actions of the module that writes it. */
  action: string;
  subject: string;
  reason: string;
  detail: string;
}

export interface LoggedAction extends AuditEntry {
  id: number;
}

export interface AuditQuery {
  /** Accounts that have or had the name, A–Z case-insensitive, under all their names; or the command line. */
  actor?: { kind: 'command line' } | { kind: 'account'; name: string };
  action?: string;
  /** What the action was about; of an account that was renamed, under its other names too. */
  subject?: string;
  /** The account that has this name now and registered then, under all the names that it had. */
  account?: { name: string; registeredAt: number };
  beforeId?: number;
  limit: number;
}

/** The log. The store writes each entry in the transaction of its action, so that neither exists without the other. */
export interface AuditLog {
  /** Newest first. */
  listActions(query: AuditQuery): Promise<LoggedAction[]>;
}
