// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { webClientEvents } from './events.ts';

export const webClient = { name: 'web-client', events: webClientEvents } satisfies ModuleFacts;
