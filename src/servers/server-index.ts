// The servers of the registry by hash, by place, and by address.

import type { LiveServer } from './live-server.ts';

/** Finds servers, live or lately gone. */
export interface ServerIndex {
  findByAddress(ip: string, port: number): LiveServer | undefined;
  findByHash(hash: string): LiveServer | undefined;
  /** The server that players join on this port. */
  findByJoinPort(ip: string, port: number): LiveServer | undefined;
  /** Whether this port belongs to another server than that of the hash. */
  isTaken(ip: string, port: number, byOthersThan: string): boolean;
  /** All servers of an address. */
  neighboursOn(ip: string): readonly LiveServer[];
  all(): IterableIterator<LiveServer>;
  add(server: LiveServer): void;
  remove(server: LiveServer): void;
}

/** An empty index. */
export function createServerIndex(): ServerIndex {
  const byPlace = new Map<string, LiveServer>();
  const byHash = new Map<string, LiveServer>();
  const byAddress = new Map<string, LiveServer[]>();
  // One heartbeat asks for its server several times.
  let lastFound: LiveServer | undefined;

  const neighboursOn = (ip: string): readonly LiveServer[] => byAddress.get(ip) ?? [];

  return {
    findByAddress(ip, port) {
      const last = lastFound?.listing;
      if (last !== undefined && last.port === port && last.ip === ip) return lastFound;
      lastFound = byPlace.get(`${ip}:${port}`);
      return lastFound;
    },
    findByHash: (hash) => byHash.get(hash),
    findByJoinPort: (ip, port) => neighboursOn(ip).find(({ listing }) => listing.joinPort === port),
    isTaken: (ip, port, byOthersThan) =>
      neighboursOn(ip).some(({ listing }) => {
        const isIts = listing.port === port || listing.joinPort === port;
        return isIts && listing.hash !== byOthersThan;
      }),
    neighboursOn,
    all: () => byHash.values(),
    add(server) {
      const { hash, ip, port } = server.listing;
      byPlace.set(`${ip}:${port}`, server);
      byHash.set(hash, server);
      const neighbours = byAddress.get(ip);
      if (neighbours === undefined) byAddress.set(ip, [server]);
      else neighbours.push(server);
    },
    remove(server) {
      const { hash, ip, port } = server.listing;
      if (lastFound === server) lastFound = undefined;
      byPlace.delete(`${ip}:${port}`);
      byHash.delete(hash);
      const neighbours = byAddress.get(ip)?.filter((neighbour) => neighbour !== server) ?? [];
      if (neighbours.length > 0) byAddress.set(ip, neighbours);
      else byAddress.delete(ip);
    },
  };
}
