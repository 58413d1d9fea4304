// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { registrationEvents } from './events.ts';

export const registration = {
  name: 'registration',
  events: registrationEvents,
} satisfies ModuleFacts;
