// Describes the module to the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { heartbeatEvents } from './events.ts';

export const heartbeat = { name: 'heartbeat', events: heartbeatEvents } satisfies ModuleFacts;
