// The audit log: its entries, and the port that reads them.

import type { Actor } from '../../platform/lib/actor.ts';

/** An entry of the log, without secrets or personal data. `subject` is for example a server's hash or a name. */
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
  /** The command line, or accounts that have or had the name (case of A–Z ignored), under all their names. */
  actor?: { kind: 'command line' } | { kind: 'account'; name: string };
  action?: string;
  /** The subject of the action. If it is a renamed account, its other names count too. */
  subject?: string;
  /** The account that has this name now and registered then, under all names that it had. */
  account?: { name: string; registeredAt: number };
  beforeId?: number;
  limit: number;
}

/** The log. Stores write each entry in its action's transaction, so that neither exists without the other. */
export interface AuditLog {
  /** Lists the actions, newest first. */
  listActions(query: AuditQuery): Promise<LoggedAction[]>;
}
