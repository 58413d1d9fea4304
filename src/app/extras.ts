// Opens the modules that no other module needs. Each has its own lines here, and nothing else breaks without them.

import { createApiKeys } from '../modules/api-keys/api-keys.ts';
import { createAppeals } from '../modules/appeals/appeals.ts';
import { createManagers } from '../modules/managers/managers.ts';
import { createOwnLists } from '../modules/own-list/own-list.ts';
import { openPasskeys } from '../modules/passkeys/open.ts';
import { createPlayerPages } from '../modules/player-page/player-pages.ts';
import { createSharedDevices } from '../modules/shared-devices/shared-devices.ts';
import { createSkins } from '../modules/skins/skins.ts';
import { createStaffNotes } from '../modules/staff-notes/staff-notes.ts';
import { openWarnings } from '../modules/warnings/warnings.ts';
import type { Clock } from '../platform/lib/clock.ts';
import type { openAccountModules } from './accounts.ts';
import type { Report } from './events.ts';
import type { Modules } from './modules.ts';
import type { ServiceStore } from './open-stores.ts';
import type { Servers } from './servers.ts';

interface ExtraPorts {
  store: ServiceStore;
  clock: Clock;
  servers: Servers;
  accounts: Pick<ReturnType<typeof openAccountModules>, 'players' | 'parts' | 'administration'>;
  baseUrl: string;
  siteName(): string;
  report: Report;
}

export type Extras = Awaited<ReturnType<typeof openExtras>>;

/** Each module takes the ports that it needs. */
export async function openExtras(add: Modules['add'], { store, accounts, ...others }: ExtraPorts) {
  const { players, parts, administration } = accounts;
  const ports = { ...store, ...players, ...others, ...parts, administration, add };
  const passkeys = openPasskeys(ports);
  parts.ownerProof.checkPasskey = passkeys.checkOwner;
  return {
    apiKeys: ports.add('api keys', createApiKeys(ports)),
    appeals: createAppeals(ports),
    managers: createManagers(ports),
    ownLists: createOwnLists(ports),
    passkeys,
    playerPages: createPlayerPages(ports),
    sharedDevices: createSharedDevices(ports),
    skins: createSkins(ports),
    staffNotes: createStaffNotes(ports),
    warnings: ports.add('warnings', await openWarnings(ports)),
  };
}
