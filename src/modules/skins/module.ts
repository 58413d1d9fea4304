// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { skinAuditActions } from './audit-actions.ts';
import { skinAuditSentences, skinMessages } from './messages.ts';

export const skins = {
  name: 'skins',
  audit: { actions: skinAuditActions, sentences: skinAuditSentences },
  accountLinks: [{ href: '/acc/skin/', label: () => skinMessages.title }],
  skinFolder: '/skin/',
} satisfies ModuleFacts;
