// The public face of the store: what opens, locks and examines a data folder.

export {
  backUpDatabase,
  backupName,
  findBirth,
  findSize,
  type KeepRule,
  listCopies,
  pruneCopies,
} from './backups.ts';
export { describeOpenFailure } from './connection.ts';
export { examineDatabase, readNewestMoment } from './examine.ts';
export {
  backupFolder,
  databasePath,
  isNewDatabase,
  lockFolder,
  readServiceKey,
  renewServiceKey,
} from './folder.ts';
export type { MigrationStep } from './migrate.ts';
export { migrations } from './migrations.ts';
export { openServiceStore, type ServiceStore } from './open-service-store.ts';
export { openStore, type Store } from './open-store.ts';
export {
  cancelRestore,
  type DatabaseSummary,
  finishRestore,
  stageRestore,
  summarizeBackup,
  summarizeDatabase,
} from './restore.ts';
export { createBackupMaker } from './threaded-backup.ts';
export { tryMigrations } from './trial.ts';
export type { VerifiedCopy } from './verified-copy.ts';
