// Limits live servers: networks share the last places, and newcomers leave when no place is left.

import { networksOfAddress } from '../../platform/lib/address.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { createTokenBuckets } from '../../platform/lib/token-buckets.ts';
import {
  computeServerHash,
  type LiveServer,
  type Place,
  type Registry,
  type ServerLimits,
} from '../registry/index.ts';

/** While more than this fraction of all places is taken, networks share the rest. */
const SCARCE_FROM = 1 / 2;
/** The shares of the rest for a /24, for a /16, and for the claimed newcomers of one account. */
const SHARES = { site: 1 / 64, provider: 1 / 16, account: 1 / 64 };
/** How long the counts of claimed newcomers are cached. New arrivals are added to the cache. */
const COUNTED_MS = 1_000;
/** A server that has been live this long without a break is no newcomer. */
const LONG_THERE_MS = 24 * 60 * 60_000;
/** History look-ups for a /24, each far slower than a heartbeat. Beyond this, a server counts as a newcomer. */
const LOOKUP_BUDGET = { refill: 10, everyMs: 60_000, capacity: 10 };
/** Newcomers are chosen in groups of this size, because choosing compares all live servers. */
const CHOSEN_AT_ONCE = 64;
/** If there was no newcomer to drop, servers are not compared again for this long. */
const NONE_FOUND_MS = 10_000;

export type Places = ReturnType<typeof createPlaces>;

interface PlacePorts {
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
  /** The id of the account that claimed the server. */
  ownerOf(hash: string): number | undefined;
  wasPlayedOn(hash: string): Promise<boolean>;
}

/**
 * A server is proven if it was live for a day, had players in several hours of earlier days, or had a known player
 * through the relay for a minute. Shares do not limit proven servers, and newcomers make room for them when all places
 * are taken. Claimed newcomers have the same rights, but within shares of their own: anybody can claim servers early.
 */
export function createPlaces(ports: PlacePorts) {
  const { clock, limits, registry, ownerOf, wasPlayedOn } = ports;
  const lookUps = createTokenBuckets(clock, LOOKUP_BUDGET);
  const shares = createShares(ports);

  const isScarce = (): boolean => registry.countAll() >= limits.serversInAll * SCARCE_FROM;

  return {
    /** Finds the reason why a server that is not live gets no place; `undefined` if it gets one. */
    findLack(
      { ip, port }: Place,
      known: LiveServer | undefined,
      now: number,
      hasProof = false,
    ): Lack | undefined {
      const taken = registry.countAll();
      const allowed = limits.serversInAll;
      if (taken >= allowed) return { live: taken, allowed };
      if (!isScarce() || hasProof || (known !== undefined && isProven(known, now)))
        return undefined;
      const hash = known?.listing.hash ?? computeServerHash(ip, port);
      const owner = ownerOf(hash);
      return owner === undefined ? shares.findBeyond(ip) : shares.take(hash, ip, owner, now);
    },
    isProven: (known: LiveServer | undefined, now: number): boolean =>
      known !== undefined && isProven(known, now),
    /** Whether the claimed newcomer of this hash, at this address, has priority. */
    goesFirst(hash: string, ip: string, now: number): boolean {
      const owner = ownerOf(hash);
      return owner !== undefined && shares.take(hash, ip, owner, now) === undefined;
    },
    /** Looks for a proof outside of memory. */
    async findProof(hash: string, ip: string): Promise<boolean> {
      if (lookUps.spend(networksOfAddress(ip).site) > 0) return false;
      return wasPlayedOn(hash);
    },
    makeRoom: createMakeRoom(ports, shares.listClaimed),
    /** The youngest unclaimed server at an address. It leaves if a server that comes by its key finds no place. */
    findUnclaimedOn: (ip: string): LiveServer | undefined =>
      registry
        .listLiveOn(ip)
        .filter(({ listing }) => !listing.isClaimed)
        .toSorted((one, other) => other.listing.startedAt - one.listing.startedAt)[0],
    /** While places are scarce, drops stale newcomers instead of keeping them for their return. */
    sweep(): void {
      if (!isScarce()) return;
      const now = clock.now();
      registry.dropWhere(
        (server) =>
          !registry.isLive(server, now) && !isProven(server, now) && !server.listing.isClaimed,
      );
    },
  };
}

function isProven({ listing, isProven: is }: LiveServer, now: number): boolean {
  return is || now - listing.startedAt >= LONG_THERE_MS;
}

/** The keys by which claimed newcomers are counted: account, /24 and /16. */
function sharersOf(ip: string, owner: number) {
  const { site, provider } = networksOfAddress(ip);
  return { account: `account ${owner}`, site, provider };
}

/** Hashes of the claimed newcomers that are live, or about to be, by the key of their share. */
type ClaimedNewcomers = ReadonlyMap<string, ReadonlySet<string>>;

