// What the module hands to the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { webhooksAuditActions } from './audit-actions.ts';
import { webhooksAuditSentences } from './messages.ts';

export const webhooks = {
  name: 'webhooks',
  audit: {
    actions: webhooksAuditActions,
    sentences: webhooksAuditSentences,
  },
} satisfies ModuleFacts;
