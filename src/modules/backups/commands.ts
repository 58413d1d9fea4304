// The commands of the module.

import type { ModuleCommands } from '../../platform/cli/commands.ts';
import { addBackupCommand, addRestoreCommand } from './backup-commands.ts';
import { addMigrateCommand, addMigrateDataCommand } from './migrate-commands.ts';

export const backupsCommands = {
  'Backups:': [addBackupCommand, addRestoreCommand],
  'Upgrades and moves:': [addMigrateCommand, addMigrateDataCommand],
} satisfies ModuleCommands;
