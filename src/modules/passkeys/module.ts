// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { passkeyEvents } from './events.ts';

export const passkeys = { name: 'passkeys', events: passkeyEvents } satisfies ModuleFacts;
