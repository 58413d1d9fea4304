// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { rallyEmails } from './rally-emails.ts';

export const rallies = { name: 'rallies', emails: rallyEmails } satisfies ModuleFacts;
