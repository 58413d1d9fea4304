// What tests of moderation hand in: who acts, what is banned, and entries for the log.

import type { Actor, AuditEntry } from '../../src/accounts/audit-ports.ts';
import type { Ban, BanTarget } from '../../src/servers/moderation/ports.ts';

export const COMMAND: Actor = { kind: 'command line' };
export const MODERATOR: Actor = { kind: 'account', id: 7, name: 'Mia' };

/** An entry for the log; what it says matters only to tests of the log. */
export function entryOf(changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    at: 1,
    actor: COMMAND,
    action: 'server featured',
    subject: 'something',
    reason: '',
    detail: '',
    ...changes,
  };
}

/** An address or range as a moderator names it. */
export function rangeOf(subject: string): BanTarget {
  return { kind: 'range', subject };
}

/** A ban on a range, for ever unless told otherwise. */
export function banOf(subject: string, reason: string, changes: Partial<Ban> = {}): Ban {
  return {
    ...rangeOf(subject),
    reason,
    author: COMMAND,
    createdAt: 1,
    expiresAt: null,
    ...changes,
  };
}
