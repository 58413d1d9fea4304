// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { returnAlertEmails } from './return-alert-emails.ts';

export const returnAlerts = {
  name: 'return-alerts',
  emails: returnAlertEmails,
} satisfies ModuleFacts;
