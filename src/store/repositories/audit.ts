// The repository of the audit log, and the one way in which other repositories write into it.

import { and, desc, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Actor, AuditEntry, AuditLog, LoggedAction } from '../../accounts/audit-ports.ts';
import type { Database, Queries, Tables } from '../engine.ts';
import { toNameKey } from './accounts.ts';
import { isAbout, isAboutAccount } from './audit-names.ts';

/** Writes an entry. To be called inside the transaction of the change that it is about. */
export async function writeAuditEntry(tx: Queries, entry: AuditEntry): Promise<void> {
  const { at, actor, action, subject, reason, detail } = entry;
  await tx
    .insert(tx.tables.auditEntries)
    .values({ at, ...toActorColumns(actor), action, subject, reason, detail });
}

/**
 * Makes a change, and logs it where it affected any row, in one transaction. `change` returns the rows that
 * it affected; this returns their number.
 */
export function changeAndLog(
  db: Database,
  entry: AuditEntry,
  change: (tx: Queries) => Promise<readonly unknown[]>,
): Promise<number> {
  return db.transaction(async (tx) => {
    const { length: hits } = await change(tx);
    if (hits > 0) await writeAuditEntry(tx, entry);
    return hits;
  });
}

export function toActorColumns(actor: Actor): { actorId: number | null; actorName: string } {
  return actor.kind === 'account'
    ? { actorId: actor.id, actorName: actor.name }
    : { actorId: null, actorName: '' };
}

export function toActor(id: number | null, name: string): Actor {
  return id === null ? { kind: 'command line' } : { kind: 'account', id, name };
}

export function createAuditLog(db: Database): AuditLog {
  const { auditEntries } = db.tables;
  return {
    async listActions({ actor, action, subject, account, beforeId, limit }) {
      const conditions: (SQL | undefined)[] = [
        actor && actorIs(db, actor),
        action === undefined ? undefined : eq(auditEntries.action, action),
        subject === undefined ? undefined : await isAbout(db, subject),
        account && (await isAboutAccount(db, account)),
        beforeId === undefined ? undefined : lt(auditEntries.id, beforeId),
      ];
      const rows = await db
        .select()
        .from(auditEntries)
        .where(and(...conditions))
        .orderBy(desc(auditEntries.id))
        .limit(limit);
      return rows.map(toLoggedAction);
    },
  };
}

function actorIs(
  db: Queries,
  actor: { kind: 'command line' } | { kind: 'account'; name: string },
): SQL | undefined {
  const { accounts, auditEntries } = db.tables;
  if (actor.kind === 'command line') return isNull(auditEntries.actorId);
  // Folds A to Z and nothing else, as the names of accounts are.
  const isNamed = sql`lower(${auditEntries.actorName}) = ${toNameKey(actor.name)}`;
  const hadName = db
    .selectDistinct({ id: auditEntries.actorId })
    .from(auditEntries)
    .where(and(isNotNull(auditEntries.actorId), isNamed));
  const hasName = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.nameKey, toNameKey(actor.name)));
  return or(inArray(auditEntries.actorId, hadName), inArray(auditEntries.actorId, hasName));
}

function toLoggedAction(row: Tables['auditEntries']['$inferSelect']): LoggedAction {
  const { actorId, actorName, action, ...rest } = row;
  return { ...rest, actor: toActor(actorId, actorName), action: action as LoggedAction['action'] };
}
