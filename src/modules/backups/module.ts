// What the module hands to the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { addBackupCommand, addRestoreCommand } from './backup-commands.ts';
import { addMigrateCommand, addMigrateDataCommand } from './migrate-commands.ts';

export const backups = {
  name: 'backups',
  commands: {
    'Backups:': [addBackupCommand, addRestoreCommand],
    'Upgrades and moves:': [addMigrateCommand, addMigrateDataCommand],
  },
} satisfies ModuleFacts;
