// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { moderationAuditActions } from './audit-actions.ts';
import { moderationAuditSentences, serverAdminMessages } from './messages.ts';
import { reportEmails } from './report-emails.ts';

export const moderation = {
  name: 'moderation',
  audit: {
    actions: moderationAuditActions,
    sentences: moderationAuditSentences,
    labels: { ban: serverAdminMessages.bans.kinds, report: serverAdminMessages.reports.kinds },
  },
  emails: reportEmails,
} satisfies ModuleFacts;
