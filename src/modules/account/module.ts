// Describes the module to the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { accountEmails } from './account-emails.ts';
import { accountEvents } from './events.ts';

export const account = {
  name: 'account',
  events: accountEvents,
  emails: accountEmails,
} satisfies ModuleFacts;
