// The places of live servers in all: what one network may have while few are left, and whose server goes when none is.

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

/** While more than this part of all places is taken, networks share what is left. */
const SCARCE_FROM = 1 / 2;
/** What a /24 may have of it, what a /16, and what the claimed newcomers of one account. */
const SHARES = { site: 1 / 64, provider: 1 / 16, account: 1 / 64 };
/** So long the counts of claimed newcomers are kept, with those that came meanwhile. */
const COUNTED_MS = 1_000;
/** So long without a break, a server is no newcomer. */
const LONG_THERE_MS = 24 * 60 * 60_000;
/** Look-ups in the history for a /24: each takes several times as long as a heartbeat. Beyond, who comes is a newcomer. */
const LOOKUP_BUDGET = { refill: 10, everyMs: 60_000, capacity: 10 };
/** So many are chosen together, since all live servers are compared for it. */
const CHOSEN_AT_ONCE = 64;
/** After none was found that has to go, they are not compared again for so long. */
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
  /** The account that claimed it. */
  ownerOf(hash: string): number | undefined;
  wasPlayedOn(hash: string): Promise<boolean>;
}

/**
 * A server has proven itself once it was there for a day, had players on several hours of earlier days, or a known player
 * was relayed to it for a minute: the shares do not bind it, and when all places are taken a newcomer makes room for it.
 * A claimed newcomer has the same rights within shares of its own, since anybody can claim servers for a later day.
 */
export function createPlaces(ports: PlacePorts) {
  const { clock, limits, registry, ownerOf, wasPlayedOn } = ports;
  const lookUps = createTokenBuckets(clock, LOOKUP_BUDGET);
  const shares = createShares(ports);

  const isScarce = (): boolean => registry.countAll() >= limits.serversInAll * SCARCE_FROM;

  return {
    /** Why there is no place for a server that is not live; `undefined` where there is one. */
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
    /** Whether the claimed newcomer of this hash, at this address, goes first. */
    goesFirst(hash: string, ip: string, now: number): boolean {
      const owner = ownerOf(hash);
      return owner !== undefined && shares.take(hash, ip, owner, now) === undefined;
    },
    /** Looks for what is not in memory. */
    async findProof(hash: string, ip: string): Promise<boolean> {
      if (lookUps.spend(networksOfAddress(ip).site) > 0) return false;
      return wasPlayedOn(hash);
    },
    makeRoom: createMakeRoom(ports, shares.listClaimed),
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

/** What claimed newcomers are counted by. */
function sharersOf(ip: string, owner: number) {
  const { site, provider } = networksOfAddress(ip);
  return { account: `account ${owner}`, site, provider };
}

/** The claimed newcomers that are live, or about to be, by those who share. */
type ClaimedNewcomers = ReadonlyMap<string, ReadonlySet<string>>;

/** What networks and accounts may have of the places that are left. */
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
    /** The share of a network that a newcomer there is beyond. */
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
    /** The share that a claimed newcomer is beyond; with none, it is counted from now on. */
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

/** Makes what drops a newcomer when all places are taken, for a server that has proven itself. */
function createMakeRoom(ports: PlacePorts, listClaimed: (now: number) => ClaimedNewcomers) {
  const { clock, limits, registry, wasPlayedOn } = ports;
  /** Newcomers who have to go first, the first of them last. */
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
      // It came while there was room, when nobody looked.
      if (await wasPlayedOn(one.listing.hash)) one.isProven = true;
      const isGone = registry.findLive(one.listing.hash) !== one;
      if (isGone || isProven(one, clock.now())) continue;
      registry.drop(one);
      return;
    }
  };
}

/** The youngest newcomers of the fullest networks, then those of the accounts with most claimed ones; the first last. */
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
      // The only one of an account stays.
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

/** Without a `network`, it is one of all servers; of claimed newcomers alone where it says so. */
export interface Lack {
  network?: string;
  isClaimed?: boolean;
  live: number;
  allowed: number;
}
