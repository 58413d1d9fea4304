// The repositories over a connection to SQLite.

import type { SessionStore } from '../../accounts/ports.ts';
import type { Database } from '../engine.ts';
import { prepareLookUps } from '../repositories/sessions.ts';
import {
  createSharedRepositories,
  type HealthStore,
  type Repositories,
  wrapMethods,
} from '../repositories.ts';
import type { Connection } from './connection.ts';
import { readNumber } from './damage.ts';
import { createDatabase } from './engine.ts';
import { toStoreError } from './errors.ts';
import { migrations } from './migrations.ts';
import { createServerStore } from './servers.ts';

/** Opens every repository over an open connection. Calls that write must not overlap; `onFailed` gets what they throw. */
export function createRepositories(
  connection: Connection,
  onFailed: (error: unknown) => void = () => {},
): Repositories {
  const db = createDatabase(connection);
  const repositories = {
    ...createSharedRepositories(db),
    servers: createServerStore(connection),
    health: createHealthStore(connection),
  };
  const explain = (error: unknown) => {
    onFailed(error);
    return toStoreError(error);
  };
  const mapped = wrapMethods(repositories, (method) => async (...args) => {
    try {
      return await method(...args);
    } catch (error) {
      throw explain(error);
    }
  });
  return { ...mapped, sessions: { ...mapped.sessions, findSession: createLookUp(db, explain) } };
}

type Found = NonNullable<Awaited<ReturnType<SessionStore['findSession']>>>;

/** Looks up without a promise for each statement: every list of a player who is logged in does, and took a sixth longer. */
function createLookUp(
  db: Database,
  explain: (error: unknown) => unknown,
): SessionStore['findSession'] {
  const { sessionByHash, accountById } = prepareLookUps(db) as unknown as {
    sessionByHash: { get(values: { valueHash: string }): Found['session'] | undefined };
    accountById: { get(values: { id: number }): Found['account'] | undefined };
  };
  return async (valueHash) => {
    try {
      const session = sessionByHash.get({ valueHash });
      const account = session && accountById.get({ id: session.accountId });
      return session && account && { session, account };
    } catch (error) {
      throw explain(error);
    }
  };
}

function createHealthStore({ client }: Connection): HealthStore {
  return {
    async checkWrite() {
      // Setting the number that the file has already writes its first page, which is then synced.
      client.run(`PRAGMA application_id = ${readNumber(client, 'PRAGMA application_id')}`);
    },
    async compareMigrations() {
      const rows = client.query<{ tag: string }, []>('SELECT tag FROM muster_migrations').all();
      const applied = new Set(rows.map(({ tag }) => tag));
      const known = new Set(migrations.map(({ tag }) => tag));
      return {
        missing: known.difference(applied).size,
        unknown: applied.difference(known).size,
        // One service has its data folder for itself, so versions never meet there.
        tolerated: 0,
      };
    },
  };
}
