// Values for tests of moderation: actors, bans, and entries of the audit log.

import type { AuditEntry } from '../../src/modules/audit/audit-log.ts';
import type { Ban, BanTarget } from '../../src/modules/moderation/moderation-ports.ts';
import type { Actor } from '../../src/platform/lib/actor.ts';

export const COMMAND: Actor = { kind: 'command line' };
export const MODERATOR: Actor = { kind: 'account', id: 7, name: 'Mia' };

/** An entry of the audit log. */
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

/** A ban on a range, without end unless given. */
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
