// What the module hands to the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { addSetupCommand } from './setup-commands.ts';

export const setup = {
  name: 'setup',
  commands: {
    'Set up and run:': [addSetupCommand],
  },
} satisfies ModuleFacts;
