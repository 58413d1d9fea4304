// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { appealEmails } from './appeal-emails.ts';
import { appealAuditActions } from './audit-actions.ts';
import { appealAuditSentences } from './messages.ts';

export const appeals = {
  name: 'appeals',
  audit: { actions: appealAuditActions, sentences: appealAuditSentences },
  emails: appealEmails,
} satisfies ModuleFacts;
