// Opens the parts that take heartbeats: the port checks, the log for operators, and the steps of a heartbeat.

import type { Clock } from '../../platform/lib/clock.ts';
import { createJob } from '../../platform/lib/timers.ts';
import { labelled, metric } from '../../platform/ops/metrics.ts';
import {
  isSeenInUse,
  type LiveServer,
  type Registry,
  type SubscribeToRegistry,
} from '../registry/index.ts';
import { type AnnouncePorts, createAnnounce } from './announce.ts';
import type { Report } from './events.ts';
import { createHeartbeatLog, type RefusedHeartbeat } from './heartbeat-log.ts';
import { createHeartbeatRateLimit } from './heartbeat-rate-limit.ts';
import { createOperatorReports } from './operator-report.ts';
import { createPlaces } from './places.ts';
import { createReachability, type ProbeVerdict } from './reachability.ts';
import { refusals } from './refusals.ts';
import type { HeartbeatLimits } from './settings.ts';

const CHECK_PORTS_EVERY_MS = 1_000;

export function openPortChecks(
  ports: Omit<Parameters<typeof createReachability>[0], 'onChecked'> & {
    registry: Pick<Registry, 'listLive' | 'recordProbe' | 'confirmOpen'>;
    subscribe: SubscribeToRegistry;
    limits: HeartbeatLimits;
    report: Report;
  },
) {
  const { clock, registry, limits, report } = ports;
  const log = createHeartbeatLog(clock, limits);
  const reachability = createReachability({ ...ports, onChecked: log.checked });
  ports.subscribe({
    contested: (server) => log.contested(server, refusals.contested(server.listing)),
    swept: log.sweep,
    clockAdjusted: ({ steppedMs }) => log.shift(steppedMs),
  });

  async function checkPort(server: LiveServer): Promise<ProbeVerdict> {
    const { listing } = server;
    const place = { ip: listing.joinIp, port: listing.joinPort };
    const verdict = await reachability.check(place.ip, place.port);
    if (verdict !== 'busy') registry.recordProbe(server, verdict === 'open', place);
    if (verdict === 'closed') report('server_unreachable', { ip: listing.ip, port: listing.port });
    return verdict;
  }

  function checkDuePorts(): void {
    if (!limits.isPortCheckOn) return;
    const now = clock.now();
    for (const server of registry.listLive()) {
      if (!reachability.isDue(server, now)) continue;
      if (isSeenInUse(server, now)) registry.confirmOpen(server, now);
      else void checkPort(server);
    }
  }

  return {
    log,
    reachability,
    checkPort,
    checkDuePorts,
    jobs: [createJob('check ports', CHECK_PORTS_EVERY_MS, checkDuePorts, 'leader')],
  };
}

export type OpenedPortChecks = ReturnType<typeof openPortChecks>;

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
