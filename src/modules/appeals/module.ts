// The description of the module for the composition root.

import type { OptionalModule } from '../../platform/module/description.ts';
import type { Database } from '../../platform/store/engine.ts';
import { appealEmails } from './appeal-emails.ts';
import { appealTables } from './appeal-tables.ts';
import type { AppealPorts } from './appeals.ts';
import type { AppealPagePorts } from './appeals-page.tsx';
import { createAppealStore } from './appeals-store.ts';
import { appealAuditActions } from './audit-actions.ts';
import { appealAuditSentences } from './messages.ts';

export const appeals = {
  name: 'appeals',
  audit: { actions: appealAuditActions, sentences: appealAuditSentences },
  emails: appealEmails,
  createTables: appealTables,
  createStores: (db: Database) => ({ appeals: createAppealStore(db) }),
  async open(ports: AppealPorts) {
    const { createAppeals } = await import('./appeals.ts');
    const appeals = createAppeals(ports);
    return {
      hooks: { emailFacts: [{ 'account suspended': appeals.findEmailFacts }] },
      loadParts: async (context: Omit<AppealPagePorts, 'appeals'>) =>
        (await import('./appeals-page.tsx')).createParts({ ...context, appeals }),
    };
  },
} satisfies OptionalModule;
