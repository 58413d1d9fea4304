// The ports of mirrors: the lists of other sites.

import type { StoredServer } from '../registry/index.ts';

type Listed = 'hash' | 'name' | 'players' | 'maxPlayers' | 'software' | 'supportsWeb' | 'country';

/** A server from the list of another site, with each value within the limits of a heartbeat. */
export type MirroredServer = Pick<StoredServer, Listed> & { uptimeSeconds: number };

export interface MirrorSource {
  /** The scheme and host of each site; a reload may change them. */
  urls(): readonly string[];
  /** Returns `undefined` while the list still has the ETag `etag`. Throws when there is no list. */
  read(
    url: string,
    known: { etag: string | undefined; signal: AbortSignal },
  ): Promise<{ servers: readonly MirroredServer[]; etag: string | undefined } | undefined>;
}
