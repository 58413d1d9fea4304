// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { warningAuditActions } from './audit-actions.ts';
import { warningAuditSentences, warningMessages } from './messages.ts';
import { warningEmails } from './warning-emails.ts';
import { WARNINGS_PATH } from './warning-ports.ts';

export const warnings = {
  name: 'warnings',
  audit: { actions: warningAuditActions, sentences: warningAuditSentences },
  emails: warningEmails,
  accountLinks: [{ href: WARNINGS_PATH, label: () => warningMessages.title }],
} satisfies ModuleFacts;
