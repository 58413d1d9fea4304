// Opens what takes heartbeats: the checks of ports, the log for operators, and the way of a heartbeat itself.

import type { Clock } from '../../platform/lib/clock.ts';
import type { OpenModule } from '../../platform/module/description.ts';
import type { Report } from '../../platform/ops/events.ts';
import { labelled, metric } from '../../platform/ops/metrics.ts';
import {
  isSeenInUse,
  type LiveServer,
  type Registry,
  type ServerLimits,
  type SubscribeToRegistry,
} from '../registry/index.ts';
import { type Announce, createAnnounce, type HeartbeatCounts, refusals } from './announce.ts';
import { createHeartbeatLog, type HeartbeatLog, type RefusedHeartbeat } from './heartbeat-log.ts';
import { createOperatorReports, type OperatorReports } from './operator-report.ts';
import { createPlaces } from './places.ts';
import { createReachability, type ProbeVerdict, type Reachability } from './reachability.ts';

const CHECK_PORTS_EVERY_MS = 1_000;

export interface OpenedPortChecks {
  log: HeartbeatLog;
  reachability: Reachability;
  checkPort(server: LiveServer): Promise<ProbeVerdict>;
  checkDuePorts(): void;
}

export function openPortChecks(
  ports: Omit<Parameters<typeof createReachability>[0], 'onChecked'> & {
    registry: Pick<Registry, 'listLive' | 'recordProbe' | 'confirmOpen'>;
    subscribe: SubscribeToRegistry;
    limits: ServerLimits;
    report: Report;
  },
): OpenModule<OpenedPortChecks> {
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
    api: { log, reachability, checkPort, checkDuePorts },
    jobs: [
      {
        name: 'check ports',
        intervalMs: CHECK_PORTS_EVERY_MS,
        run: checkDuePorts,
        runsOn: 'leader',
      },
    ],
  };
}

export interface OpenedHeartbeats {
  announce: Announce;
  counts: HeartbeatCounts;
  operatorReports: OperatorReports;
  /** Calls it with each heartbeat that is refused. */
  onRefused(listener: (ip: string, ...what: RefusedHeartbeat) => void): void;
}

type AnnouncePorts = Parameters<typeof createAnnounce>[0];
type PlacePorts = Parameters<typeof createPlaces>[0];

export function openHeartbeats(
  ports: Pick<AnnouncePorts, 'rules' | 'onCodes' | 'moves'> &
    Pick<PlacePorts, 'ownerOf' | 'wasPlayedOn'> & {
      clock: Clock;
      registry: Registry;
      subscribe: SubscribeToRegistry;
      portChecks: OpenedPortChecks;
      isBanned(ip: string): boolean;
      limits: ServerLimits;
      staleAfterMs: number;
      /** What the HTTP server refused by itself. */
      traffic: { readonly heartbeatsOfUnknownSender: number };
    },
): OpenModule<OpenedHeartbeats> {
  const { portChecks, traffic } = ports;
  const { log, reachability } = portChecks;
  const listeners: Parameters<OpenedHeartbeats['onRefused']>[0][] = [];
  const places = createPlaces(ports);
  ports.subscribe({ swept: places.sweep });
  const { announce, counts } = createAnnounce({
    ...ports,
    places,
    reachability,
    log: {
      ...log,
      refused(...what) {
        log.refused(...what);
        for (const listener of listeners) listener(...what);
      },
    },
  });
  return {
    api: {
      announce,
      counts,
      operatorReports: createOperatorReports({ ...ports, ...portChecks }),
      onRefused: (listener) => void listeners.push(listener),
    },
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
