// Describes the module to the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { administrationAuditActions } from './audit-actions.ts';
import { administrationAuditSentences } from './messages.ts';

export const administration = {
  name: 'administration',
  audit: {
    actions: administrationAuditActions,
    sentences: administrationAuditSentences,
  },
} satisfies ModuleFacts;
