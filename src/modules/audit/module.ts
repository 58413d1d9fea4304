// What the module hands to the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { addAuditCommands } from './audit-commands.ts';

export const audit = {
  name: 'audit',
  commands: {
    'Moderation:': [addAuditCommands],
  },
} satisfies ModuleFacts;
