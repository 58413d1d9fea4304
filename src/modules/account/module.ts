// What the module hands to the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { accountEmails } from './account-emails.ts';

export const account = { name: 'account', emails: accountEmails } satisfies ModuleFacts;
