// What the module hands to the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { moderationAuditActions } from './audit-actions.ts';
import { addBanCommands } from './ban-commands.ts';
import { addClaimCommands } from './claim-commands.ts';
import { addFilterCommands } from './filter-commands.ts';
import { moderationAuditSentences, serverAdminMessages } from './messages.ts';
import { addReportCommands } from './report-commands.ts';
import { reportEmails } from './report-emails.ts';
import { addServerCommands } from './server-commands.ts';
import { addTagCommands } from './tag-commands.ts';

export const moderation = {
  name: 'moderation',
  audit: {
    actions: moderationAuditActions,
    sentences: moderationAuditSentences,
    labels: { ban: serverAdminMessages.bans.kinds, report: serverAdminMessages.reports.kinds },
  },
  commands: {
    'Game servers:': [addServerCommands, addClaimCommands],
    'Moderation:': [addBanCommands, addFilterCommands, addTagCommands, addReportCommands],
  },
  emails: reportEmails,
} satisfies ModuleFacts;
