// The description of the module for the composition root.

import type { Clock } from '../../platform/lib/clock.ts';
import type { OptionalModule } from '../../platform/module/description.ts';
import type { Database } from '../../platform/store/engine.ts';
import { ownListMessages } from './messages.ts';
import type { OwnListPorts } from './own-list.ts';
import type { OwnListPagePorts } from './own-list-page.tsx';
import { HIDDEN_PATH, RECENT_PATH } from './own-list-paths.ts';
import { createOwnListStore, moveOwnLists } from './own-list-store.ts';
import { ownListTables } from './own-list-tables.ts';

export const ownList = {
  name: 'own-list',
  accountLinks: [
    { href: RECENT_PATH, group: 'servers', label: () => ownListMessages.recent.title },
    { href: HIDDEN_PATH, group: 'servers', label: () => ownListMessages.hidden.title },
  ],
  createTables: ownListTables,
  createStores: (db: Database) => ({ ownLists: createOwnListStore(db) }),
  moveServer: moveOwnLists,
  async open(ports: OwnListPorts) {
    const { createOwnLists } = await import('./own-list.ts');
    const ownLists = createOwnLists(ports);
    return {
      loadParts: async (context: Omit<OwnListPagePorts, 'ownLists'>, clock: Clock) =>
        (await import('./own-list-page.tsx')).createParts({ ...context, ownLists }, clock),
    };
  },
} satisfies OptionalModule;
