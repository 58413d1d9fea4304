// The repository of moderators' decisions about servers and addresses.

import { and, asc, eq, lte } from 'drizzle-orm';
import { bans } from '../../../drizzle/schema/bans.ts';
import { countryOverrides } from '../../../drizzle/schema/country-overrides.ts';
import { featuredServers } from '../../../drizzle/schema/featured-servers.ts';
import { filterWords } from '../../../drizzle/schema/filter-words.ts';
import { unlistedServers } from '../../../drizzle/schema/unlisted-servers.ts';
import type { AuditEntry } from '../../accounts/audit-ports.ts';
import { Failure } from '../../lib/failure.ts';
import { serverFailures } from '../../messages/messages.ts';
import type {
  Ban,
  BanTarget,
  ModerationStore,
  UnlistedServer,
} from '../../servers/moderation/ports.ts';
import { changeAndLog, toActor, toActorColumns } from './audit.ts';
import type { Connection } from '../sqlite/connection.ts';
import { isUniqueFailure, withStoreErrors } from '../errors.ts';

/** Keeps a server out of the public list, or changes the reason; returns its row. */
export function unlist(orm: Pick<Connection['orm'], 'insert'>, server: UnlistedServer) {
  return orm
    .insert(unlistedServers)
    .values(server)
    .onConflictDoUpdate({ target: unlistedServers.hash, set: { reason: server.reason } })
    .returning()
    .all();
}

/** Opens the repository of the decisions about servers over a connection. */
export function createModerationStore({ orm }: Connection): ModerationStore {
  const action = (entry: AuditEntry, change: () => unknown[]) =>
    changeAndLog({ orm }, entry, change) > 0;

  function removeExpired({ kind, subject, createdAt }: Ban): void {
    orm
      .delete(bans)
      .where(and(isBan({ kind, subject }), lte(bans.expiresAt, createdAt)))
      .run();
  }

  return {
    listFeatured: () =>
      withStoreErrors(() =>
        orm
          .select({ hash: featuredServers.hash })
          .from(featuredServers)
          .orderBy(asc(featuredServers.hash))
          .all()
          .map((row) => row.hash),
      ),

    addFeatured: (hash, entry) =>
      withStoreErrors(() =>
        action(entry, () =>
          orm
            .insert(featuredServers)
            .values({ hash, featuredAt: entry.at })
            .onConflictDoNothing()
            .returning()
            .all(),
        ),
      ),

    removeFeatured: (hash, entry) =>
      withStoreErrors(() =>
        action(entry, () =>
          orm.delete(featuredServers).where(eq(featuredServers.hash, hash)).returning().all(),
        ),
      ),

    listBans: () =>
      withStoreErrors(() =>
        orm.select().from(bans).orderBy(asc(bans.createdAt), asc(bans.id)).all().map(toBan),
      ),

    addBan: (ban, entry) =>
      withStoreErrors(() => {
        try {
          action(entry, () => {
            removeExpired(ban);
            return orm.insert(bans).values(toBanRow(ban)).returning().all();
          });
        } catch (error) {
          if (!isUniqueFailure(error)) throw error;
          throw new Failure('conflict', serverFailures.banned[ban.kind](ban.subject));
        }
      }),

    removeBan: (target, entry) =>
      withStoreErrors(() =>
        action(entry, () => orm.delete(bans).where(isBan(target)).returning().all()),
      ),

    listUnlisted: () =>
      withStoreErrors(() =>
        orm
          .select()
          .from(unlistedServers)
          .orderBy(asc(unlistedServers.unlistedAt), asc(unlistedServers.hash))
          .all(),
      ),

    addUnlisted: (server, entry) =>
      withStoreErrors(() => {
        action(entry, () => unlist(orm, server));
      }),

    removeUnlisted: (hash, entry) =>
      withStoreErrors(() =>
        action(entry, () =>
          orm.delete(unlistedServers).where(eq(unlistedServers.hash, hash)).returning().all(),
        ),
      ),

    listCountries: () =>
      withStoreErrors(() =>
        orm.select().from(countryOverrides).orderBy(asc(countryOverrides.hash)).all(),
      ),

    setCountry: (override, entry) =>
      withStoreErrors(() => {
        action(entry, () =>
          orm
            .insert(countryOverrides)
            .values(override)
            .onConflictDoUpdate({
              target: countryOverrides.hash,
              set: { country: override.country },
            })
            .returning()
            .all(),
        );
      }),

    removeCountry: (hash, entry) =>
      withStoreErrors(() =>
        action(entry, () =>
          orm.delete(countryOverrides).where(eq(countryOverrides.hash, hash)).returning().all(),
        ),
      ),

    listFilterWords: () =>
      withStoreErrors(() => orm.select().from(filterWords).orderBy(asc(filterWords.word)).all()),

    addFilterWord: (word, entry) =>
      withStoreErrors(() =>
        action(entry, () =>
          orm.insert(filterWords).values(word).onConflictDoNothing().returning().all(),
        ),
      ),

    removeFilterWord: (key, entry) =>
      withStoreErrors(() =>
        action(entry, () =>
          orm.delete(filterWords).where(eq(filterWords.key, key)).returning().all(),
        ),
      ),
  };
}

function isBan({ kind, subject }: BanTarget) {
  return and(eq(bans.kind, kind), eq(bans.subject, subject));
}

function toBan(row: typeof bans.$inferSelect): Ban {
  const { id: _id, authorId, authorName, ...rest } = row;
  return { ...rest, author: toActor(authorId, authorName) };
}

function toBanRow({ author, ...ban }: Ban): typeof bans.$inferInsert {
  const { actorId, actorName } = toActorColumns(author);
  return { ...ban, authorId: actorId, authorName: actorName };
}
