// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { KEYS_PATH } from './api-key-ports.ts';
import { keyAuditActions } from './audit-actions.ts';
import { keyAuditSentences, keyMessages } from './messages.ts';

export const apiKeys = {
  name: 'api-keys',
  audit: { actions: keyAuditActions, sentences: keyAuditSentences },
  accountLinks: [{ href: KEYS_PATH, group: 'security', label: () => keyMessages.title }],
} satisfies ModuleFacts;
