// Opens the parts that take heartbeats: the reports for operators, and the steps of a heartbeat.

import type { Clock } from '../../platform/lib/clock.ts';
import { labelled, metric } from '../../platform/ops/metrics.ts';
import type { Registry, SubscribeToRegistry } from '../registry/index.ts';
import { type AnnouncePorts, createAnnounce } from './announce.ts';
import type { RefusedHeartbeat } from './heartbeat-log.ts';
import { createHeartbeatRateLimit } from './heartbeat-rate-limit.ts';
import { createOperatorReports } from './operator-report.ts';
import { createPlaces } from './places.ts';
import type { OpenedPortChecks } from './port-check.ts';
import type { HeartbeatLimits } from './settings.ts';

type PlacePorts = Parameters<typeof createPlaces>[0];

export function openHeartbeats(
  ports: Pick<AnnouncePorts, 'rules' | 'takeCodes' | 'onCodes' | 'moves'> &
    Pick<PlacePorts, 'ownerOf' | 'wasPlayedOn'> & {
      clock: Clock;
      registry: Registry;
      subscribe: SubscribeToRegistry;
      portChecks: OpenedPortChecks;
      isBanned(ip: string): boolean;
      limits: HeartbeatLimits;
      staleAfterMs: number;
      /** Counts the requests that the HTTP server itself refused. */
      traffic: { readonly heartbeatsOfUnknownSender: number };
    },
) {
  const { portChecks, traffic } = ports;
  const { log, reachability } = portChecks;
  const listeners: ((ip: string, ...what: RefusedHeartbeat) => void)[] = [];
  const places = createPlaces(ports);
  ports.subscribe({ swept: places.sweep });
  const { announce, counts } = createAnnounce({
    ...ports,
    places,
    reachability,
    rateLimit: createHeartbeatRateLimit(ports.clock, ports.limits),
    log: {
      ...log,
      refused(...what) {
        log.refused(...what);
        for (const listener of listeners) listener(...what);
      },
    },
  });
  return {
    announce,
    counts,
    operatorReports: createOperatorReports({ ...ports, ...portChecks }),
    /** Calls the listener with each refused heartbeat. */
    onRefused: (listener: (typeof listeners)[number]) => void listeners.push(listener),
    metrics: [
      metric(
        'muster_heartbeats_total{outcome,reason}',
        'Heartbeats by outcome: taken, hidden (accepted, but kept off the list) or refused, each with its reason; of several reasons the first.',
        () => [
          [counts.accepted, 'taken', ''],
          ...labelled(counts.hidden, 'hidden'),
          ...labelled({ ...counts.refused, proxy: traffic.heartbeatsOfUnknownSender }, 'refused'),
        ],
      ),
      metric(
        'muster_probes_total{verdict}',
        'Port checks by result; busy means that too many others were running.',
        () => labelled(reachability.counts),
      ),
    ],
  };
}
