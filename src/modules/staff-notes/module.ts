// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { noteAuditActions } from './audit-actions.ts';
import { noteAuditSentences } from './messages.ts';

export const staffNotes = {
  name: 'staff-notes',
  audit: { actions: noteAuditActions, sentences: noteAuditSentences },
} satisfies ModuleFacts;
