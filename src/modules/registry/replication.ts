// Merges the servers that the site's other replicas save, so that each replica lists all servers.

import type { Clock } from '../../platform/lib/clock.ts';
import { coalesce } from '../../platform/lib/timers.ts';
import type { LiveServer } from './live-server.ts';
import type { Registry } from './registry.ts';
import type { OtherReplicas } from './server-ports.ts';
import type { ServerLimits } from './settings.ts';

/** While the store is away, forgiven silence grows in steps of this length. */
const FORGIVEN_MS = 5_000;
/** The next heartbeat of every server comes within this time, and shows which servers are still live. */
const NEXT_BEAT_MS = 60_000;
/** After others saved nothing for this long, nobody misses them: all servers send their heartbeats here. */
const OTHERS_GONE_MS = 120_000;
/** A starting replica counts others as running when the store heard of one this recently. Each saves every 10 s. */
export const OTHERS_ALIVE_MS = 15_000;

/** The decisions of moderators that keep servers off the list. */
interface DecidedRules {
  readonly isEmpty: boolean;
  check(
    server: LiveServer['listing'],
    known: LiveServer,
    now: number,
  ): { banned: string | undefined; hiding: object | undefined };
}

export function createReplication(ports: {
  clock: Clock;
  registry: Registry;
  others: OtherReplicas;
  rules(): DecidedRules;
  limits: Pick<ServerLimits, 'serversPerAddress'>;
}) {
  const { clock, registry, others, rules, limits } = ports;
  let readAt = clock.now();
  let othersSavedAt = Number.NEGATIVE_INFINITY;
  let allowedMs = 0;
  /** When silence counts against servers again; `undefined` while the store is away. */
  let allowedUntil: number | undefined;

  /** Applies our decisions to merged servers, because other replicas may not know them yet. */
  function enforce(merged: readonly LiveServer[], now: number): void {
    const current = rules();
    if (current.isEmpty) return;
    const banned = new Set<LiveServer>();
    const hidden = new Set<LiveServer>();
    for (const server of merged) {
      const { banned: ban, hiding } = current.check(server.listing, server, now);
      if (ban !== undefined) banned.add(server);
      else if (hiding !== undefined) hidden.add(server);
    }
    if (banned.size > 0) registry.dropWhere((server) => banned.has(server));
    if (hidden.size > 0) registry.hideWhere((server) => hidden.has(server));
  }

  /** Drops the newest servers above an address's limit, which two replicas may have filled. All drop the same ones. */
  function dropCrowding(added: readonly LiveServer[]): void {
    for (const [ip, arrived] of Map.groupBy(added, ({ listing }) => listing.ip)) {
      const excess = registry.countLive(ip) - limits.serversPerAddress;
      if (excess <= 0) continue;
      const last = registry
        .listLive()
        .filter(({ listing }) => listing.ip === ip)
        .toSorted((a, b) => compareAges(b, a))
        .slice(0, Math.min(excess, arrived.length));
      registry.dropWhere((server) => last.includes(server));
    }
  }

  async function readOnce(): Promise<void> {
    const batches = await others.readBatches();
    const now = clock.now();
    readAt = now;
    if (batches.length > 0) othersSavedAt = now;
    for (const batch of batches) {
      const { merged, added } = registry.merge(batch);
      enforce(merged, now);
      dropCrowding(added);
    }
    if (allowedMs === 0) return;
    allowedUntil ??= now + NEXT_BEAT_MS;
    // The absolute difference, so that a clock set back cannot extend the time.
    if (Math.abs(allowedUntil - now) > NEXT_BEAT_MS || now >= allowedUntil) allow(0);
  }

  function allow(ms: number): void {
    allowedMs = ms;
    allowedUntil = undefined;
    registry.allowSilence(ms);
  }

  /**
   * Heartbeats to other replicas are unknown while the store is away, so that time does not count as silence (C6.22).
   * The servers' times stay unchanged, because the other replicas know better.
   */
  function forgiveSilence(): void {
    const silentMs = clock.now() - readAt;
    if (silentMs - allowedMs < FORGIVEN_MS || readAt - othersSavedAt > OTHERS_GONE_MS) return;
    allow(silentMs);
  }

  return {
    /** Reads again after a request during a read, because that read may have missed the newest batch. */
    read: coalesce(() =>
      readOnce().catch((error: unknown) => {
        forgiveSilence();
        throw error;
      }),
    ),
    /** Forgives the time that the machine slept and received nothing. */
    allowSleep(ms: number): void {
      if (ms > 0) allow(allowedMs + ms);
    },
  };
}

/** Sorts older servers first, in the same order on every replica. */
function compareAges({ listing: a }: LiveServer, { listing: b }: LiveServer): number {
  return a.startedAt - b.startedAt || (a.hash < b.hash ? -1 : 1);
}
