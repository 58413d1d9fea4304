// The description of the module for the composition root.

import type { Clock } from '../../platform/lib/clock.ts';
import type { OptionalModule } from '../../platform/module/description.ts';
import type { Database } from '../../platform/store/engine.ts';
import { apiKeyEmails } from './api-key-emails.ts';
import { KEYS_PATH } from './api-key-ports.ts';
import { apiKeyTables } from './api-key-tables.ts';
import type { ApiKeyPorts } from './api-keys.ts';
import { createApiKeyStore } from './api-keys-store.ts';
import { keyAuditActions } from './audit-actions.ts';
import { keyAuditSentences, keyMessages } from './messages.ts';
import type { KeyRoutePorts } from './routes.ts';

export const apiKeys = {
  name: 'api-keys',
  audit: { actions: keyAuditActions, sentences: keyAuditSentences },
  emails: apiKeyEmails,
  accountLinks: [{ href: KEYS_PATH, group: 'security', label: () => keyMessages.title }],
  createTables: apiKeyTables,
  createStores: (db: Database) => ({ apiKeys: createApiKeyStore(db) }),
  async open(ports: ApiKeyPorts) {
    const { createApiKeys } = await import('./api-keys.ts');
    const apiKeys = createApiKeys(ports);
    return {
      jobs: apiKeys.jobs,
      loadParts: async (context: Omit<KeyRoutePorts, 'apiKeys'>, clock: Clock) =>
        (await import('./routes.ts')).createParts({ ...context, apiKeys }, clock),
    };
  },
} satisfies OptionalModule;
