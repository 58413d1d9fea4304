// The description of the module for the composition root.

import type { OptionalModule } from '../../platform/module/description.ts';
import type { Database } from '../../platform/store/engine.ts';
import { playerMessages } from './messages.ts';
import type { PlayerPagePorts as PagePorts } from './player-page.tsx';
import { createPlayerPageStore } from './player-page-store.ts';
import { playerPageTables } from './player-page-tables.ts';
import type { PlayerPagePorts } from './player-pages.ts';
import { PLAYER_SETTINGS_PATH, playerPath } from './player-paths.ts';

export const playerPage = {
  name: 'player-page',
  accountLinks: [{ href: PLAYER_SETTINGS_PATH, label: () => playerMessages.settings.title }],
  playerPath,
  createTables: playerPageTables,
  createStores: (db: Database) => ({ playerPages: createPlayerPageStore(db) }),
  async open(ports: PlayerPagePorts) {
    const { createPlayerPages } = await import('./player-pages.ts');
    const playerPages = createPlayerPages(ports);
    return {
      loadParts: async (context: Omit<PagePorts, 'playerPages'>) => {
        const { playerPageRoutes } = await import('./player-page.tsx');
        return {
          routes: [playerPageRoutes({ ...context, playerPages })],
          operatorsShown: [playerPages.showsServers],
        };
      },
    };
  },
} satisfies OptionalModule;
