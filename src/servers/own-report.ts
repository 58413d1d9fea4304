// What an operator may know of the heartbeats that came from the operator's own address, and the check
// of a port that they ask for.

import { isIpv4 } from '../lib/address.ts';
import type { Clock } from '../lib/clock.ts';
import { type BeatLog, type LoggedBeat, type PortCheck, portNumberOf } from './beat-log.ts';

/** A heartbeat in a report. `left` was listed or private, and then nothing came until it was stale. */
export type ReportedBeat = Omit<LoggedBeat, 'outcome'> & {
  outcome: LoggedBeat['outcome'] | 'left';
};

/** What is known of one address. */
export interface OwnReport {
  /** The latest first; for an IPv6 address those of its whole /64. */
  beats: readonly ReportedBeat[];
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
export type OwnCheck = 'open' | 'closed' | 'busy' | 'unknown' | 'unneeded' | 'banned';

/** What operators ask about their own address. */
export interface OwnReports {
  reportOn(ip: string): OwnReport;
  /** Tries a port of the very address that asks, and none that it sent no heartbeat for. */
  checkAgain(ip: string, port: string): Promise<OwnCheck>;
}

/** Makes the reports over the log of heartbeats. */
export function createOwnReports(options: {
  clock: Clock;
  log: Pick<BeatLog, 'read'>;
  staleAfterMs: number;
  isPortChecked(ip: string): boolean;
  isBanned(ip: string): boolean;
  /** The place that is tried where heartbeats come from here and name this port. */
  joinPlaceOf(ip: string, port: number): { ip: string; port: number };
  tryPort(ip: string, port: number): Promise<'open' | 'closed' | 'busy'>;
}): OwnReports {
  const { clock, log, staleAfterMs, isPortChecked, joinPlaceOf } = options;
  const since = clock.now();

  function reported(beat: LoggedBeat): ReportedBeat {
    const isStale = beat.isLatest && clock.now() - beat.lastAt > staleAfterMs;
    return isStale && beat.outcome !== 'refused' ? { ...beat, outcome: 'left' } : beat;
  }

  /** Over IPv6 no server is listed, so no port there is ever tried. */
  function portsOf(ip: string, beats: readonly LoggedBeat[]): Set<number> {
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
        beats: beats.map(reported),
        ports: [...portsOf(ip, beats)].map((port) => {
          const place = joinPlaceOf(ip, port);
          const tried = place.ip === ip ? checks : log.read(place.ip).checks;
          return { port, check: tried.get(place.port) };
        }),
        isIpv4: isIpv4(ip),
        isPortChecked: isPortChecked(ip),
        // After the clock was set back, the start lies ahead of it.
        since: Math.min(clock.now(), Math.max(since, clock.now() - 60 * 60_000)),
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
