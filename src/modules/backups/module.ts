// What the module hands to the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { addBackupCommand, addRestoreCommand } from './backup-commands.ts';
import { backupsEvents } from './events.ts';
import { addMigrateCommand, addMigrateDataCommand } from './migrate-commands.ts';

export const backups = {
  name: 'backups',
  events: backupsEvents,
  commands: {
    'Backups:': [addBackupCommand, addRestoreCommand],
    'Upgrades and moves:': [addMigrateCommand, addMigrateDataCommand],
  },
} satisfies ModuleFacts;
