// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { managerAuditActions } from './audit-actions.ts';
import { managerEmails } from './manager-emails.ts';
import { managerAuditSentences } from './messages.ts';

export const managers = {
  name: 'managers',
  audit: { actions: managerAuditActions, sentences: managerAuditSentences },
  emails: managerEmails,
} satisfies ModuleFacts;
