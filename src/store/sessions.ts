// The repository of logged-in sessions.

import { and, eq, getTableColumns, isNull, lt, or, sql } from 'drizzle-orm';
import { accounts } from '../../drizzle/schema/accounts.ts';
import { sessions } from '../../drizzle/schema/sessions.ts';
import type { SessionStore } from '../accounts/ports.ts';
import { accountColumns } from './accounts.ts';
import type { Connection } from './connection.ts';
import { guard } from './errors.ts';

/** Opens the repository of sessions over a connection. */
export function createSessionStore({ orm }: Connection): SessionStore {
  const byValueHash = orm
    .select({ session: getTableColumns(sessions), account: accountColumns })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(eq(sessions.valueHash, sql.placeholder('valueHash')))
    .prepare();

  return {
    startSession: (session, { passwordHash, endsValueHash }) =>
      guard(() =>
        orm.transaction(
          (tx) => {
            const mayLogIn = tx
              .select({ id: accounts.id })
              .from(accounts)
              .where(
                and(
                  eq(accounts.id, session.accountId),
                  eq(accounts.passwordHash, passwordHash),
                  isNull(accounts.suspendedAt),
                ),
              )
              .get();
            if (mayLogIn === undefined) return false;
            if (endsValueHash !== undefined) {
              tx.delete(sessions).where(eq(sessions.valueHash, endsValueHash)).run();
            }
            tx.insert(sessions).values(session).run();
            return true;
          },
          { behavior: 'immediate' },
        ),
      ),

    findSession: (valueHash) => guard(() => byValueHash.get({ valueHash })),

    markSessionUsed: (valueHash, at) =>
      guard(() => {
        orm.update(sessions).set({ lastUsedAt: at }).where(eq(sessions.valueHash, valueHash)).run();
      }),

    endSession: (valueHash) =>
      guard(() => {
        orm.delete(sessions).where(eq(sessions.valueHash, valueHash)).run();
      }),

    removeExpiredSessions: ({ usedBefore, createdBefore }) =>
      guard(
        () =>
          orm
            .delete(sessions)
            .where(or(lt(sessions.lastUsedAt, usedBefore), lt(sessions.createdAt, createdBefore)))
            .returning({ accountId: sessions.accountId })
            .all().length,
      ),
  };
}
