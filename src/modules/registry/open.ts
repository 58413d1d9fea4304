// Opens the registry: loads the stored servers, saves changes, and tells the modules above about events.

import { CLOCK_PLAY_MS, type Clock } from '../../platform/lib/clock.ts';
import type { ClockChange } from '../../platform/lib/steady-clock.ts';
import { createJob } from '../../platform/lib/timers.ts';
import { histogram, metric } from '../../platform/ops/metrics.ts';
import type { Report } from './events.ts';
import { isListed, type LiveServer } from './live-server.ts';
import { createRegistry } from './registry.ts';
import { createRegistryEvents, type SubscribeToRegistry } from './registry-events.ts';
import { createReplication, OTHERS_ALIVE_MS } from './replication.ts';
import type { CountryFinder, ServerStore } from './server-ports.ts';
import { createWriteBehind } from './write-behind.ts';

const SAVE_EVERY_MS = 900;
/** How soon a stale server is removed from the ready list (C6.20). */
const SWEEP_EVERY_MS = 10_000;
/** How soon this replica reads others' batches when the database does not notify it. */
const READ_OTHERS_EVERY_MS = 1_000;

export async function openRegistry(ports: {
  clock: Clock;
  store: ServerStore;
  /** Whether replicas share the store. */
  isShared: boolean;
  countries: CountryFinder;
  staleAfterMs: number;
  report: Report;
}) {
  const { clock, store, isShared, report } = ports;
  const { tell, subscribe } = createRegistryEvents();
  const registry = createRegistry({ ...ports, events: tell });
  const writeBehind = createWriteBehind({ clock, registry, store, report, isShared });

  function sweep(): void {
    registry.sweep();
    tell.swept();
  }

  const { servers: stored, lastAliveAt } = await store.loadServers();
  const sinceMs = clock.now() - (lastAliveAt ?? clock.now());
  if (sinceMs < -CLOCK_PLAY_MS) {
    report('clock_behind', { seconds: Math.round(-sinceMs / 1_000) });
  }
  const pauseMs = Math.max(0, sinceMs);
  registry.load(stored, isShared && pauseMs < OTHERS_ALIVE_MS ? 0 : pauseMs);

  const count = () => countServers(registry.listLive());
  return {
    registry,
    subscribe,
    sweep,
    count,
    flush: writeBehind.flush,
    /** Moves all times along with the wall clock, right after the clock changed. */
    adjustClock(change: ClockChange): void {
      // Servers that sent heartbeats to other replicas meanwhile have those replicas' times.
      const own = isShared ? { ...change, sleptMs: 0 } : change;
      registry.adjustClock(own);
      tell.clockAdjusted(own, change.sleptMs);
    },
    jobs: [
      createJob('save servers', SAVE_EVERY_MS, writeBehind.flush),
      createJob('remove stale servers', SWEEP_EVERY_MS, sweep),
    ],
    metrics: [
      metric('muster_servers{listing}', 'Live servers, public and private.', () => [
        [count().publicServers, 'public'],
        [count().privateServers, 'private'],
      ]),
      metric('muster_players', 'Players on public servers.', () => [[count().players]]),
    ],
    savingMetrics: [
      metric(
        'muster_save_age_seconds',
        'Time since all changes of live servers were last saved; normally up to about a second.',
        () => [[writeBehind.ageMs() / 1_000]],
      ),
      histogram('muster_save_batch_servers', 'Live servers saved in one batch.', () => [
        [writeBehind.batches],
      ]),
    ],
    stop: writeBehind.finish,
  };
}

function countServers(live: readonly LiveServer[]) {
  const shown = live.filter(isListed);
  return {
    publicServers: shown.length,
    privateServers: live.filter((server) => !server.isPublic).length,
    /** The players on public servers. */
    players: shown.reduce((sum, { listing }) => sum + listing.counted, 0),
  };
}

/** Follows the other replicas. */
export function openReplication(
  ports: Parameters<typeof createReplication>[0] & { subscribe: SubscribeToRegistry },
) {
  const { read, allowSleep } = createReplication(ports);
  ports.others.onSaved(() => void read().catch(() => {}));
  ports.subscribe({ clockAdjusted: (_change, sleptMs) => allowSleep(sleptMs) });
  return { jobs: [createJob('read what other replicas saved', READ_OTHERS_EVERY_MS, read)] };
}
