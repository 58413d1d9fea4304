// Test helper: the module of servers on a real store, with a clock, timers and a port probe that the test sets.

import { expect } from 'bun:test';
import { createModules } from '../../src/app/modules.ts';
import type { Store } from '../../src/app/open-stores.ts';
import { openServers, type Servers } from '../../src/app/servers.ts';
import type { AcceptedHeartbeat } from '../../src/modules/heartbeat/announce.ts';
import type { Heartbeat, RawHeartbeat } from '../../src/modules/heartbeat/heartbeat-fields.ts';
import { serverListFormat } from '../../src/modules/list/list-api.ts';
import type { MirrorSource } from '../../src/modules/mirrors/mirror-ports.ts';
import {
  createServerModeration,
  type ServerModeration,
} from '../../src/modules/moderation/moderation.ts';
import { createRegistry, type Registry } from '../../src/modules/registry/registry.ts';
import type { OtherReplicas, ServerStore } from '../../src/modules/registry/server-ports.ts';
import { compress } from '../../src/platform/lib/compress.ts';
import { Failure } from '../../src/platform/lib/failure.ts';
import type { PostWebhook } from '../../src/platform/lib/outgoing-request.ts';
import type { Job } from '../../src/platform/lib/timers.ts';
import type { CountryLookup } from '../../src/platform/net/country.ts';
import { DEFAULT_SETTINGS } from './default-settings.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createFakeProbe, type FakeProbe } from './fake-probe.ts';
import { createFakeTimers, type FakeTimers } from './fake-timers.ts';
import { GOOD_FIELDS } from './good-heartbeat.ts';
import type { ListedRecord } from './listed-record.ts';
import { createReporter, type Heard } from './reporter.ts';
import { openTestStore } from './store.ts';

export const START = 1_800_000_000_000;
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const STALE_AFTER_MS = 180_000;
export const ADDRESS = '203.0.113.7';

/** The fields of a good heartbeat as they arrive, with some of them changed. */
export function rawBeat(changes: RawHeartbeat = {}): RawHeartbeat {
  return { ...GOOD_FIELDS, ...changes };
}

/** A heartbeat that passed every rule, with some of its fields changed. */
export function goodBeat(changes: Partial<Heartbeat> = {}): Heartbeat {
  return {
    name: 'A server',
    port: 25_565,
    users: 3,
    // More players than that are counted as so many.
    max: Math.max(20, changes.users ?? 0),
    public: true,
    salt: 'wo6kVAHjxoJcInKx',
    software: 'MCGalaxy 1.9.5.3',
    web: false,
    ...changes,
  };
}

/** A registry alone, and its events. */
export interface TestRegistry {
  clock: FakeClock;
  registry: Registry;
  /** Returns and removes the events so far: `appeared <port>`, `left <port>` and `changed`, in order. */
  readEvents(): string[];
  /** Writes a heartbeat down as its own arrival. */
  save(changes?: Partial<Heartbeat>, ip?: string): ReturnType<Registry['save']>;
  /** What the country lookup answers. */
  country: string;
}

const listingEvents = (push: (line: string) => void): Heard => ({
  server_appeared(facts) {
    // Its salt is kept beside.
    expect(Object.keys(facts)).toEqual(['hash', 'name', 'ip', 'port']);
    push(`appeared ${facts.port}`);
  },
  server_left: ({ port }) => push(`left ${port}`),
  server_relocated: ({ ipBefore, ip }) => push(`relocated ${ipBefore} ${ip}`),
});

/** Makes an empty registry; `onChanged` hears besides when the list changes. */
export function createTestRegistry(
  staleAfterMs = STALE_AFTER_MS,
  clock = createFakeClock(START),
  onChanged = () => {},
) {
  let events: string[] = [];
  let arrivals = 0;
  const bench: TestRegistry = {
    clock,
    country: 'NL',
    registry: createRegistry({
      clock,
      staleAfterMs,
      countries: { findCountry: () => bench.country },
      report: createReporter(listingEvents((line) => events.push(line))),
      events: {
        changed() {
          events.push('changed');
          onChanged();
        },
        contested: ({ listing }) => events.push(`contested ${listing.port}`),
        grew() {},
      },
    }),
    readEvents() {
      const read = events;
      events = [];
      return read;
    },
    save(changes, ip = ADDRESS) {
      arrivals += 1;
      return bench.registry.save(goodBeat(changes), ip, arrivals);
    },
  };
  return bench;
}

/** How the module is opened; everything has a default. */
export interface TestServersOptions extends Partial<Parameters<typeof openServers>[0]['limits']> {
  store?: Store;
  /** Stands before the store's own repository of servers. */
  serverStore?: ServerStore;
  /** What other replicas save. */
  others?: OtherReplicas | undefined;
  clock?: FakeClock;
  timers?: FakeTimers;
  probe?: FakeProbe;
  staleAfterMs?: number;
  countries?: CountryLookup;
  mirrors?: MirrorSource;
  postWebhook?: PostWebhook;
}

/** What became of a heartbeat. */
export type Announcement =
  | ({ isAccepted: true } & AcceptedHeartbeat)
  | { isAccepted: false; complaints: string[] };

