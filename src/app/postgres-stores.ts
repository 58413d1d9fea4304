// Opens PostgreSQL databases with the stores of every module.

import {
  createServerStore,
  readAll,
  readBatches,
} from '../modules/registry/postgres-server-store.ts';
import type { OtherReplicas } from '../modules/registry/server-ports.ts';
import { createKnownSessions } from '../modules/sessions/known-sessions-store.ts';
import type { Report } from '../platform/ops/events.ts';
import * as moved from '../platform/store/postgres/moved-database.ts';
import type { ServiceList } from '../platform/store/postgres/open-service-store.ts';
import * as service from '../platform/store/postgres/open-service-store.ts';
import type { PostgresHooks } from '../platform/store/postgres/open-store.ts';
import * as plain from '../platform/store/postgres/open-store.ts';
import type { PoolerOptions } from '../platform/store/postgres/pool.ts';
import { postgresKit } from '../platform/store/postgres/table-kit.ts';
import { type EngineStores, type ModuleStores, type Stores, sharedList } from './stores.ts';
import { createTables } from './tables.ts';

type Batch = Awaited<ReturnType<OtherReplicas['readBatches']>>[number];

const OF_ACCOUNTS: readonly (keyof Stores)[] = [
  'accounts',
  'administration',
  'registration',
  'secrets',
  'security',
  'devices',
  'together',
];

export const postgresList: ServiceList<ModuleStores, EngineStores, Batch> = {
  ...sharedList,
  tables: createTables(postgresKit),
  createOwnStores: (_db, { orm, id }) => ({ servers: createServerStore(orm, id) }),
  unlocked: new Set(['servers', 'history']),
  byAnyReplica: new Set(['servers']),
  readBatches,
  readAll,
  createKnownSessions: (db, revision) => createKnownSessions(db, revision, new Set(OF_ACCOUNTS)),
};

export const openPostgresStore = (url: string, hooks?: PostgresHooks) =>
  plain.openPostgresStore(postgresList, url, hooks);

export const openPostgresServiceStore = (
  url: string,
  hooks?: PostgresHooks & { report?: Report },
) => service.openPostgresServiceStore(postgresList, url, hooks);

export const openMovedPostgres = (url: string, pooler?: PoolerOptions) =>
  moved.openMovedPostgres(postgresList.tables, url, pooler);
