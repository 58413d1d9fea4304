// What an operator may know of the heartbeats that came from the operator's own address, and the check
// of a port that they ask for.

import { isIpv4 } from '../lib/address.ts';
import type { Clock } from '../lib/clock.ts';
import {
  type AddressLog,
  type HeartbeatLog,
  type LoggedHeartbeat,
  type PortCheck,
  portNumberOf,
} from './heartbeat-log.ts';
import type { LiveServer } from './live-server.ts';

/** How far back a report goes. */
const REACH_MS = 60 * 60_000;

/**
 * A heartbeat in a report. `left` was listed or private, and then nothing came until it was stale;
 * `relocated`, and then the server's heartbeats came from another address.
 */
export type ReportedHeartbeat = Omit<LoggedHeartbeat, 'outcome'> & {
  outcome: LoggedHeartbeat['outcome'] | 'left' | 'relocated';
};

/** What is known of one address. */
export interface OperatorReport {
  /** The latest first; for an IPv6 address those of its whole /64. */
  beats: readonly ReportedHeartbeat[];
  /** The ports that the address sent heartbeats for, each with what its last check found; none over IPv6. */
  ports: readonly { port: number; check: PortCheck | undefined }[];
  isIpv4: boolean;
  /** Whether a public server there has to have an open port. */
  isPortChecked: boolean;
  /** Since when heartbeats are remembered, in milliseconds since the Unix epoch. */
  since: number;
  staleAfterMs: number;
}

/**
 * What came of a wish to have a port checked: `unknown` when no heartbeat from the address named it
 * within the hour, `unneeded` when no port there has to be open, `busy` when no place was free.
 */
export type OperatorCheck = 'open' | 'closed' | 'busy' | 'unknown' | 'unneeded' | 'banned';

/** What operators ask about their own address. */
export interface OperatorReports {
  reportOn(ip: string): OperatorReport;
  /** Tries a port of the very address that asks, and none that it sent no heartbeat for. */
  checkAgain(ip: string, port: string): Promise<OperatorCheck>;
}

/** Makes the reports over the log of heartbeats. */
export function createOperatorReports(options: {
  clock: Clock;
  log: Pick<HeartbeatLog, 'read'>;
  staleAfterMs: number;
  isPortChecked(ip: string): boolean;
  isBanned(ip: string): boolean;
  /** The server whose heartbeats come from here, live or lately gone. */
  findServer(ip: string, port: number): Pick<LiveServer, 'reachableAt' | 'successor'> | undefined;
  /** The place that is tried where heartbeats come from here and name this port. */
  joinPlaceOf(ip: string, port: number): { ip: string; port: number };
  tryPort(ip: string, port: number): Promise<'open' | 'closed' | 'busy'>;
}): OperatorReports {
  const { clock, log, staleAfterMs, isPortChecked, findServer, joinPlaceOf } = options;
  const since = clock.now();

  function reported(ip: string, beat: LoggedHeartbeat): ReportedHeartbeat {
    if (!beat.isLatest || beat.outcome === 'refused') return beat;
    if (clock.now() - beat.lastAt > staleAfterMs) return { ...beat, outcome: 'left' };
    const isRelocated = findServer(ip, Number(beat.port))?.successor !== undefined;
    return isRelocated ? { ...beat, outcome: 'relocated' } : beat;
  }

  /** What the last check of a port found; the log forgets with a restart, the servers do not. */
  function findCheck(
    ip: string,
    port: number,
    checks: AddressLog['checks'],
  ): PortCheck | undefined {
    const place = joinPlaceOf(ip, port);
    const tried = place.ip === ip ? checks : log.read(place.ip).checks;
    const logged = tried.get(place.port);
    const openAt = findServer(ip, port)?.reachableAt ?? Number.NEGATIVE_INFINITY;
    if (logged !== undefined || clock.now() - openAt > REACH_MS) return logged;
    return { isOpen: true, at: openAt };
  }

  /** Over IPv6 no server is listed, so no port there is ever tried. */
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
    reportOn(ip) {
      const { beats, checks } = log.read(ip);
      return {
        beats: beats.map((beat) => reported(ip, beat)),
        ports: [...portsOf(ip, beats)].map((port) => {
          return { port, check: findCheck(ip, port, checks) };
        }),
        isIpv4: isIpv4(ip),
        isPortChecked: isPortChecked(ip),
        // After the clock was set back, the start lies ahead of it.
        since: Math.min(clock.now(), Math.max(since, clock.now() - REACH_MS)),
        staleAfterMs,
      };
    },
    async checkAgain(ip, text) {
      const port = portNumberOf(text);
      if (port === undefined || !portsOf(ip, log.read(ip).beats).has(port)) return 'unknown';
      if (options.isBanned(ip)) return 'banned';
      return isPortChecked(joinPlaceOf(ip, port).ip) ? options.tryPort(ip, port) : 'unneeded';
    },
  };
}
