// The description of the module for the composition root.

import type { Clock } from '../../platform/lib/clock.ts';
import type { OptionalModule } from '../../platform/module/description.ts';
import type { Database } from '../../platform/store/engine.ts';
import { openidAuditActions } from './audit-actions.ts';
import { createOpenidClientStore } from './clients-store.ts';
import { openidEvents } from './events.ts';
import { createOpenidGrantStore } from './grants-store.ts';
import { openidAuditSentences } from './messages.ts';
import type { OpenidPorts } from './open.ts';
import type { OpenidClientStore } from './openid-ports.ts';
import { openidTables } from './openid-tables.ts';
import type { OpenidRoutePorts } from './routes.ts';

export const openidProvider = {
  name: 'openid-provider',
  events: openidEvents,
  audit: { actions: openidAuditActions, sentences: openidAuditSentences },
  createTables: openidTables,
  createStores: (db: Database) => ({
    openidClients: createOpenidClientStore(db),
    openidGrants: createOpenidGrantStore(db),
  }),
  dueTimes: { openidGrants: ['expiresAt'] as const, openidTokens: ['expiresAt'] as const },
  async openActions(ports: { openidClients: OpenidClientStore; clock: Clock }) {
    const { createOpenidClients } = await import('./clients.ts');
    const { createSigningKeys } = await import('./signing-keys.ts');
    return { openid: { clients: createOpenidClients(ports), keys: createSigningKeys(ports) } };
  },
  async open(ports: OpenidPorts & { settings: { isOpenidProvider: boolean } }) {
    if (!ports.settings.isOpenidProvider) return {};
    const { openOpenid } = await import('./open.ts');
    const { jobs, ...openid } = openOpenid(ports);
    return {
      jobs,
      loadParts: async (context: Omit<OpenidRoutePorts, 'openid'>, clock: Clock) =>
        (await import('./routes.ts')).createParts({ ...context, openid }, clock),
    };
  },
} satisfies OptionalModule;
