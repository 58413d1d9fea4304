// The description of the module for the composition root.

import type { Clock } from '../../platform/lib/clock.ts';
import type { OptionalModule } from '../../platform/module/description.ts';
import type { Database } from '../../platform/store/engine.ts';
import { managerAuditActions } from './audit-actions.ts';
import type { ManagerRoutePorts } from './invitations-page.tsx';
import { managerEmails } from './manager-emails.ts';
import { managerTables } from './manager-tables.ts';
import type { ManagerPorts } from './managers.ts';
import { createManagerStore, isManager } from './managers-store.ts';
import { managerAuditSentences } from './messages.ts';

export const managers = {
  name: 'managers',
  audit: { actions: managerAuditActions, sentences: managerAuditSentences },
  emails: managerEmails,
  createTables: managerTables,
  createStores: (db: Database) => ({ managers: createManagerStore(db) }),
  dueTimes: { claimInvitations: ['expiresAt'] as const },
  isManager,
  async open(ports: ManagerPorts) {
    const { createManagers } = await import('./managers.ts');
    const managers = createManagers(ports);
    return {
      loadParts: async (context: Omit<ManagerRoutePorts, 'managers'>, clock: Clock) =>
        (await import('./invitations-page.tsx')).createParts({ ...context, managers }, clock),
    };
  },
} satisfies OptionalModule;
