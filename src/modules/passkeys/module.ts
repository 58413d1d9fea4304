// The description of the module for the composition root.

import type { Clock } from '../../platform/lib/clock.ts';
import type { OptionalModule } from '../../platform/module/description.ts';
import type { Database } from '../../platform/store/engine.ts';
import { passkeyEvents } from './events.ts';
import type { PasskeyPorts } from './open.ts';
import { passkeyTables } from './passkey-tables.ts';
import type { PasskeyPagePorts } from './passkeys-page.tsx';
import { createPasskeyStore } from './passkeys-store.ts';

export const passkeys = {
  name: 'passkeys',
  events: passkeyEvents,
  createTables: passkeyTables,
  createStores: (db: Database) => ({ passkeys: createPasskeyStore(db) }),
  async open(ports: PasskeyPorts) {
    const { openPasskeys } = await import('./open.ts');
    const passkeys = openPasskeys(ports);
    return {
      hooks: { ownerPasskeys: [passkeys.checkOwner] },
      loadParts: async (context: Omit<PasskeyPagePorts, 'passkeys'>, clock: Clock) =>
        (await import('./passkeys-page.tsx')).createParts({ ...context, passkeys }, clock),
    };
  },
} satisfies OptionalModule;
