// For operators of game servers: a report on the heartbeats from their own address, and port checks on request.

import { isIpv4 } from '../lib/address.ts';
import type { Clock } from '../lib/clock.ts';
import {
  type AddressLog,
  type HeartbeatLog,
  isContested,
  type LoggedHeartbeat,
  type PortCheck,
  portNumberOf,
} from './heartbeat-log.ts';
import type { LiveServer } from './live-server.ts';

/** How far back a report goes. */
const REPORTED_MS = 60 * 60_000;

/**
 * A heartbeat in a report. `left`: it was accepted, and then none came until the server was stale.
 * `relocated`: it was accepted, and then the server's heartbeats came from another address.
 */
export type ReportedHeartbeat = Omit<LoggedHeartbeat, 'outcome'> & {
  outcome: LoggedHeartbeat['outcome'] | 'left' | 'relocated';
};

/** The report on one address. */
export interface OperatorReport {
  /** Latest first; for an IPv6 address those of its whole /64. */
  beats: readonly ReportedHeartbeat[];
  /** The ports that the address sent heartbeats for, with the results of their last checks; none for IPv6. */
  ports: readonly { port: number; check: PortCheck | undefined }[];
  isIpv4: boolean;
  /** Whether a public server there has to have an open port. */
  isPortChecked: boolean;
  /** Since when heartbeats are logged, in milliseconds since the Unix epoch. */
  since: number;
  staleAfterMs: number;
}

/**
 * The result of a requested port check. `unknown`: no heartbeat from the address named the port within
 * the hour. `unneeded`: no port there has to be open. `busy`: too many probes are running.
 */
export type OperatorCheck = 'open' | 'closed' | 'busy' | 'unknown' | 'unneeded' | 'banned';

/** Reports are made from the log of heartbeats. */
export function createOperatorReports(options: {
  clock: Clock;
  log: Pick<HeartbeatLog, 'read'>;
  staleAfterMs: number;
  isPortChecked(ip: string): boolean;
  isBanned(ip: string): boolean;
  /** The server whose heartbeats come from here, live or lately stale. */
  findServer(ip: string, port: number): Pick<LiveServer, 'reachableAt' | 'successor'> | undefined;
  /** The place that is probed for heartbeats that come from here and name this port. */
  joinPlaceOf(ip: string, port: number): { ip: string; port: number };
  tryPort(ip: string, port: number): Promise<'open' | 'closed' | 'busy'>;
}) {
  const { clock, log, staleAfterMs, isPortChecked, findServer, joinPlaceOf } = options;
  const since = clock.now();

  function reported(ip: string, beat: LoggedHeartbeat): ReportedHeartbeat {
    if (!beat.isLatest || beat.outcome === 'refused') return beat;
    if (clock.now() - beat.lastAt > staleAfterMs) return { ...beat, outcome: 'left' };
    const isRelocated = findServer(ip, Number(beat.port))?.successor !== undefined;
    return isRelocated ? { ...beat, outcome: 'relocated' } : beat;
  }

  /** The result of a port's last check. A restart empties the log, but the stored server still has it. */
  function findCheck(
    ip: string,
    port: number,
    checks: AddressLog['checks'],
  ): PortCheck | undefined {
    const place = joinPlaceOf(ip, port);
    const tried = place.ip === ip ? checks : log.read(place.ip).checks;
    const logged = tried.get(place.port);
    const openAt = findServer(ip, port)?.reachableAt ?? Number.NEGATIVE_INFINITY;
    if (logged !== undefined || clock.now() - openAt > REPORTED_MS) return logged;
    return { isOpen: true, at: openAt };
  }

  /** No server is listed over IPv6, so no port there is ever probed. */
  function portsOf(ip: string, beats: readonly LoggedHeartbeat[]): Set<number> {
    const ports = new Set<number>();
    if (!isIpv4(ip)) return ports;
    for (const { port } of beats) {
      const number = portNumberOf(port);
      if (number !== undefined) ports.add(number);
    }
    return ports;
  }

  return {
    reportOn(ip: string): OperatorReport {
      const { beats, checks } = log.read(ip);
      return {
        beats: beats.map((beat) => reported(ip, beat)),
        ports: [...portsOf(ip, beats)].map((port) => {
          return { port, check: findCheck(ip, port, checks) };
        }),
        isIpv4: isIpv4(ip),
        isPortChecked: isPortChecked(ip),
        // When the clock was set back, the start is in the future.
        since: Math.min(clock.now(), Math.max(since, clock.now() - REPORTED_MS)),
        staleAfterMs,
      };
    },
    /** The last program that contested this port of the address within the hour. */
    findContest: (ip: string, port: number): LoggedHeartbeat | undefined =>
      log.read(ip).beats.find((beat) => isContested(beat) && beat.port === `${port}`),
    /** Probes a port of the requesting address, only if it sent a heartbeat for it. */
    async checkAgain(ip: string, text: string): Promise<OperatorCheck> {
      const port = portNumberOf(text);
      if (port === undefined || !portsOf(ip, log.read(ip).beats).has(port)) return 'unknown';
      if (options.isBanned(ip)) return 'banned';
      return isPortChecked(joinPlaceOf(ip, port).ip) ? options.tryPort(ip, port) : 'unneeded';
    },
  };
}
