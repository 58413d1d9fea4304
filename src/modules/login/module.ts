// What the module hands to the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { loginEmails } from './login-emails.ts';

export const login = { name: 'login', emails: loginEmails } satisfies ModuleFacts;
