// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { relayEvents } from './events.ts';

export const relay = { name: 'relay', events: relayEvents } satisfies ModuleFacts;
