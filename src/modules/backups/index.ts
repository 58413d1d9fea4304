// The face of the module: the exports that other modules may use.

export { checkBackupAge } from './backups.ts';
