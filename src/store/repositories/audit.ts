// The repository of the audit log, and the one way in which other repositories write into it.

import { and, desc, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { accounts } from '../../../drizzle/schema/accounts.ts';
import { auditEntries } from '../../../drizzle/schema/audit-entries.ts';
import type { Actor, AuditEntry, AuditLog, LoggedAction } from '../../accounts/audit-ports.ts';
import { toNameKey } from './accounts.ts';
import { isAbout, isAboutAccount } from './audit-names.ts';
import type { Connection } from '../sqlite/connection.ts';
import { withStoreErrors } from '../errors.ts';

/** What can insert: a connection or the transaction on it. */
export type Writer = Pick<Connection['orm'], 'insert'>;

/** Writes an entry. To be called inside the transaction of the change that it is about. */
export function writeAuditEntry(writer: Writer, entry: AuditEntry): void {
  const { at, actor, action, subject, reason, detail } = entry;
  writer
    .insert(auditEntries)
    .values({ at, ...toActorColumns(actor), action, subject, reason, detail })
    .run();
}

/**
 * Makes a change, and logs it where it affected any row, in one transaction. `change` returns the rows that
 * it affected; this returns their number.
 */
export function changeAndLog(
  { orm }: Pick<Connection, 'orm'>,
  entry: AuditEntry,
  change: () => readonly unknown[],
): number {
  return orm.transaction(
    () => {
      const { length: hits } = change();
      if (hits > 0) writeAuditEntry(orm, entry);
      return hits;
    },
    { behavior: 'immediate' },
  );
}

/** The columns of an actor. */
export function toActorColumns(actor: Actor): { actorId: number | null; actorName: string } {
  return actor.kind === 'account'
    ? { actorId: actor.id, actorName: actor.name }
    : { actorId: null, actorName: '' };
}

/** The actor of a row. */
export function toActor(id: number | null, name: string): Actor {
  return id === null ? { kind: 'command line' } : { kind: 'account', id, name };
}

/** Opens the repository of the audit log over a connection. */
export function createAuditLog({ orm }: Connection): AuditLog {
  return {
    listActions: ({ actor, action, subject, account, beforeId, limit }) =>
      withStoreErrors(() => {
        const conditions: (SQL | undefined)[] = [
          actor && actorIs(orm, actor),
          action === undefined ? undefined : eq(auditEntries.action, action),
          subject === undefined ? undefined : isAbout(orm, subject),
          account && isAboutAccount(orm, account),
          beforeId === undefined ? undefined : lt(auditEntries.id, beforeId),
        ];
        return orm
          .select()
          .from(auditEntries)
          .where(and(...conditions))
          .orderBy(desc(auditEntries.id))
          .limit(limit)
          .all()
          .map(toLoggedAction);
      }),
  };
}

function actorIs(
  orm: Connection['orm'],
  actor: { kind: 'command line' } | { kind: 'account'; name: string },
): SQL | undefined {
  if (actor.kind === 'command line') return isNull(auditEntries.actorId);
  // SQLite's NOCASE folds A to Z and nothing else, as the names of accounts are.
  const isNamed = sql`${auditEntries.actorName} = ${actor.name} COLLATE NOCASE`;
  const hadName = orm
    .selectDistinct({ id: auditEntries.actorId })
    .from(auditEntries)
    .where(and(isNotNull(auditEntries.actorId), isNamed));
  const hasName = orm
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.nameKey, toNameKey(actor.name)));
  return or(inArray(auditEntries.actorId, hadName), inArray(auditEntries.actorId, hasName));
}

function toLoggedAction(row: typeof auditEntries.$inferSelect): LoggedAction {
  const { actorId, actorName, action, ...rest } = row;
  return { ...rest, actor: toActor(actorId, actorName), action: action as LoggedAction['action'] };
}
