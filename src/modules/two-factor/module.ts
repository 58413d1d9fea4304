// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { twoFactorEmails } from './two-factor-emails.ts';

export const twoFactor = { name: 'two-factor', emails: twoFactorEmails } satisfies ModuleFacts;
