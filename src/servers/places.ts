// The places of live servers in all: what one network may have while few are left, and whose server goes when none is.

import { networksOfAddress } from '../lib/address.ts';
import type { Clock } from '../lib/clock.ts';
import { createTokenBuckets } from '../lib/token-buckets.ts';
import type { LiveServer } from './live-server.ts';
import type { ServerLimits } from './ports.ts';
import type { Registry } from './registry.ts';
import { computeServerHash } from './server-hash.ts';

/** While more than this part of all places is taken, networks share what is left. */
const SCARCE_FROM = 1 / 2;
/** What a /24 may have of it, and what a /16. */
const SHARES = { site: 1 / 64, provider: 1 / 16 };
/** So long without a break, a server is no newcomer. */
const LONG_THERE_MS = 24 * 60 * 60_000;
/** Look-ups in the history for a /24: each takes several times as long as a heartbeat. Beyond, who comes is a newcomer. */
const LOOKUP_BUDGET = { refill: 10, everyMs: 60_000, capacity: 10 };
/** So many are chosen together, since all live servers are compared for it. */
const CHOSEN_AT_ONCE = 64;
/** After none was found that has to go, they are not compared again for so long. */
const NONE_FOUND_MS = 10_000;

export type Places = ReturnType<typeof createPlaces>;

/**
 * A server has proven itself once it is claimed, was there for a day, had players on several hours of earlier days, or a
 * known player was relayed to it for a minute: the shares do not bind it, and when all places are taken a newcomer makes room for it.
 */
export function createPlaces(options: {
  clock: Clock;
  limits: Pick<ServerLimits, 'serversInAll'>;
  registry: Pick<
    Registry,
    | 'countIn'
    | 'countAll'
    | 'listLive'
    | 'listLiveOn'
    | 'findLive'
    | 'isLive'
    | 'drop'
    | 'dropWhere'
  >;
  isClaimed(hash: string): boolean;
  wasPlayedOn(hash: string): Promise<boolean>;
}) {
  const { clock, limits, registry, isClaimed, wasPlayedOn } = options;
  const lookUps = createTokenBuckets(clock, LOOKUP_BUDGET);
  /** Newcomers who have to go first, the first of them last. */
  let chosen: LiveServer[] = [];
  let noneFoundAt = Number.NEGATIVE_INFINITY;

  const isScarce = (): boolean => registry.countAll() >= limits.serversInAll * SCARCE_FROM;

  function isProven({ listing, isProven: is }: LiveServer, now: number): boolean {
    return is || listing.isClaimed || now - listing.startedAt >= LONG_THERE_MS;
  }

  /** The youngest newcomers of the fullest networks. */
  function choose(now: number): void {
    if (Math.abs(now - noneFoundAt) < NONE_FOUND_MS) return;
    chosen = registry
      .listLive()
      .filter((server) => !isProven(server, now))
      .map((server) => {
        const { site, provider } = networksOfAddress(server.listing.ip);
        const age = now - server.listing.startedAt;
        return { server, all: registry.countIn(provider), near: registry.countIn(site), age };
      })
      .sort((a, b) => b.all - a.all || b.near - a.near || a.age - b.age)
      .slice(0, CHOSEN_AT_ONCE)
      .map(({ server }) => server)
      .reverse();
    if (chosen.length === 0) noneFoundAt = now;
  }

  return {
    /** Why there is no place for a server that is not live; `undefined` where there is one. */
    findLack(ip: string, isProven: () => boolean): Lack | undefined {
      const taken = registry.countAll();
      const allowed = limits.serversInAll;
      if (taken >= allowed) return { live: taken, allowed };
      if (!isScarce() || isProven()) return undefined;
      const networks = networksOfAddress(ip);
      for (const size of ['site', 'provider'] as const) {
        const network = networks[size];
        const live = registry.countIn(network);
        const most = Math.max(1, Math.floor((allowed - taken) * SHARES[size]));
        if (live >= most) return { network, live, allowed: most };
      }
      return undefined;
    },
    isProven: (ip: string, port: number, known: LiveServer | undefined, now: number): boolean =>
      known === undefined ? isClaimed(computeServerHash(ip, port)) : isProven(known, now),
    /** Looks for what is not in memory. */
    async findProof(ip: string, port: number): Promise<boolean> {
      if (lookUps.spend(networksOfAddress(ip).site) > 0) return false;
      return wasPlayedOn(computeServerHash(ip, port));
    },
    /** Drops a newcomer when all places are taken, for a server that has proven itself. */
    async makeRoom(): Promise<void> {
      if (registry.countAll() < limits.serversInAll) return;
      if (chosen.length === 0) choose(clock.now());
      for (let one = chosen.pop(); one !== undefined; one = chosen.pop()) {
        // It came while there was room, when nobody looked.
        if (await wasPlayedOn(one.listing.hash)) one.isProven = true;
        const isGone = registry.findLive(one.listing.hash) !== one;
        if (isGone || isProven(one, clock.now())) continue;
        registry.drop(one);
        return;
      }
    },
    /** The youngest unclaimed server at an address: it goes where one that comes by its key has no place there. */
    findUnclaimedOn: (ip: string): LiveServer | undefined =>
      registry
        .listLiveOn(ip)
        .filter(({ listing }) => !listing.isClaimed)
        .toSorted((one, other) => other.listing.startedAt - one.listing.startedAt)[0],
    /** While there is little room, a newcomer that is stale is not kept for its return. */
    sweep(): void {
      if (!isScarce()) return;
      const now = clock.now();
      registry.dropWhere((server) => !registry.isLive(server, now) && !isProven(server, now));
    },
  };
}

/** Without a `network`, it is one of all servers. */
export interface Lack {
  network?: string;
  live: number;
  allowed: number;
}
