// Checks the ports of live servers when a check is due, and notes the verdicts.

import { createJob } from '../../platform/lib/timers.ts';
import {
  isSeenInUse,
  type LiveServer,
  type Registry,
  type SubscribeToRegistry,
} from '../registry/index.ts';
import type { Report } from './events.ts';
import { createHeartbeatLog } from './heartbeat-log.ts';
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
