// The repository of what administrators decided about servers and addresses.

import { asc, eq } from 'drizzle-orm';
import { bans } from '../../drizzle/schema/bans.ts';
import { featuredServers } from '../../drizzle/schema/featured-servers.ts';
import { MusterError } from '../lib/errors.ts';
import type { ModerationStore } from '../servers/ports.ts';
import type { Connection } from './connection.ts';
import { guard, isUniqueFailure } from './errors.ts';

const banColumns = { range: bans.range, reason: bans.reason, createdAt: bans.createdAt };

/** Opens the repository of featured servers and banned ranges over a connection. */
export function createModerationStore({ orm }: Connection): ModerationStore {
  return {
    listFeatured: () =>
      guard(() =>
        orm
          .select({ hash: featuredServers.hash })
          .from(featuredServers)
          .orderBy(asc(featuredServers.hash))
          .all()
          .map((row) => row.hash),
      ),

    addFeatured: (hash, at) =>
      guard(
        () =>
          orm
            .insert(featuredServers)
            .values({ hash, featuredAt: at })
            .onConflictDoNothing()
            .returning({ hash: featuredServers.hash })
            .all().length > 0,
      ),

    removeFeatured: (hash) =>
      guard(
        () =>
          orm
            .delete(featuredServers)
            .where(eq(featuredServers.hash, hash))
            .returning({ hash: featuredServers.hash })
            .all().length > 0,
      ),

    listBans: () =>
      guard(() =>
        orm.select(banColumns).from(bans).orderBy(asc(bans.createdAt), asc(bans.id)).all(),
      ),

    addBan: (ban) =>
      guard(() => {
        try {
          orm.insert(bans).values(ban).run();
        } catch (error) {
          if (!isUniqueFailure(error)) throw error;
          throw new MusterError('conflict', `The range ${ban.range} is banned already.`);
        }
      }),

    removeBan: (range) =>
      guard(
        () => orm.delete(bans).where(eq(bans.range, range)).returning(banColumns).all().length > 0,
      ),
  };
}
