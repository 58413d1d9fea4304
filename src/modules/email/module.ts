// Describes the module to the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { emailAuditActions } from './audit-actions.ts';
import { emailEvents } from './events.ts';
import { emailAuditSentences, emailAuditSubjects } from './messages.ts';
import { testEmails } from './test-emails.ts';

export const email = {
  name: 'email',
  events: emailEvents,
  audit: {
    actions: emailAuditActions,
    sentences: emailAuditSentences,
    nameSubject: (subject) => {
      const { failedEmails, email } = emailAuditSubjects;
      if (subject === 'failed emails') return failedEmails;
      const id = /^email (\d+)$/.exec(subject)?.[1];
      return id && email(id);
    },
  },
  emails: testEmails,
} satisfies ModuleFacts;
