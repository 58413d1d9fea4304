// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { registryEvents } from './events.ts';

export const registry = { name: 'registry', events: registryEvents } satisfies ModuleFacts;
