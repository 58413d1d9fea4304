// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { loginEvents } from './events.ts';
import { loginEmails } from './login-emails.ts';

export const login = {
  name: 'login',
  events: loginEvents,
  emails: loginEmails,
} satisfies ModuleFacts;
