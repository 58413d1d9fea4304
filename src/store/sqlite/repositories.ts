// The repositories over a connection to SQLite.

import { createSharedRepositories, mapMethods, type Repositories } from '../repositories.ts';
import type { Connection } from './connection.ts';
import { createDatabase } from './engine.ts';
import { toStoreError } from './errors.ts';
import { createHealthStore } from './health.ts';
import { createHistoryStore } from './history.ts';
import { createServerStore } from './servers.ts';

/** Opens every repository over an open connection. Calls that write must not overlap. */
export function createRepositories(connection: Connection): Repositories {
  const repositories = {
    ...createSharedRepositories(createDatabase(connection)),
    servers: createServerStore(connection),
    history: createHistoryStore(connection),
    health: createHealthStore(connection),
  };
  return mapMethods(repositories, (method) => async (...args) => {
    try {
      return await method(...args);
    } catch (error) {
      throw toStoreError(error);
    }
  });
}
