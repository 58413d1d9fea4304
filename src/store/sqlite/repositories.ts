// The repositories over a connection to SQLite.

import { eq, getTableColumns, sql } from 'drizzle-orm';
import { accounts, sessions } from '../../../drizzle/schema.ts';
import type { SessionStore } from '../../accounts/ports.ts';
import { createSharedRepositories, type Repositories, wrapMethods } from '../repositories.ts';
import type { Connection } from './connection.ts';
import { createDatabase } from './engine.ts';
import { toStoreError } from './errors.ts';
import { createHealthStore } from './health.ts';
import { createHistoryStore } from './history.ts';
import { createServerStore } from './servers.ts';

/** Opens every repository over an open connection. Calls that write must not overlap; `onFailed` gets what they throw. */
export function createRepositories(
  connection: Connection,
  onFailed: (error: unknown) => void = () => {},
): Repositories {
  const repositories = {
    ...createSharedRepositories(createDatabase(connection)),
    servers: createServerStore(connection),
    history: createHistoryStore(connection),
    health: createHealthStore(connection),
  };
  const mapped = wrapMethods(repositories, (method) => async (...args) => {
    try {
      return await method(...args);
    } catch (error) {
      onFailed(error);
      throw toStoreError(error);
    }
  });
  return {
    ...mapped,
    sessions: { ...mapped.sessions, findSession: prepareFindSession(connection, onFailed) },
  };
}

/**
 * Finds a session like the shared repository, without a promise for each statement: every list of a player who
 * is logged in asks for one, and took a sixth longer.
 */
function prepareFindSession(
  { orm }: Connection,
  onFailed: (error: unknown) => void,
): SessionStore['findSession'] {
  const {
    nameKey: _key,
    nameSkeleton: _skeleton,
    emailKey: _email,
    ...columns
  } = getTableColumns(accounts);
  const byValueHash = orm
    .select()
    .from(sessions)
    .where(eq(sessions.valueHash, sql.placeholder('valueHash')))
    .prepare();
  const accountById = orm
    .select(columns)
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('id')))
    .prepare();
  return async (valueHash) => {
    try {
      const session = byValueHash.get({ valueHash });
      if (session === undefined) return undefined;
      const account = accountById.get({ id: session.accountId });
      return account === undefined ? undefined : { session, account };
    } catch (error) {
      onFailed(error);
      throw toStoreError(error);
    }
  };
}
