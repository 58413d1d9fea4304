// The public face of the store: what opens, locks and examines a data folder.

export { type MovedDatabase, moveData } from './move-data.ts';
export { openMovedPostgres } from './postgres/moved-database.ts';
export { openPostgresServiceStore } from './postgres/open-service-store.ts';
export { examinePostgres, openPostgresStore } from './postgres/open-store.ts';
export type { Repositories } from './repositories.ts';
export {
  backUpDatabase,
  backupName,
  findBirth,
  findSize,
  type KeepRule,
  listCopies,
  pruneCopies,
} from './sqlite/backups.ts';
export { describeOpenFailure } from './sqlite/connection.ts';
export { examineDatabase, readNewestMoment } from './sqlite/examine.ts';
export {
  backupFolder,
  databasePath,
  isNewDatabase,
  lockFolder,
  readServiceKey,
  renewServiceKey,
} from './sqlite/folder.ts';
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
export { createBackupMaker } from './sqlite/threaded-backup.ts';
export { tryMigrations } from './sqlite/trial.ts';
export type { VerifiedCopy } from './sqlite/verified-copy.ts';
