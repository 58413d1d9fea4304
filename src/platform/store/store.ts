// The public face of the store: what opens, locks and examines a data folder.

import type * as movedDatabase from './postgres/moved-database.ts';
import type * as serviceStore from './postgres/open-service-store.ts';
import type * as plainStore from './postgres/open-store.ts';

export type { MovedDatabase } from './move-data.ts';
export { moveData } from './move-data.ts';
export { backUpDatabase, requireBackupFolder } from './sqlite/backups.ts';
export { examineDatabase, readNewestMoment } from './sqlite/examine.ts';
export { databasePath, isNewDatabase, lockFolder, readServiceKey } from './sqlite/folder.ts';
export type { MigrationStep } from './sqlite/migrate.ts';
export { migrations } from './sqlite/migrations.ts';
export { openMovedFolder } from './sqlite/moved-database.ts';
export { openStore } from './sqlite/open-store.ts';
export {
  cancelRestore,
  type DatabaseSummary,
  finishRestore,
  stageRestore,
  summarizeBackup,
  summarizeDatabase,
} from './sqlite/restore.ts';
export { tryMigrations } from './sqlite/trial.ts';

// PostgreSQL is loaded when it is used: its part of Drizzle would delay every start on SQLite by a sixth.

export const openPostgresServiceStore: typeof serviceStore.openPostgresServiceStore = async (
  ...args
) => (await import('./postgres/open-service-store.ts')).openPostgresServiceStore(...args);

export const openPostgresStore: typeof plainStore.openPostgresStore = async (...args) =>
  (await import('./postgres/open-store.ts')).openPostgresStore(...args);

export const examinePostgres: typeof plainStore.examinePostgres = async (...args) =>
  (await import('./postgres/open-store.ts')).examinePostgres(...args);

export const openMovedPostgres: typeof movedDatabase.openMovedPostgres = async (...args) =>
  (await import('./postgres/moved-database.ts')).openMovedPostgres(...args);
