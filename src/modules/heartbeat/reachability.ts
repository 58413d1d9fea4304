// The policy of port checks: when to probe a port, how many at once, and how long a result counts.

import { createAddressRanges } from '../../platform/lib/address.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { createReloaded } from '../../platform/lib/reloaded.ts';
import type { Timers } from '../../platform/lib/timers.ts';
import type { LiveServer } from '../registry/index.ts';
import type { PortCheckSettings } from './settings.ts';

/** Time limit of a connection (C7.1). */
const PROBE_TIMEOUT_MS = 3_000;
/** How long a heartbeat waits for a free place before it is accepted without a probe (C7.4). */
const PLACE_WAIT_MS = 3_000;
/** How often the port of a live public server is probed (C7.2). */
const PROBE_EVERY_MS = 5 * 60_000;
/** Maximum number of probes at once, and of background probes, which no heartbeat waits for (C7.4). */
const PROBES_AT_ONCE = 64;
const BACKGROUND_AT_ONCE = 48;

/** `busy` if no place was free in time. */
export type ProbeVerdict = 'open' | 'closed' | 'busy';

/** Checks ports. The caller records the results. */
export type Reachability = ReturnType<typeof createReachability>;

export function createReachability(options: {
  clock: Clock;
  timers: Timers;
  /** Whether a TCP connection succeeds within `timeoutMs`. Never throws. */
  probe: { probe(ip: string, port: number, timeoutMs: number): Promise<boolean> };
  limits: PortCheckSettings;
  onChecked(ip: string, port: number, isOpen: boolean): void;
}) {
  const { clock, timers, probe, limits, onChecked } = options;
  const running = new Map<string, Promise<ProbeVerdict>>();
  const waiting = new Set<() => void>();
  const counts: Record<ProbeVerdict, number> = { open: 0, closed: 0, busy: 0 };
  let placesInUse = 0;

  // Private addresses are not exempt by default. The settings name the exempt ones (C7.5, C7.8).
  const exempt = createReloaded(() => limits.portCheckExempt, createAddressRanges);
  const isRequired = (ip: string): boolean => limits.isPortCheckOn && !exempt().contains(ip);

  function takePlace(): Promise<boolean> {
    if (placesInUse < PROBES_AT_ONCE) {
      placesInUse += 1;
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

  function releasePlace(): void {
    const [next] = waiting;
    if (next === undefined) placesInUse -= 1;
    else next();
  }

  async function run(ip: string, port: number): Promise<ProbeVerdict> {
    if (!(await takePlace())) {
      counts.busy += 1;
      return 'busy';
    }
    try {
      const isOpen = await probe.probe(ip, port, PROBE_TIMEOUT_MS);
      onChecked(ip, port, isOpen);
      const verdict = isOpen ? 'open' : 'closed';
      counts[verdict] += 1;
      return verdict;
    } finally {
      releasePlace();
    }
  }

  return {
    counts,
    isRequired,
    /** Probes a port. Simultaneous calls for one port share a connection. */
    check(ip: string, port: number): Promise<ProbeVerdict> {
      return running.getOrInsertComputed(`${ip}:${port}`, (place) =>
        run(ip, port).finally(() => running.delete(place)),
      );
    },
    /** Whether a background check of this server is due, none is running, and a place is free. */
    isDue(server: LiveServer, now = clock.now()): boolean {
      if (placesInUse >= BACKGROUND_AT_ONCE || !server.isPublic) return false;
      const ageMs = now - Math.max(server.probedAt, server.reachableAt ?? 0);
      if (ageMs >= 0 && ageMs < PROBE_EVERY_MS) return false;
      const { joinIp, joinPort } = server.listing;
      return isRequired(joinIp) && !running.has(`${joinIp}:${joinPort}`);
    },
  };
}
