// The repository of logged-in sessions.

import { and, desc, eq, isNull, lt, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import { accounts } from '../../../drizzle/schema/accounts.ts';
import { sessions } from '../../../drizzle/schema/sessions.ts';
import type { SessionStore, StoredSession } from '../../accounts/ports.ts';
import { writeLogEntry } from './account-log.ts';
import { accountColumns } from './accounts.ts';
import type { Connection } from '../sqlite/connection.ts';
import { rememberDevices } from './devices.ts';
import { withStoreErrors } from '../errors.ts';

/** Opens the repository of sessions over a connection. */
export function createSessionStore({ orm }: Connection): SessionStore {
  // Two lookups by key: one statement that joins two tables takes Bun four times as long. When an account
  // is removed between them, its session is removed too, so that never half of a pair is found.
  const byValueHash = orm
    .select()
    .from(sessions)
    .where(eq(sessions.valueHash, sql.placeholder('valueHash')))
    .prepare();
  const accountById = orm
    .select(accountColumns)
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('id')))
    .prepare();

  return {
    startSession: (session, { passwordHash, endsValueHash, atMost, notes }) =>
      withStoreErrors(() =>
        orm.transaction(
          (tx) => {
            const mayLogIn = tx
              .select({ id: accounts.id })
              .from(accounts)
              .where(
                and(
                  eq(accounts.id, session.accountId),
                  eq(accounts.passwordHash, passwordHash),
                  or(isNull(accounts.suspendedAt), lte(accounts.suspendedUntil, session.createdAt)),
                ),
              )
              .get();
            if (mayLogIn === undefined) return false;
            if (endsValueHash !== undefined) {
              tx.delete(sessions).where(eq(sessions.valueHash, endsValueHash)).run();
            }
            tx.insert(sessions).values(session).run();
            const { accountId } = session;
            if (atMost !== undefined) endOldest(tx, session, atMost);
            if (notes !== undefined) {
              rememberDevices(tx, accountId, notes.entry.at, notes);
              writeLogEntry(tx, accountId, notes.entry, notes.logBounds);
            }
            return true;
          },
          { behavior: 'immediate' },
        ),
      ),

    findSession: (valueHash) =>
      withStoreErrors(() => {
        const session = byValueHash.get({ valueHash });
        if (session === undefined) return undefined;
        const account = accountById.get({ id: session.accountId });
        return account === undefined ? undefined : { session, account };
      }),

    listSessions: (accountId) =>
      withStoreErrors(() =>
        orm
          .select()
          .from(sessions)
          .where(eq(sessions.accountId, accountId))
          .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt))
          .all(),
      ),

    endOtherSessions: (accountId, keptValueHash) =>
      withStoreErrors(
        () =>
          orm
            .delete(sessions)
            .where(and(eq(sessions.accountId, accountId), ne(sessions.valueHash, keptValueHash)))
            .returning({ accountId: sessions.accountId })
            .all().length,
      ),

    markSessionUsed: (valueHash, at) =>
      withStoreErrors(() => {
        orm.update(sessions).set({ lastUsedAt: at }).where(eq(sessions.valueHash, valueHash)).run();
      }),

    endSession: (valueHash) =>
      withStoreErrors(() => {
        orm.delete(sessions).where(eq(sessions.valueHash, valueHash)).run();
      }),

    removeExpiredSessions: ({ usedBefore, createdBefore }) =>
      withStoreErrors(
        () =>
          orm
            .delete(sessions)
            .where(or(lt(sessions.lastUsedAt, usedBefore), lt(sessions.createdAt, createdBefore)))
            .returning({ accountId: sessions.accountId })
            .all().length,
      ),
  };
}

/** Ends the sessions that were used longest ago; the new one and `atMost` - 1 others are left. */
function endOldest(
  tx: Pick<Connection['orm'], 'select' | 'delete'>,
  { accountId, valueHash }: StoredSession,
  atMost: number,
): void {
  const others = and(eq(sessions.accountId, accountId), ne(sessions.valueHash, valueHash));
  const kept = tx
    .select({ valueHash: sessions.valueHash })
    .from(sessions)
    .where(others)
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt))
    .limit(atMost - 1)
    .all()
    .map((row) => row.valueHash);
  if (kept.length < atMost - 1) return;
  tx.delete(sessions)
    .where(and(others, notInArray(sessions.valueHash, kept)))
    .run();
}
