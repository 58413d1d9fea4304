// The description of the module for the composition root.

import type { Clock } from '../../platform/lib/clock.ts';
import type { OptionalModule } from '../../platform/module/description.ts';
import type { Database } from '../../platform/store/engine.ts';
import { warningAuditActions } from './audit-actions.ts';
import { warningAuditSentences } from './messages.ts';
import { warningEmails } from './warning-emails.ts';
import { warningTables } from './warning-tables.ts';
import type { WarningPorts } from './warnings.ts';
import type { WarningPagePorts } from './warnings-page.tsx';
import { createWarningStore } from './warnings-store.ts';

export const warnings = {
  name: 'warnings',
  audit: { actions: warningAuditActions, sentences: warningAuditSentences },
  emails: warningEmails,
  createTables: warningTables,
  createStores: (db: Database) => ({ warnings: createWarningStore(db) }),
  dispensable: { warnings: { listUnreadAccounts: [] } },
  async open(ports: WarningPorts) {
    const { openWarnings } = await import('./warnings.ts');
    const warnings = await openWarnings(ports);
    return {
      jobs: warnings.jobs,
      loadParts: async (context: Omit<WarningPagePorts, 'warnings'>, clock: Clock) =>
        (await import('./warnings-page.tsx')).createParts({ ...context, warnings }, clock),
    };
  },
} satisfies OptionalModule;
