// The real module of servers in this process, over a real database, with a clock and timers that the bench turns.

import type { Report } from '../../src/app/events.ts';
import { openServiceStore, type ServiceStore } from '../../src/app/open-stores.ts';
import { openServers, type Servers } from '../../src/app/servers.ts';
import { serverListFormat } from '../../src/modules/list/list-api.ts';
import { createPushSender } from '../../src/modules/rallies/web-push.ts';
import { compress } from '../../src/platform/lib/compress.ts';
import type { Timers } from '../../src/platform/lib/timers.ts';
import { DEFAULT_SETTINGS } from '../../tests/support/default-settings.ts';
import { makeServers } from './population.ts';

const SHORT_MS = 20;
const START = Date.UTC(2027, 0, 1);
const STALE_AFTER_MS = 180_000;
/** Heartbeats are made up in parts of so many, between those that are timed. */
const PART = 10_000;

/** Time that passes when the bench says so. */
export interface SimulatedTime {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly timers: Timers;
  /** Turns the clock, and runs nothing. */
  pass(ms: number): void;
  /** Runs the timers that are due. */
  runDue(): void;
}

/** A clock at the beginning of a year, and timers that belong to it. */
export function createSimulatedTime(): SimulatedTime {
  const alarms = new Map<() => void, number>();
  let now = START;
  return {
    now: () => now,
    timers: {
      after(ms, run) {
        alarms.set(run, now + ms);
        return () => alarms.delete(run);
      },
    },
    pass(ms) {
      now += ms;
    },
    runDue() {
      for (const [run, dueAt] of [...alarms]) if (dueAt <= now && alarms.delete(run)) run();
    },
  };
}

/** Opens the store of a folder as the service does, with its thread that writes. */
export async function openSimulatedStore(folder: string): Promise<ServiceStore> {
  const store = openServiceStore(folder, {
    report: failOnError,
  });
  await store.startWriter();
  return store;
}

/** Opens the module as the service does, without port checks; failures in the background are thrown. */
export function openSimulatedServers(store: ServiceStore, time: SimulatedTime): Promise<Servers> {
  return openServers({
    ...{ clock: time, timers: time.timers, compress, format: serverListFormat },
    ...{ store: store.servers, history: store.history, moderation: store.moderation },
    ...{ claims: store.claims, reports: store.reports, changes: store.changes },
    ...{ returnAlerts: store.returnAlerts, favourites: store.favourites, visits: store.visits },
    rallies: {
      store: store.rallies,
      push: createPushSender('https://example.net', async () => ({ status: 0 })),
    },
    webhooks: {
      ...{ store: store.webhooks, baseUrl: 'http://muster.test', mayBeHttp: () => false },
      post: async () => ({ status: 204 }),
    },
    staleAfterMs: STALE_AFTER_MS,
    countries: { findCountry: () => 'NL' },
    probe: { probe: async () => true },
    limits: { ...DEFAULT_SETTINGS, serversInAll: Infinity, isPortCheckOn: false },
    report: failOnError,
  });
}

const failOnError: Report = (...event) => {
  const [, facts = {}] = event;
  if ('error' in facts) throw facts.error;
};

/**
 * Has each of the first `count` servers send a heartbeat from an address of its own, and returns the
 * milliseconds that the module took. One in `changed` has other players than in another `round`.
 */
export function beatAll(
  servers: Servers,
  count: number,
  { round, changed }: { round: number; changed: number },
): number {
  let tookMs = 0;
  for (let first = 0; first < count; first += PART) {
    // Always whole parts: which servers are made up depends on how many.
    const part = makeServers(PART, START, first).slice(0, count - first);
    const beats = part.map((server, place) => ({
      ip: server.ip,
      raw: {
        name: server.name,
        port: `${server.port}`,
        users: `${(server.players + (place % changed === 0 ? round : 0)) % server.maxPlayers}`,
        max: `${server.maxPlayers}`,
        public: 'True',
        salt: server.salt,
        software: server.software,
        web: server.supportsWeb ? 'True' : 'False',
      },
    }));
    tookMs += timeMs(() => {
      for (const { raw, ip } of beats) {
        const answer = servers.announce(raw, ip);
        if (answer instanceof Promise) {
          throw new Error(`A heartbeat of ${ip} was refused.`);
        }
      }
    });
  }
  return tookMs;
}

/**
 * Milliseconds that the work takes: long work in processor time of this thread, since the machine may do other
 * things besides, and short work by the clock, since processor time is counted in steps of milliseconds.
 */
export function timeMs(work: () => void): number {
  const startedAt = performance.now();
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  const tookMs = performance.now() - startedAt;
  return tookMs < SHORT_MS ? tookMs : (user + system) / 1_000;
}
