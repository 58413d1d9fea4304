// The store of sessions in SQLite. Its look-ups need no promise for each statement.

import type { Database } from '../../platform/store/engine.ts';
import type { SessionStore } from '../account/account-ports.ts';
import { createSessionStore, prepareLookUps } from './sessions-store.ts';

type Found = NonNullable<Awaited<ReturnType<SessionStore['findSession']>>>;

/** Each list of a logged-in player needs this look-up; promises made the list a sixth slower. */
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
