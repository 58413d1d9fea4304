// The list of live servers for moderators. It is read from the store, so the service need not run.

import type { Clock } from '../../lib/clock.ts';
import type { ServerStore, StoredServer } from '../ports.ts';
import { rankBy } from '../ranking.ts';
import type { ModerationStore } from './ports.ts';

/** A live server for moderators, without its salt. Times are milliseconds since the Unix epoch. */
export interface ListedServer {
  hash: string;
  name: string;
  ip: string;
  port: number;
  players: number;
  maxPlayers: number;
  software: string;
  country: string;
  isPublic: boolean;
  isFeatured: boolean;
  /** Whether moderators keep it out of the public list. */
  isUnlisted: boolean;
  lastBeatAt: number;
  startedAt: number;
}

/** Creates the reader of live servers. `staleAfterMs` is the service's setting. */
export function createServerReader(ports: {
  servers: ServerStore;
  moderation: Pick<ModerationStore, 'listFeatured' | 'listUnlisted'>;
  clock: Clock;
  staleAfterMs: number;
}): () => Promise<ListedServer[]> {
  const { servers, moderation, clock, staleAfterMs } = ports;
  return async () => {
    const { servers: stored, lastAliveAt = clock.now() } = await servers.loadServers();
    const featured = new Set(await moderation.listFeatured());
    const unlisted = new Set((await moderation.listUnlisted()).map(({ hash }) => hash));
    const live = stored
      .filter((server) => lastAliveAt - server.lastBeatAt <= staleAfterMs)
      .map((server) => ({
        ...describeServer(server),
        isFeatured: featured.has(server.hash),
        isUnlisted: unlisted.has(server.hash),
      }));
    return rankBy(live, (server) => server, lastAliveAt);
  };
}

function describeServer(server: StoredServer): Omit<ListedServer, 'isFeatured' | 'isUnlisted'> {
  return {
    hash: server.hash,
    name: server.name,
    ip: server.ip,
    port: server.port,
    players: server.players,
    maxPlayers: server.maxPlayers,
    software: server.software,
    country: server.country,
    isPublic: server.isPublic,
    lastBeatAt: server.lastBeatAt,
    startedAt: server.startedAt,
  };
}
