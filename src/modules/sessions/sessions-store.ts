// The store of sessions.

import { and, desc, eq, lt, ne, not, notInArray, or, sql } from 'drizzle-orm';
import { removeAged } from '../../platform/store/clock-leaps.ts';
import type { Database } from '../../platform/store/engine.ts';
import { hasRow, matches, removeRows } from '../../platform/store/queries.ts';
import { writeLogEntry } from '../account/account-log-store.ts';
import type { SessionStore } from '../account/account-ports.ts';
import { isSuspended, noteSessionsEnded, prepareAccountById } from '../account/account-store.ts';
import { rememberDevices } from './devices-store.ts';

/**
 * Two look-ups by key: with Bun and SQLite, one statement that joins both tables takes four times as long. Removing an
 * account removes its sessions too, so a removal between the two look-ups never yields half of a pair.
 */
export function prepareLookUps(db: Database) {
  const { sessions } = db.tables;
  return {
    sessionByHash: db
      .select()
      .from(sessions)
      .where(eq(sessions.valueHash, sql.param(sql.placeholder('valueHash'), sessions.valueHash)))
      .prepare('session_by_hash'),
    accountById: prepareAccountById(db),
  };
}

export function createSessionStore(db: Database): SessionStore {
  const { accounts, sessions } = db.tables;
  const { sessionByHash, accountById } = prepareLookUps(db);
  const byUse = [desc(sessions.lastUsedAt), desc(sessions.createdAt)];

  return {
    startSession: (session, { passwordHash, endsValueHash, atMost, notes }) =>
      db.transaction(async (tx) => {
        const { accountId, valueHash, createdAt } = session;
        const mayLogIn = and(
          matches(accounts, { id: accountId, passwordHash }),
          not(isSuspended(tx.tables, createdAt)),
        );
        if (!(await hasRow(tx, accounts, mayLogIn))) return false;
        if (endsValueHash !== undefined) {
          await tx.delete(sessions).where(eq(sessions.valueHash, endsValueHash));
        }
        await tx.insert(sessions).values(session);
        if (atMost !== undefined) {
          const others = and(matches(sessions, { accountId }), ne(sessions.valueHash, valueHash));
          const kept = tx
            .select({ valueHash: sessions.valueHash })
            .from(sessions)
            .where(others)
            .orderBy(...byUse)
            .limit(atMost - 1);
          await tx.delete(sessions).where(and(others, notInArray(sessions.valueHash, kept)));
        }
        if (notes !== undefined) {
          await rememberDevices(tx, accountId, notes.entry.at, notes);
          await writeLogEntry(tx, accountId, notes.entry, notes.logBounds);
        }
        return true;
      }),

    async findSession(valueHash) {
      const [session] = await sessionByHash.execute({ valueHash });
      if (session === undefined) return undefined;
      const [account] = await accountById.execute({ id: session.accountId });
      return account === undefined ? undefined : { session, account };
    },

    listSessions: async (accountId) =>
      db
        .select()
        .from(sessions)
        .where(matches(sessions, { accountId }))
        .orderBy(...byUse),

    endOtherSessions: (accountId, keptValueHash) =>
      db.transaction(async (tx) => {
        const isOther = ne(sessions.valueHash, keptValueHash);
        await noteSessionsEnded(tx, accountId);
        return removeRows(tx, sessions, and(matches(sessions, { accountId }), isOther));
      }),

    async markSessionUsed(valueHash, at) {
      await db.update(sessions).set({ lastUsedAt: at }).where(matches(sessions, { valueHash }));
    },

    async endSession(valueHash) {
      await db.delete(sessions).where(matches(sessions, { valueHash }));
    },

    removeExpiredSessions({ usedBefore, createdBefore }) {
      const { lastUsedAt, createdAt } = sessions;
      return removeAged(db, sessions, or(lt(lastUsedAt, usedBefore), lt(createdAt, createdBefore)));
    },
  };
}
