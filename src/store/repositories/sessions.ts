// The repository of logged-in sessions.

import { and, desc, eq, isNull, lt, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import type { SessionStore, StoredSession } from '../../accounts/ports.ts';
import type { Database, Queries } from '../engine.ts';
import { writeLogEntry } from './account-log.ts';
import { accountColumns } from './accounts.ts';
import { rememberDevices } from './devices.ts';

export function createSessionStore(db: Database): SessionStore {
  const { accounts, sessions } = db.tables;
  // Two lookups by key: one statement that joins two tables takes Bun four times as long on SQLite. When an
  // account is removed between them, its session is removed too, so that never half of a pair is found.
  const byValueHash = db
    .select()
    .from(sessions)
    .where(eq(sessions.valueHash, sql.param(sql.placeholder('valueHash'), sessions.valueHash)))
    .prepare('session_by_hash');
  const accountById = db
    .select(accountColumns(db.tables))
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('id')))
    .prepare('account_of_session');

  return {
    startSession: (session, { passwordHash, endsValueHash, atMost, notes }) =>
      db.transaction(async (tx) => {
        const { accountId, createdAt } = session;
        const mayLogIn = await tx
          .select({ id: accounts.id })
          .from(accounts)
          .where(
            and(
              eq(accounts.id, accountId),
              eq(accounts.passwordHash, passwordHash),
              or(isNull(accounts.suspendedAt), lte(accounts.suspendedUntil, createdAt)),
            ),
          );
        if (mayLogIn.length === 0) return false;
        if (endsValueHash !== undefined) {
          await tx.delete(sessions).where(eq(sessions.valueHash, endsValueHash));
        }
        await tx.insert(sessions).values(session);
        if (atMost !== undefined) await endOldest(tx, session, atMost);
        if (notes !== undefined) {
          await rememberDevices(tx, accountId, notes.entry.at, notes);
          await writeLogEntry(tx, accountId, notes.entry, notes.logBounds);
        }
        return true;
      }),

    async findSession(valueHash) {
      const [session] = await byValueHash.execute({ valueHash });
      if (session === undefined) return undefined;
      const [account] = await accountById.execute({ id: session.accountId });
      return account === undefined ? undefined : { session, account };
    },

    listSessions: async (accountId) =>
      db
        .select()
        .from(sessions)
        .where(eq(sessions.accountId, accountId))
        .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt)),

    async endOtherSessions(accountId, keptValueHash) {
      const ended = await db
        .delete(sessions)
        .where(and(eq(sessions.accountId, accountId), ne(sessions.valueHash, keptValueHash)))
        .returning({ accountId: sessions.accountId });
      return ended.length;
    },

    async markSessionUsed(valueHash, at) {
      await db.update(sessions).set({ lastUsedAt: at }).where(eq(sessions.valueHash, valueHash));
    },

    async endSession(valueHash) {
      await db.delete(sessions).where(eq(sessions.valueHash, valueHash));
    },

    async removeExpiredSessions({ usedBefore, createdBefore }) {
      const removed = await db
        .delete(sessions)
        .where(or(lt(sessions.lastUsedAt, usedBefore), lt(sessions.createdAt, createdBefore)))
        .returning({ accountId: sessions.accountId });
      return removed.length;
    },
  };
}

/** Ends the sessions that were used longest ago; the new one and `atMost` - 1 others are left. */
async function endOldest(
  tx: Queries,
  { accountId, valueHash }: StoredSession,
  atMost: number,
): Promise<void> {
  const { sessions } = tx.tables;
  const others = and(eq(sessions.accountId, accountId), ne(sessions.valueHash, valueHash));
  const kept = await tx
    .select({ valueHash: sessions.valueHash })
    .from(sessions)
    .where(others)
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt))
    .limit(atMost - 1);
  if (kept.length < atMost - 1) return;
  const keptHashes = kept.map((row) => row.valueHash);
  await tx.delete(sessions).where(and(others, notInArray(sessions.valueHash, keptHashes)));
}
