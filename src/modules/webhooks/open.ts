// Opens the webhooks: what watches servers for events, and what sends those.

import { within } from '../../platform/lib/timers.ts';
import type { OpenModule } from '../../platform/module/description.ts';
import type { RefusedHeartbeat } from '../heartbeat/index.ts';
import type { SubscribeToRegistry } from '../registry/index.ts';
import { createServerWatch } from './server-watch.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

const WATCH_EVERY_MS = 10_000;
const SEND_EVERY_MS = 1_000;
/** How long a service that stops waits for webhooks under way. */
const PATIENCE_MS = 3_000;

export interface OpenedWebhooks {
  webhooks: Webhooks;
  watch: ReturnType<typeof createServerWatch>;
}

type WatchPorts = Parameters<typeof createServerWatch>[0];
type WebhookPorts = Parameters<typeof createWebhooks>[0];

export function openWebhooks(
  ports: WebhookPorts &
    Pick<WatchPorts, 'registry' | 'findBan'> & {
      subscribe: SubscribeToRegistry;
      onRefused(listener: (ip: string, ...what: RefusedHeartbeat) => void): void;
    },
): OpenModule<OpenedWebhooks> {
  const watch = createServerWatch(ports);
  const webhooks = createWebhooks(ports);
  ports.subscribe({ clockAdjusted: watch.adjustClock });
  ports.onRefused(watch.refused);
  return {
    api: { webhooks, watch },
    jobs: [
      { name: 'watch what happens to servers', intervalMs: WATCH_EVERY_MS, run: watch.look },
      {
        name: 'send webhooks',
        intervalMs: SEND_EVERY_MS,
        run: webhooks.sendDue,
        runsOn: 'leader',
      },
    ],
    stop: () => within(PATIENCE_MS, webhooks.settled(), () => {}),
  };
}
