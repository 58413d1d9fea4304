// Opens the webhooks: one part watches servers for events, the other sends them.

import { createJob, within } from '../../platform/lib/timers.ts';
import type { RefusedHeartbeat } from '../heartbeat/index.ts';
import type { SubscribeToRegistry } from '../registry/index.ts';
import { createServerMonitor } from './server-monitor.ts';
import { createWebhooks } from './webhooks.ts';

const WATCH_EVERY_MS = 10_000;
const SEND_EVERY_MS = 1_000;
/** How long a stopping service waits for webhooks that are being sent. */
const PATIENCE_MS = 3_000;

type MonitorPorts = Parameters<typeof createServerMonitor>[0];
type WebhookPorts = Parameters<typeof createWebhooks>[0];

export function openWebhooks(
  ports: WebhookPorts &
    Pick<MonitorPorts, 'registry' | 'findBan'> & {
      subscribe: SubscribeToRegistry;
      onRefused(listener: (ip: string, ...what: RefusedHeartbeat) => void): void;
    },
) {
  const watch = createServerMonitor(ports);
  const webhooks = createWebhooks(ports);
  ports.subscribe({ clockAdjusted: watch.adjustClock });
  ports.onRefused(watch.refused);
  return {
    webhooks,
    watch,
    jobs: [
      createJob('watch what happens to servers', WATCH_EVERY_MS, watch.look),
      createJob('send webhooks', SEND_EVERY_MS, webhooks.sendDue, 'leader'),
    ],
    stop: () => within(PATIENCE_MS, webhooks.settled(), () => {}),
  };
}
