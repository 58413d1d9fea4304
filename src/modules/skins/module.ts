// The description of the module for the composition root.

import type { OptionalModule } from '../../platform/module/description.ts';
import type { Database } from '../../platform/store/engine.ts';
import { skinAuditActions } from './audit-actions.ts';
import { skinAuditSentences, skinMessages } from './messages.ts';
import type { SkinPagePorts } from './skin-page.tsx';
import { skinTables } from './skin-tables.ts';
import type { SkinActionPorts, SkinPorts } from './skins.ts';
import { createSkinStore } from './skins-store.ts';

export const skins = {
  name: 'skins',
  audit: { actions: skinAuditActions, sentences: skinAuditSentences },
  accountLinks: [{ href: '/acc/skin/', label: () => skinMessages.title }],
  facePath: (name) => `/face/${name}.png`,
  skinFolder: '/skin/',
  createTables: skinTables,
  createStores: (db: Database) => ({ skins: createSkinStore(db) }),
  openActions: async (ports: SkinActionPorts) => ({
    skins: (await import('./skins.ts')).createSkinActions(ports),
  }),
  async open(ports: SkinPorts) {
    const { createSkins } = await import('./skins.ts');
    const skins = createSkins(ports);
    return {
      loadParts: async (context: Omit<SkinPagePorts, 'skins'>) =>
        (await import('./routes.ts')).createParts({ ...context, skins }),
    };
  },
} satisfies OptionalModule;
