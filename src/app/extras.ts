// Opens the modules that no other module needs. Each has its own lines here, and nothing else breaks without them.

import type { createPlayers } from '../modules/account/account.ts';
import { createPlayerPages } from '../modules/player-page/player-pages.ts';
import { createSkins } from '../modules/skins/skins.ts';
import { createStaffNotes } from '../modules/staff-notes/staff-notes.ts';
import type { Clock } from '../platform/lib/clock.ts';
import type { ServiceStore } from './open-stores.ts';
import type { Servers } from './servers.ts';

interface ExtraPorts {
  store: ServiceStore;
  clock: Clock;
  servers: Servers;
  players: ReturnType<typeof createPlayers>;
}

export type Extras = ReturnType<typeof openExtras>;

export function openExtras({ store, players, ...others }: ExtraPorts) {
  const ports = { ...store, ...players, ...others };
  return {
    playerPages: createPlayerPages(ports),
    skins: createSkins(ports),
    staffNotes: createStaffNotes(ports),
  };
}
