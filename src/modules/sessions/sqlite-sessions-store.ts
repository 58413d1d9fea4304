// The store of sessions in SQLite, which looks them up without a promise for each statement.

import type { Database } from '../../platform/store/engine.ts';
import type { SessionStore } from '../account/account-ports.ts';
import { createSessionStore, prepareLookUps } from './sessions-store.ts';

type Found = NonNullable<Awaited<ReturnType<SessionStore['findSession']>>>;

/** Every list of a player who is logged in looks one up, and took a sixth longer with the promises. */
export function createSqliteSessionStore(db: Database): SessionStore {
  const { sessionByHash, accountById } = prepareLookUps(db) as unknown as {
    sessionByHash: { get(values: { valueHash: string }): Found['session'] | undefined };
    accountById: { get(values: { id: number }): Found['account'] | undefined };
  };
  return {
    ...createSessionStore(db),
    async findSession(valueHash) {
      const session = sessionByHash.get({ valueHash });
      const account = session && accountById.get({ id: session.accountId });
      return session && account && { session, account };
    },
  };
}
