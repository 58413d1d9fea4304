// The public face of the store: what opens, locks and examines a data folder.

import type * as movedDatabase from './postgres/moved-database.ts';
import type * as serviceStore from './postgres/open-service-store.ts';
import type * as plainStore from './postgres/open-store.ts';

export type { Repositories } from '../../app/repositories.ts';
export { type MovedDatabase, moveData } from './move-data.ts';
export {
  backUpDatabase,
  findBackupPath,
  findBirth,
  findSize,
  type KeepRule,
  listPastCopies,
  pruneCopies,
  requireBackupFolder,
} from './sqlite/backups.ts';
export { describeOpenFailure } from './sqlite/connection.ts';
export { refuseLostFolder } from './sqlite/database.ts';
export { examineDatabase, readNewestMoment } from './sqlite/examine.ts';
export {
  backupFolder,
  databasePath,
  isNewDatabase,
  lockFolder,
  readServiceKey,
  renewServiceKey,
} from './sqlite/folder.ts';
export { createMaintenance } from './sqlite/maintenance.ts';
export type { MigrationStep } from './sqlite/migrate.ts';
export { migrations } from './sqlite/migrations.ts';
export { openMovedFolder } from './sqlite/moved-database.ts';
export { openServiceStore, type ServiceStore } from './sqlite/open-service-store.ts';
export { openStore, type Store } from './sqlite/open-store.ts';
export {
  cancelRestore,
  type DatabaseSummary,
  finishRestore,
  stageRestore,
  summarizeBackup,
  summarizeDatabase,
} from './sqlite/restore.ts';
export { stampOf } from './sqlite/safety-copy.ts';
export { tryMigrations } from './sqlite/trial.ts';
export type { VerifiedCopy } from './sqlite/verified-copy.ts';

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
