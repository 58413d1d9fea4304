// The repository of logged-in sessions.

import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { accounts } from '../../drizzle/schema/accounts.ts';
import { sessions } from '../../drizzle/schema/sessions.ts';
import type { SessionStore } from '../accounts/ports.ts';
import { accountColumns } from './accounts.ts';
import type { Connection } from './connection.ts';
import { guard } from './errors.ts';

/** Opens the repository of sessions over a connection. */
export function createSessionStore({ orm }: Connection): SessionStore {
  // Two lookups by key: Bun takes four times as long over one statement that joins two tables. An
  // account that goes between them takes its session along, so that nothing half is ever found.
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

    findSession: (valueHash) =>
      guard(() => {
        const session = byValueHash.get({ valueHash });
        if (session === undefined) return undefined;
        const account = accountById.get({ id: session.accountId });
        return account === undefined ? undefined : { session, account };
      }),

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