/** Computes the shares of networks and accounts in the places that are left. */
function createShares({ limits, registry, ownerOf }: PlacePorts) {
  let claimed = { hashes: new Map<string, Set<string>>(), at: Number.NEGATIVE_INFINITY };

  function listClaimed(now: number): ClaimedNewcomers {
    if (Math.abs(now - claimed.at) < COUNTED_MS) return claimed.hashes;
    claimed = { hashes: new Map(), at: now };
    for (const server of registry.listLive()) {
      const { hash, ip, isClaimed } = server.listing;
      const owner = isClaimed && !isProven(server, now) ? ownerOf(hash) : undefined;
      if (owner !== undefined) noteClaimed(hash, ip, owner);
    }
    return claimed.hashes;
  }

  function noteClaimed(hash: string, ip: string, owner: number): void {
    for (const sharer of Object.values(sharersOf(ip, owner))) {
      claimed.hashes.getOrInsertComputed(sharer, () => new Set()).add(hash);
    }
  }

  const shareOf = (sharer: keyof typeof SHARES): number =>
    Math.max(1, Math.floor((limits.serversInAll - registry.countAll()) * SHARES[sharer]));

  return {
    listClaimed,
    /** Returns the network share that is used up for a newcomer at this address. */
    findBeyond(ip: string): Lack | undefined {
      const networks = networksOfAddress(ip);
      for (const size of ['site', 'provider'] as const) {
        const network = networks[size];
        const live = registry.countIn(network);
        const most = shareOf(size);
        if (live >= most) return { network, live, allowed: most };
      }
      return undefined;
    },
    /** Returns the share that is used up for a claimed newcomer. If none is, counts the newcomer from now on. */
    take(hash: string, ip: string, owner: number, now: number): Lack | undefined {
      const hashes = listClaimed(now);
      const sharers = sharersOf(ip, owner);
      for (const size of ['account', 'site', 'provider'] as const) {
        const others = hashes.get(sharers[size]);
        const live = (others?.size ?? 0) - Number(others?.has(hash) ?? false);
        const allowed = shareOf(size);
        const network = size === 'account' ? 'your account' : sharers[size];
        if (live >= allowed) return { network, live, allowed, isClaimed: true };
      }
      noteClaimed(hash, ip, owner);
      return undefined;
    },
  };
}

/** Creates the function that makes room for a proven server: when all places are taken, it drops a newcomer. */
function createMakeRoom(ports: PlacePorts, listClaimed: (now: number) => ClaimedNewcomers) {
  const { clock, limits, registry, wasPlayedOn } = ports;
  /** Newcomers to drop; the last one goes first. */
  let chosen: LiveServer[] = [];
  let noneFoundAt = Number.NEGATIVE_INFINITY;

  function choose(now: number): void {
    if (Math.abs(now - noneFoundAt) < NONE_FOUND_MS) return;
    chosen = chooseNewcomers(ports, listClaimed(now), now);
    if (chosen.length === 0) noneFoundAt = now;
  }

  return async (): Promise<void> => {
    if (registry.countAll() < limits.serversInAll) return;
    if (chosen.length === 0) choose(clock.now());
    for (let one = chosen.pop(); one !== undefined; one = chosen.pop()) {
      // It arrived while there was room, when nobody checked.
      if (await wasPlayedOn(one.listing.hash)) one.isProven = true;
      const isGone = registry.findLive(one.listing.hash) !== one;
      if (isGone || isProven(one, clock.now())) continue;
      registry.drop(one);
      return;
    }
  };
}

/** Lists newcomers to drop, the first one last: unclaimed before claimed, fullest networks and accounts first. */
function chooseNewcomers(
  { registry, ownerOf }: PlacePorts,
  claimed: ClaimedNewcomers,
  now: number,
): LiveServer[] {
  return (
    registry
      .listLive()
      .filter((server) => !isProven(server, now))
      .map((server) => {
        const { ip, hash, startedAt } = server.listing;
        const { site, provider } = networksOfAddress(ip);
        const owner = ownerOf(hash);
        const owned = claimed.get(`account ${owner}`)?.size ?? Number(owner !== undefined);
        const all = registry.countIn(provider);
        return { server, owned, all, near: registry.countIn(site), age: now - startedAt };
      })
      // An account keeps its only server.
      .filter(({ owned }) => owned !== 1)
      .sort(
        (a, b) =>
          Number(a.owned > 0) - Number(b.owned > 0) ||
          b.owned - a.owned ||
          b.all - a.all ||
          b.near - a.near ||
          a.age - b.age,
      )
      .slice(0, CHOSEN_AT_ONCE)
      .map(({ server }) => server)
      .reverse()
  );
}

/** A used-up share: of a `network`, or else of all servers. `isClaimed`: of claimed newcomers only. */
export interface Lack {
  network?: string;
  isClaimed?: boolean;
  live: number;
  allowed: number;
}
