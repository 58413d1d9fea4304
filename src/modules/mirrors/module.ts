// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { mirrorsEvents } from './events.ts';

export const mirrors = { name: 'mirrors', events: mirrorsEvents } satisfies ModuleFacts;
