// The policy of port checks: when a port is tried, how many at once, and what a verdict is worth.

import type { Clock } from '../lib/clock.ts';
import type { Timers } from '../lib/timers.ts';
import type { LiveServer } from './live-server.ts';
import type { PortProbe, ServerLimits } from './ports.ts';

/** How long a connection may take (C7.1). */
const PROBE_TIMEOUT_MS = 3_000;
/** How long a beat waits for a free place before it is accepted unprobed (C7.4). */
const PLACE_WAIT_MS = 3_000;
/** How often the port of a live public server is tried (C7.2). */
const PROBE_EVERY_MS = 5 * 60_000;
/** How old a good verdict may be when a beat is answered from it (C7.2). */
const VERDICT_LIFE_MS = 10 * 60_000;
/** How many probes run at once, and how many of them may be ones that no beat waits for (C7.4). */
const PROBES_AT_ONCE = 64;
const BACKGROUND_AT_ONCE = 48;

/** What a port check found; `busy` when no place was free in time. */
export type ProbeVerdict = 'open' | 'closed' | 'busy';

/** The port checks; what they find of a server is written down by whoever asked. */
export interface Reachability {
  /** Whether a public server at this address has to have an open port at all. */
  isRequired(ip: string): boolean;
  /** Whether the last good verdict on this server is fresh enough to answer from. */
  isKnownGood(server: LiveServer): boolean;
  /** Tries a port. Calls for the same one share a single connection. */
  check(ip: string, port: number): Promise<ProbeVerdict>;
  /** Whether this server is due for a check that no beat waits for: none runs, and a place is free. */
  isDue(server: LiveServer): boolean;
}

/** Makes the checks. */
export function createReachability(options: {
  clock: Clock;
  timers: Timers;
  probe: PortProbe;
  limits: Pick<ServerLimits, 'isPortCheckOn' | 'portCheckExempt'>;
  /** Told of each port that was tried. */
  onChecked(ip: string, port: number, isOpen: boolean): void;
}): Reachability {
  const { clock, timers, probe, limits, onChecked } = options;
  const running = new Map<string, Promise<ProbeVerdict>>();
  const waiting = new Set<() => void>();
  let taken = 0;

  // Private addresses are no exception: the operator names those that are (C7.5, C7.8).
  const isRequired = (ip: string): boolean =>
    limits.isPortCheckOn && !limits.portCheckExempt.contains(ip);

  function takePlace(): Promise<boolean> {
    if (taken < PROBES_AT_ONCE) {
      taken += 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const cancel = timers.after(PLACE_WAIT_MS, () => {
        waiting.delete(admit);
        resolve(false);
      });
      function admit(): void {
        waiting.delete(admit);
        cancel();
        resolve(true);
      }
      waiting.add(admit);
    });
  }

  /** Hands the place to whoever waits longest, or gives it back. */
  function releasePlace(): void {
    const [next] = waiting;
    if (next === undefined) taken -= 1;
    else next();
  }

  async function run(ip: string, port: number): Promise<ProbeVerdict> {
    if (!(await takePlace())) return 'busy';
    try {
      const isOpen = await probe.probe(ip, port, PROBE_TIMEOUT_MS);
      onChecked(ip, port, isOpen);
      return isOpen ? 'open' : 'closed';
    } finally {
      releasePlace();
    }
  }

  return {
    isRequired,
    isKnownGood({ reachableAt }) {
      const ageMs = clock.now() - (reachableAt ?? Number.NEGATIVE_INFINITY);
      // A verdict from the future is one that the clock was set back from: it says nothing.
      return ageMs >= 0 && ageMs <= VERDICT_LIFE_MS;
    },
    check(ip, port) {
      const place = `${ip}:${port}`;
      const inFlight = running.get(place);
      if (inFlight !== undefined) return inFlight;
      const started = run(ip, port).finally(() => running.delete(place));
      running.set(place, started);
      return started;
    },
    isDue(server) {
      if (taken >= BACKGROUND_AT_ONCE || !server.isPublic) return false;
      const ageMs = clock.now() - Math.max(server.probedAt, server.reachableAt ?? 0);
      if (ageMs >= 0 && ageMs < PROBE_EVERY_MS) return false;
      const { joinIp, joinPort } = server.listing;
      return isRequired(joinIp) && !running.has(`${joinIp}:${joinPort}`);
    },
  };
}
