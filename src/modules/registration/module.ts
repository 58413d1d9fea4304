// What the module hands to the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { registrationEvents } from './events.ts';
import { addInviteCommands } from './invite-commands.ts';

export const registration = {
  name: 'registration',
  events: registrationEvents,
  commands: {
    'Accounts and email:': [addInviteCommands],
  },
} satisfies ModuleFacts;
