// Finds servers that send their heartbeats from another address by now, so that none is listed twice.

import type { LiveServer } from './live-server.ts';

/** Beats come every 60 s at the latest: a server that was silent for longer than this missed one. */
export const MISSED_HEARTBEAT_MS = 65_000;
/** A salt that is shorter, or made of fewer different characters, could be anybody's. */
const SHORTEST_SECRET = 12;
const FEWEST_CHARACTERS = 6;

/** What is looked at. */
type Seen = Pick<LiveServer, 'salt' | 'lastBeatAt' | 'steadySince'> & {
  listing: Pick<LiveServer['listing'], 'name' | 'port'>;
};

/**
 * Servers that missed a beat, each with the one that the same game server beats as since: it has the
 * same name, port and secret salt, and began when the other fell silent. Two that were heard beside
 * each other for longer are two that share their salt. `now` is in milliseconds since the Unix epoch.
 */
export function findSuccessors<Server extends Seen>(
  servers: readonly Server[],
  now: number,
): Map<Server, Server> {
  const silent = servers.filter((server) => now - server.lastBeatAt > MISSED_HEARTBEAT_MS);
  const found = new Map<Server, Server>();
  if (silent.length === 0) return found;
  const salts = findSharedSecrets(servers, new Set(silent.map(({ salt }) => salt)));
  const newest = new Map<string, Server>();
  for (const server of servers) {
    if (!salts.has(server.salt)) continue;
    const identity = identityOf(server);
    const known = newest.get(identity);
    if (known === undefined || isNewer(server, known)) newest.set(identity, server);
  }
  for (const server of silent) {
    if (!salts.has(server.salt)) continue;
    const successor = newest.get(identityOf(server));
    if (successor !== undefined && isSuccessor(successor, server)) found.set(server, successor);
  }
  return found;
}

/** Those of these salts that more than one server has; hardly any, so that the rest costs little. */
function findSharedSecrets(servers: readonly Seen[], salts: ReadonlySet<string>): Set<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { salt } of servers) {
    if (!salts.has(salt)) continue;
    if (seen.has(salt)) shared.add(salt);
    else seen.add(salt);
  }
  return new Set([...shared].filter(isSecret));
}

function isSecret(salt: string): boolean {
  return salt.length >= SHORTEST_SECRET && new Set(salt).size >= FEWEST_CHARACTERS;
}

/** A name may hold anything, so that it stands last. */
function identityOf({ salt, listing }: Seen): string {
  return `${listing.port} ${salt.length} ${salt}${listing.name}`;
}

function isNewer(one: Seen, other: Seen): boolean {
  return one.steadySince === other.steadySince
    ? one.lastBeatAt > other.lastBeatAt
    : one.steadySince > other.steadySince;
}

function isSuccessor(newer: Seen, silent: Seen): boolean {
  const besideMs = silent.lastBeatAt - newer.steadySince;
  return newer.lastBeatAt > silent.lastBeatAt && besideMs <= MISSED_HEARTBEAT_MS;
}
