// Describes the module to the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { claimEmails } from './claim-emails.ts';
import { claimsEvents } from './events.ts';

export const claims = {
  name: 'claims',
  events: claimsEvents,
  emails: claimEmails,
} satisfies ModuleFacts;
