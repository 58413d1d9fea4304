// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { webhooksAuditActions } from './audit-actions.ts';
import { webhooksEvents } from './events.ts';
import { webhooksAuditSentences } from './messages.ts';
import { webhookEmails } from './webhook-emails.ts';

export const webhooks = {
  name: 'webhooks',
  events: webhooksEvents,
  audit: {
    actions: webhooksAuditActions,
    sentences: webhooksAuditSentences,
  },
  emails: webhookEmails,
} satisfies ModuleFacts;
