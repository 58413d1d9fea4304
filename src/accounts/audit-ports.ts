// The audit log: its actions and entries, and the port that reads it.

/** Who acted. The names of accounts are public. */
export type Actor = { kind: 'command line' } | { kind: 'account'; id: number; name: string };

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The actions by their names in the log. Entries are never changed, so a name stays for ever. */
export const AUDIT_ACTIONS = [
  'ban added',
  'ban removed',
  'server banned',
  'server featured',
  'server unfeatured',
  'server unlisted',
  'server relisted',
  'country set',
  'country reset',
  'filter word added',
  'filter word removed',
  'tag added',
  'tag removed',
  'report closed',
  'claim removed',
  'claim texts removed',
  'account created',
  'account verified',
  'account suspended',
  'account restored',
  'account renamed',
  'account deleted',
  'account details changed',
  'role changed',
  'password changed',
  'second factor reset',
  'sessions ended',
  'site changed',
  'site reset',
  'notice set',
  'notice removed',
  'email retried',
  'emails retried',
  'email deleted',
  'webhook added',
  'webhook removed',
] as const;

/** An entry of the log, without secrets or personal data. `subject` is a server's hash, a range, a name or the like. */
export interface AuditEntry {
  /** Milliseconds since the Unix epoch. */
  at: number;
  actor: Actor;
  action: AuditAction;
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
  action?: AuditAction;
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
