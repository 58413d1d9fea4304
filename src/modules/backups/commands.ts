// The commands of the module.

import type { ModuleCommands } from '../../platform/cli/commands.ts';
import {
  addBackupCommand,
  addRestoreCommand,
  type BackupContext,
  type BackupPorts,
} from './backup-commands.ts';
import { addMigrateCommand, addMigrateDataCommand } from './migrate-commands.ts';

export const createBackupsCommands = (ports: BackupPorts) =>
  ({
    'Backups:': [
      (parent, context: BackupContext) => addBackupCommand(parent, context, ports),
      addRestoreCommand,
    ],
    'Upgrades and moves:': [addMigrateCommand, addMigrateDataCommand],
  }) satisfies ModuleCommands;
