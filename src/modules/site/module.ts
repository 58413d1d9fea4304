// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { siteAuditActions } from './audit-actions.ts';
import { siteEvents } from './events.ts';
import { siteAdminMessages, siteAuditSentences, siteAuditSubjects } from './messages.ts';

export const site = {
  name: 'site',
  events: siteEvents,
  audit: {
    actions: siteAuditActions,
    sentences: siteAuditSentences,
    nameSubject: (subject) => {
      const names: Readonly<Record<string, string>> = siteAuditSubjects;
      return Object.hasOwn(names, subject) ? names[subject] : undefined;
    },
    labels: { notice: siteAdminMessages.notice.levels },
  },
} satisfies ModuleFacts;