export interface TestServers extends Disposable {
  servers: Servers;
  jobs: readonly Job[];
  /** Ends what runs, and saves the servers. */
  stop(): Promise<void>;
  /** It takes effect at once. */
  moderation: ServerModeration;
  store: Store;
  clock: FakeClock;
  timers: FakeTimers;
  probe: FakeProbe;
  /** The events: `appeared <port>`, `left <port>`, `unreachable <port>`, and so on. */
  events: string[];
  /** Takes in a heartbeat and waits for the answer. */
  beat(changes?: RawHeartbeat, ip?: string): Promise<Announcement>;
  /** Has an account claim a server, as its operator does; returns its hash. */
  claim(accountId: number, changes?: RawHeartbeat, ip?: string): Promise<string>;
  /** Lets what an answer did not wait for come to its end. */
  settled(): Promise<void>;
  /** The records of the public list as it stands. */
  listed(): ListedRecord[];
}

/** The records in a list's bytes. */
export function recordsOf(bytes: Uint8Array): ListedRecord[] {
  return JSON.parse(new TextDecoder().decode(bytes)).servers;
}

/** Opens the module; ports are open unless the given probe says otherwise. */
export async function openTestServers(options: TestServersOptions = {}): Promise<TestServers> {
  const store = options.store ?? openTestStore();
  const clock = options.clock ?? createFakeClock(START);
  const probe = options.probe ?? createFakeProbe(true);
  const timers = options.timers ?? createFakeTimers(clock);
  const events: string[] = [];
  const modules = createModules();
  const servers = await openServers(
    {
      clock,
      timers,
      store: options.serverStore ?? store.servers,
      others: options.others,
      history: store.history,
      moderation: store.moderation,
      claims: store.claims,
      reports: store.reports,
      returnAlerts: store.returnAlerts,
      rallies: {
        store: store.rallies,
        push: { makeKeys: async () => ({ publicKey: '', privateKey: '' }), send: async () => 201 },
      },
      favourites: store.favourites,
      visits: store.visits,
      webhooks: {
        ...{ store: store.webhooks, baseUrl: 'http://muster.test', mayBeHttp: () => false },
        post: options.postWebhook ?? (async () => ({ status: 204 })),
      },
      changes: store.changes,
      countries: options.countries ?? { findCountry: () => 'NL' },
      ...(options.mirrors && { mirrors: options.mirrors }),
      probe,
      format: serverListFormat,
      compress,
      staleAfterMs: options.staleAfterMs ?? STALE_AFTER_MS,
      limits: { ...DEFAULT_SETTINGS, ...options },
      report: createReporter({
        ...listingEvents((line) => events.push(line)),
        server_unreachable: ({ port }) => events.push(`unreachable ${port}`),
        server_claimed: ({ hash }) => events.push(`claimed ${hash}`),
        server_moved: ({ hash, ip, port }) => events.push(`moved ${hash} ${ip}:${port}`),
        task_failed: ({ task, error }) => events.push(`${task} failed: ${error}`),
        mirror_failed: ({ reason }) => events.push(`mirror failed: ${reason}`),
        mirror_recovered: () => events.push('mirror recovered'),
        batch_failed: () => events.push('batch failed'),
        database_recovered: () => events.push('batch recovered'),
        clock_behind: ({ seconds }) => events.push(`clock behind: ${seconds}`),
        batch_lost: ({ count }) => events.push(`batch lost: ${count}`),
      }),
    },
    modules,
  );
  await servers.ranking.count();
  const own: TestServers = {
    servers,
    jobs: modules.listJobs(),
    stop: modules[Symbol.asyncDispose],
    moderation: createServerModeration({
      ...{ ...store, clock, staleAfterMs: options.staleAfterMs ?? STALE_AFTER_MS },
      onChanged: servers.reloadModeration,
    }),
    store,
    clock,
    timers,
    probe,
    events,
    async beat(changes, ip = ADDRESS) {
      try {
        return { isAccepted: true, ...(await servers.announce(rawBeat(changes), ip)) };
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        const complaints = [error, ...error.others].map(({ message }) => message);
        return { isAccepted: false, complaints };
      }
    },
    async claim(accountId, changes = {}, ip = ADDRESS) {
      const hash = hashOf(await own.beat(changes, ip));
      const { code } = await servers.claims.requestCode(accountId, hash);
      hashOf(await own.beat({ ...changes, name: `A server ${code}` }, ip));
      await own.settled();
      return hash;
    },
    settled: () => new Promise((resolve) => setImmediate(resolve)),
    listed: () => recordsOf(servers.list.rendition('identity').bytes),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
  return own;
}

/** The sentences of a refusal; fails when the heartbeat was accepted. */
export function complaintsOf(announcement: Announcement): string[] {
  if (announcement.isAccepted) throw new Error('The heartbeat should have been refused.');
  return announcement.complaints;
}

/** The hash that an accepted heartbeat got; fails when it was refused. */
export function hashOf(announcement: Announcement): string {
  if (announcement.isAccepted) return announcement.hash;
  throw new Error(`The heartbeat was refused: ${announcement.complaints.join(' ')}`);
}

/** What an action was refused with; fails when it was not. */
export async function failureOf(action: Promise<unknown>): Promise<Failure> {
  const failure = await action.catch((error: unknown) => error);
  if (failure instanceof Failure) return failure;
  throw new Error(`It should have been refused: ${JSON.stringify(failure)}`);
}

export const kindOf = async (action: Promise<unknown>) => (await failureOf(action)).kind;
