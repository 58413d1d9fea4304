// The public face of the store: opens, locks and examines a data folder.

import type * as postgres from './postgres/open-store.ts';

export type { MovedDatabase } from './move-data.ts';
export { moveData } from './move-data.ts';
export {
  backUpDatabase,
  findBirth,
  findLatestBackup,
  requireBackupFolder,
} from './sqlite/backup-files.ts';
export { openDatabase } from './sqlite/database.ts';
export { examineDatabase, readNewestMoment } from './sqlite/examine.ts';
export { databasePath, isNewDatabase, lockFolder, readServiceKey } from './sqlite/folder.ts';
export type { MigrationStep } from './sqlite/migrate.ts';
export { migrations } from './sqlite/migrations.ts';
export {
  cancelRestore,
  type DatabaseSummary,
  finishRestore,
  stageRestore,
  summarizeBackup,
  summarizeDatabase,
} from './sqlite/restore.ts';
export { tryMigrations } from './sqlite/trial.ts';

// PostgreSQL loads on first use: its part of Drizzle would slow every start on SQLite by a sixth.

export const migratePostgres: typeof postgres.migratePostgres = async (...args) =>
  (await import('./postgres/open-store.ts')).migratePostgres(...args);

export const examinePostgres: typeof postgres.examinePostgres = async (...args) =>
  (await import('./postgres/open-store.ts')).examinePostgres(...args);
