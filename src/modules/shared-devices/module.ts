// The description of the module for the composition root.

import type { OptionalModule } from '../../platform/module/description.ts';
import type { Database } from '../../platform/store/engine.ts';
import type { SharedDevicePorts } from './shared-devices.ts';
import { createSharedDeviceStore } from './shared-devices-store.ts';

export const sharedDevices = {
  name: 'shared-devices',
  createStores: (db: Database) => ({ sharedDevices: createSharedDeviceStore(db) }),
  async open(ports: SharedDevicePorts) {
    const { createSharedDevices } = await import('./shared-devices.ts');
    const sharedDevices = createSharedDevices(ports);
    return {
      loadParts: async () => {
        const { sharedDevicesPart } = await import('./shared-devices-page.tsx');
        return { accountParts: [sharedDevicesPart(sharedDevices)] };
      },
    };
  },
} satisfies OptionalModule;
