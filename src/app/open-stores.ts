// Opens the database of either engine with the stores of every module.

import type { OtherReplicas } from '../modules/registry/server-ports.ts';
import { startThread } from '../platform/lib/thread.ts';
import type { Connection } from '../platform/store/sqlite/connection.ts';
import type { StoreHooks, StoreLocation } from '../platform/store/sqlite/database.ts';
import * as moved from '../platform/store/sqlite/moved-database.ts';
import * as sqlite from '../platform/store/sqlite/open-service-store.ts';
import * as plain from '../platform/store/sqlite/open-store.ts';
import type * as postgres from './postgres-stores.ts';
import { type EngineStores, type ModuleStores, sqliteList } from './stores.ts';

export type Store = plain.Store<ModuleStores & EngineStores>;

export type ServiceStore = sqlite.ServiceStore<
  ModuleStores & EngineStores,
  Awaited<ReturnType<OtherReplicas['readBatches']>>[number]
>;

export const createStore = (connection: Connection): Store =>
  plain.createStore(sqliteList, connection);

export const openStore = (location: StoreLocation, hooks?: StoreHooks): Store =>
  plain.openStore(sqliteList, location, hooks);

type ServiceHooks = Omit<sqlite.ServiceStoreHooks, 'startThread'> &
  Partial<Pick<sqlite.ServiceStoreHooks, 'startThread'>>;

export const openServiceStore = (folder: string, hooks: ServiceHooks): ServiceStore =>
  sqlite.openServiceStore(sqliteList, folder, {
    startThread: () => startThread('app/writer'),
    ...hooks,
  });

export const openMovedFolder = (folder: string, options: { isTarget: boolean }) =>
  moved.openMovedFolder(sqliteList.tables, folder, options);

// PostgreSQL loads only when it is used: its part of Drizzle would make every start on SQLite a sixth slower.

export const openPostgresStore: typeof postgres.openPostgresStore = async (...args) =>
  (await import('./postgres-stores.ts')).openPostgresStore(...args);

export const openPostgresServiceStore: typeof postgres.openPostgresServiceStore = async (...args) =>
  (await import('./postgres-stores.ts')).openPostgresServiceStore(...args);

export const openMovedPostgres: typeof postgres.openMovedPostgres = async (...args) =>
  (await import('./postgres-stores.ts')).openMovedPostgres(...args);
