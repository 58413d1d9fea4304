// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { addressEmails } from './address-emails.ts';
import { recoveryEmails } from './recovery-emails.ts';

export const profile = {
  name: 'profile',
  emails: { ...addressEmails, ...recoveryEmails },
} satisfies ModuleFacts;
