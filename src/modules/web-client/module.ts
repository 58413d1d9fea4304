// What the module hands to the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { webClientEvents } from './events.ts';

export const webClient = { name: 'web-client', events: webClientEvents } satisfies ModuleFacts;
