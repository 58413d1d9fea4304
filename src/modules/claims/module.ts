// What the module hands to the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { claimEmails } from './claim-emails.ts';

export const claims = { name: 'claims', emails: claimEmails } satisfies ModuleFacts;
