// For operators of game servers: a report on the heartbeats from their own address, and port checks on request.

import { isIpv4 } from '../../platform/lib/address.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import {
  type LiveServer,
  type LoggedHeartbeat,
  portNumberOf,
  type Registry,
} from '../registry/index.ts';
import { type HeartbeatLog, isContested, type PortCheck } from './heartbeat-log.ts';
import type { ProbeVerdict, Reachability } from './reachability.ts';

const REPORTED_MS = 60 * 60_000;

/** `left`: no heartbeat followed until the server was stale. `relocated`: the next ones came from another address. */
export type ReportedHeartbeat = Omit<LoggedHeartbeat, 'outcome'> & {
  outcome: LoggedHeartbeat['outcome'] | 'left' | 'relocated';
};

export interface OperatorReport {
  /** Latest first. An IPv6 address gets those of its whole /64. */
  beats: readonly ReportedHeartbeat[];
  /** The ports in the address's heartbeats, with the results of their last checks; none for IPv6. */
  ports: readonly { port: number; check: PortCheck | undefined }[];
  isIpv4: boolean;
  /** Whether public servers at this address need an open port. */
  isPortChecked: boolean;
  since: number;
  staleAfterMs: number;
}

export function createOperatorReports(options: {
  clock: Clock;
  log: Pick<HeartbeatLog, 'read'>;
  registry: Pick<Registry, 'findByAddress' | 'joinPlaceOf' | 'isLive'>;
  reachability: Pick<Reachability, 'check' | 'isRequired'>;
  staleAfterMs: number;
  isBanned(ip: string): boolean;
  checkPort(server: LiveServer): Promise<ProbeVerdict>;
}) {
  const { clock, log, registry, reachability, staleAfterMs } = options;
  const { findByAddress, joinPlaceOf } = registry;
  const startedAt = clock.now();

  function reported(ip: string, beat: LoggedHeartbeat): ReportedHeartbeat {
    if (!beat.isLatest || beat.outcome === 'refused') return beat;
    if (clock.now() - beat.lastAt > staleAfterMs) return { ...beat, outcome: 'left' };
    const isRelocated = findByAddress(ip, Number(beat.port))?.successor !== undefined;
    return isRelocated ? { ...beat, outcome: 'relocated' } : beat;
  }

  /** The result of a port's last check. After a restart it comes from the stored server, because the log is empty. */
  function findCheck(ip: string, port: number): PortCheck | undefined {
    const place = joinPlaceOf(ip, port);
    const logged = log.read(place.ip).checks.get(place.port);
    const openAt = findByAddress(ip, port)?.reachableAt ?? Number.NEGATIVE_INFINITY;
    if (logged !== undefined || clock.now() - openAt > REPORTED_MS) return logged;
    return { isOpen: true, at: openAt };
  }

  /** No server is listed over IPv6, so no port there is ever probed. */
  function portsOf(ip: string, beats: readonly LoggedHeartbeat[]): Set<number> {
    const ports = isIpv4(ip) ? beats.map(({ port }) => portNumberOf(port)) : [];
    return new Set(ports.filter((port) => port !== undefined));
  }

  return {
    reportOn(ip: string): OperatorReport {
      const { beats } = log.read(ip);
      const now = clock.now();
      return {
        beats: beats.map((beat) => reported(ip, beat)),
        ports: [...portsOf(ip, beats)].map((port) => ({ port, check: findCheck(ip, port) })),
        isIpv4: isIpv4(ip),
        isPortChecked: reachability.isRequired(ip),
        // If the clock was set back, the start is in the future.
        since: Math.min(now, Math.max(startedAt, now - REPORTED_MS)),
        staleAfterMs,
      };
    },
    /** The last program that contested this port of the address within the hour. */
    findContest: (ip: string, port: number): LoggedHeartbeat | undefined =>
      log.read(ip).beats.find((beat) => isContested(beat) && beat.port === `${port}`),
    /** `unknown`: no heartbeat of the address named the port within the hour. `unneeded`: no port has to be open. */
    async checkAgain(
      ip: string,
      text: string,
    ): Promise<ProbeVerdict | 'unknown' | 'unneeded' | 'banned'> {
      const port = portNumberOf(text);
      if (port === undefined || !portsOf(ip, log.read(ip).beats).has(port)) return 'unknown';
      if (options.isBanned(ip)) return 'banned';
      const place = joinPlaceOf(ip, port);
      if (!reachability.isRequired(place.ip)) return 'unneeded';
      const server = findByAddress(ip, port);
      // Results are recorded only for public servers.
      if (server?.isPublic && registry.isLive(server)) return options.checkPort(server);
      return reachability.check(place.ip, place.port);
    },
  };
}

export type OperatorReports = ReturnType<typeof createOperatorReports>;
