// What mirrors need from outside: the lists of other sites.

import type { StoredServer } from '../registry/index.ts';

type Listed = 'hash' | 'name' | 'players' | 'maxPlayers' | 'software' | 'supportsWeb' | 'country';

/** A server as the list of another site has it, each value within the limits of a heartbeat. */
export type MirroredServer = Pick<StoredServer, Listed> & { uptimeSeconds: number };

export interface MirrorSource {
  /** The sites, scheme and host of each; a reload may change them. */
  urls(): readonly string[];
  /** Returns `undefined` while the list is still that of `etag`. Throws where there is none. */
  read(
    url: string,
    known: { etag: string | undefined; signal: AbortSignal },
  ): Promise<{ servers: readonly MirroredServer[]; etag: string | undefined } | undefined>;
}
