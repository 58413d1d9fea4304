// Finds registered servers by hash, by address and port, and by join place, and counts them by network.

import { networksOfAddress } from '../../platform/lib/address.ts';
import type { LiveServer } from './live-server.ts';

/** The servers on an address by port. Most addresses have one, which needs no map: maps would slow the start. */
type Neighbours = LiveServer | Map<number, LiveServer>;

export function createServerIndex() {
  const byHash = new Map<string, LiveServer>();
  const byAddress = new Map<string, Neighbours>();
  const remoteJoins = new Map<string, Set<LiveServer>>();

  /** The servers whose heartbeats come from an address. */
  function neighboursOn(ip: string): Iterable<LiveServer> {
    const there = byAddress.get(ip);
    if (there === undefined) return [];
    return there instanceof Map ? there.values() : [there];
  }

  function findByAddress(ip: string, port: number): LiveServer | undefined {
    const there = byAddress.get(ip);
    if (there instanceof Map) return there.get(port);
    return there?.listing.port === port ? there : undefined;
  }

  function addRemoteJoin(server: LiveServer): void {
    const { ip, joinIp } = server.listing;
    if (joinIp === ip) return;
    remoteJoins.getOrInsertComputed(joinIp, () => new Set()).add(server);
  }

  function removeRemoteJoin(server: LiveServer, joinIp: string): void {
    const there = remoteJoins.get(joinIp);
    if (there?.delete(server) && there.size === 0) remoteJoins.delete(joinIp);
  }

  /** The neighbours on an address, and servers that players join there but whose heartbeats come from elsewhere. */
  function* joinedOn(ip: string): Generator<LiveServer> {
    yield* neighboursOn(ip);
    yield* remoteJoins.get(ip) ?? [];
  }

  return {
    /** Finds the server whose heartbeats come from this address and name this port. */
    findByAddress,
    findByHash: (hash: string) => byHash.get(hash),
    findByJoinPlace: (ip: string, port: number) =>
      joinedOn(ip).find(({ listing }) => listing.joinPort === port && listing.joinIp === ip),
    /** Whether the place belongs to a server with another hash. */
    isTaken: (ip: string, port: number, byOthersThan: string) =>
      joinedOn(ip).some(({ listing }) => {
        const isItsOwn = listing.port === port && listing.ip === ip;
        const isJoined = listing.joinPort === port && listing.joinIp === ip;
        return (isItsOwn || isJoined) && listing.hash !== byOthersThan;
      }),
    neighboursOn,
    joinedOn,
    moved(server: LiveServer, before: string): void {
      removeRemoteJoin(server, before);
      addRemoteJoin(server);
    },
    all: () => byHash.values(),
    add(server: LiveServer): void {
      const { hash, ip, port } = server.listing;
      byHash.set(hash, server);
      const there = byAddress.get(ip);
      if (there instanceof Map) there.set(port, server);
      else if (there === undefined || there.listing.port === port) byAddress.set(ip, server);
      else byAddress.set(ip, new Map([there, server].map((each) => [each.listing.port, each])));
      addRemoteJoin(server);
    },
    remove(server: LiveServer): void {
      const { hash, ip, port } = server.listing;
      byHash.delete(hash);
      const there = byAddress.get(ip);
      if (there instanceof Map) there.delete(port);
      const isLast = there instanceof Map ? there.size === 0 : there?.listing.port === port;
      if (isLast) byAddress.delete(ip);
      removeRemoteJoin(server, server.listing.joinIp);
    },
  };
}

/** A set of servers with counts per network. The first `countIn` builds them, because many sites never need them. */
export function createCountedServers() {
  const servers = new Set<LiveServer>();
  let counts: Map<string, number> | undefined;

  function count({ listing }: LiveServer, change: number): void {
    if (counts === undefined) return;
    const { site, provider } = networksOfAddress(listing.ip);
    for (const network of [site, provider]) {
      const next = (counts.get(network) ?? 0) + change;
      if (next === 0) counts.delete(network);
      else counts.set(network, next);
    }
  }

  return {
    all: servers as ReadonlySet<LiveServer>,
    /** Counts a /24 or a /16, written as in `networksOfAddress`. */
    countIn(network: string): number {
      if (counts === undefined) {
        counts = new Map();
        for (const server of servers) count(server, 1);
      }
      return counts.get(network) ?? 0;
    },
    add(server: LiveServer): void {
      if (servers.has(server)) return;
      servers.add(server);
      count(server, 1);
    },
    delete(server: LiveServer): boolean {
      if (!servers.delete(server)) return false;
      count(server, -1);
      return true;
    },
  };
}
