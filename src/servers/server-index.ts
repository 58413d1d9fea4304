// Finds servers of the registry by hash, by address and port, and by join place.

import type { LiveServer } from './live-server.ts';

/** The index of servers, live or lately stale. */
export interface ServerIndex {
  /** The server whose heartbeats come from here and name this port. */
  findByAddress(ip: string, port: number): LiveServer | undefined;
  findByHash(hash: string): LiveServer | undefined;
  /** The server that players join here. */
  findByJoinPlace(ip: string, port: number): LiveServer | undefined;
  /** Whether this place belongs to a server with another hash than this one. */
  isTaken(ip: string, port: number, byOthersThan: string): boolean;
  /** All servers whose heartbeats come from an address. */
  neighboursOn(ip: string): readonly LiveServer[];
  /** Those, and servers that players join at this address although their heartbeats come from another. */
  joinedOn(ip: string): readonly LiveServer[];
  /** To be called when the join address of a server changed; `before` is the old one. */
  moved(server: LiveServer, before: string): void;
  all(): IterableIterator<LiveServer>;
  add(server: LiveServer): void;
  remove(server: LiveServer): void;
}

/** Up to so many servers of one address are searched one by one; more get an index by port. */
const FEW = 16;

/** An empty index. */
export function createServerIndex(): ServerIndex {
  const byHash = new Map<string, LiveServer>();
  const byAddress = new Map<string, LiveServer[]>();
  // By port, for addresses with many servers. One map of all places would need ten thousand strings at a start.
  const portIndex = new Map<string, Map<number, LiveServer>>();
  const remoteJoins = new Map<string, Set<LiveServer>>();
  // Each heartbeat looks for its server several times.
  let lastFound: LiveServer | undefined;

  const neighboursOn = (ip: string): readonly LiveServer[] => byAddress.get(ip) ?? [];

  function findNeighbour(ip: string, port: number): LiveServer | undefined {
    const neighbours = neighboursOn(ip);
    if (neighbours.length <= FEW) return neighbours.find(({ listing }) => listing.port === port);
    let byPort = portIndex.get(ip);
    if (byPort === undefined) {
      byPort = new Map(neighbours.map((server) => [server.listing.port, server]));
      portIndex.set(ip, byPort);
    }
    return byPort.get(port);
  }

  function addRemoteJoin(server: LiveServer): void {
    const { ip, joinIp } = server.listing;
    if (joinIp === ip) return;
    const there = remoteJoins.get(joinIp);
    if (there === undefined) remoteJoins.set(joinIp, new Set([server]));
    else there.add(server);
  }

  function removeRemoteJoin(server: LiveServer, joinIp: string): void {
    const there = remoteJoins.get(joinIp);
    if (there?.delete(server) && there.size === 0) remoteJoins.delete(joinIp);
  }

  function joinedOn(ip: string): readonly LiveServer[] {
    const there = remoteJoins.get(ip);
    return there === undefined ? neighboursOn(ip) : [...neighboursOn(ip), ...there];
  }

  return {
    findByAddress(ip, port) {
      const last = lastFound?.listing;
      if (last !== undefined && last.port === port && last.ip === ip) return lastFound;
      lastFound = findNeighbour(ip, port);
      return lastFound;
    },
    findByHash: (hash) => byHash.get(hash),
    findByJoinPlace: (ip, port) =>
      joinedOn(ip).find(({ listing }) => listing.joinPort === port && listing.joinIp === ip),
    isTaken: (ip, port, byOthersThan) =>
      joinedOn(ip).some(({ listing }) => {
        const isItsOwn = listing.port === port && listing.ip === ip;
        const isJoined = listing.joinPort === port && listing.joinIp === ip;
        return (isItsOwn || isJoined) && listing.hash !== byOthersThan;
      }),
    neighboursOn,
    joinedOn,
    moved(server, before) {
      removeRemoteJoin(server, before);
      addRemoteJoin(server);
    },
    all: () => byHash.values(),
    add(server) {
      const { hash, ip, port } = server.listing;
      byHash.set(hash, server);
      const neighbours = byAddress.get(ip);
      if (neighbours === undefined) byAddress.set(ip, [server]);
      else neighbours.push(server);
      portIndex.get(ip)?.set(port, server);
      addRemoteJoin(server);
    },
    remove(server) {
      const { hash, ip, port } = server.listing;
      if (lastFound === server) lastFound = undefined;
      byHash.delete(hash);
      const neighbours = byAddress.get(ip)?.filter((neighbour) => neighbour !== server) ?? [];
      if (neighbours.length > 0) byAddress.set(ip, neighbours);
      else byAddress.delete(ip);
      if (neighbours.length > FEW) portIndex.get(ip)?.delete(port);
      else portIndex.delete(ip);
      removeRemoteJoin(server, server.listing.joinIp);
    },
  };
}
