// Describes the module to the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { backupsEvents } from './events.ts';

export const backups = {
  name: 'backups',
  events: backupsEvents,
} satisfies ModuleFacts;
