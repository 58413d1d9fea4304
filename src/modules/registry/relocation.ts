// Finds servers that now send heartbeats from another address, so that none is listed twice.

import type { LiveServer } from './live-server.ts';
import { MISSED_HEARTBEAT_MS } from './liveness.ts';

/** A heartbeat this much later than its server's interval is overdue. */
const OVERDUE_MS = 15_000;
/** The longest interval that counts, and the assumed interval of a server with only one heartbeat. */
const MAX_INTERVAL_MS = 60_000;
const UNKNOWN_INTERVAL_MS = MISSED_HEARTBEAT_MS - OVERDUE_MS;
/** A shorter salt, or one with fewer different characters, may match by chance. */
const MIN_SECRET_LENGTH = 12;
const MIN_CHARACTERS = 6;

type Compared = Pick<LiveServer, 'salt' | 'lastBeatAt' | 'steadySince' | 'intervalMs'> & {
  listing: Pick<LiveServer['listing'], 'name' | 'port' | 'software'>;
};

/**
 * Finds servers whose heartbeat is overdue, each with its successor: the entry of the same game server at its new
 * address. A successor has the same name, port, salt and software, and began when the other became silent. Two entries
 * that overlapped for longer are two servers that share a salt. `now` is in milliseconds since the Unix epoch.
 */
export function findSuccessors<Server extends Compared>(
  servers: readonly Server[],
  now: number,
): Map<Server, Server> {
  const silent = servers.filter((server) => isOverdue(server, now));
  const found = new Map<Server, Server>();
  if (silent.length === 0) return found;
  const shared = findShared(servers);
  const newest = new Map<string, Server>();
  for (const server of servers) {
    if (!shared.has(server.salt)) continue;
    const identity = identityOf(server);
    const known = newest.get(identity);
    if (known === undefined || isNewer(server, known)) newest.set(identity, server);
  }
  for (const server of silent) {
    if (!shared.has(server.salt)) continue;
    const successor = newest.get(identityOf(server));
    if (successor !== undefined && isSuccessor(successor, server)) found.set(server, successor);
  }
  return found;
}

/** The secrets that several servers share. There are hardly any, even while every server is silent. */
function findShared(servers: readonly Compared[]): Set<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { salt } of servers) {
    if (seen.has(salt)) shared.add(salt);
    else seen.add(salt);
  }
  return new Set([...shared].filter(isSecret));
}

function isOverdue({ lastBeatAt, intervalMs = UNKNOWN_INTERVAL_MS }: Compared, now: number) {
  return now - lastBeatAt > Math.min(intervalMs, MAX_INTERVAL_MS) + OVERDUE_MS;
}

function isSecret(salt: string): boolean {
  return salt.length >= MIN_SECRET_LENGTH && new Set(salt).size >= MIN_CHARACTERS;
}

/** The name is last, because it may contain anything. */
function identityOf({ salt, listing }: Compared): string {
  const { port, software, name } = listing;
  return `${port} ${salt.length} ${salt}${software.length} ${software}${name}`;
}

function isNewer(one: Compared, other: Compared): boolean {
  return one.steadySince === other.steadySince
    ? one.lastBeatAt > other.lastBeatAt
    : one.steadySince > other.steadySince;
}

function isSuccessor(newer: Compared, silent: Compared): boolean {
  const besideMs = silent.lastBeatAt - newer.steadySince;
  return newer.lastBeatAt > silent.lastBeatAt && besideMs <= MISSED_HEARTBEAT_MS;
}
