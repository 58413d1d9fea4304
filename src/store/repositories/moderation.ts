// The repository of moderators' decisions about servers and addresses.

import { and, asc, eq, lte } from 'drizzle-orm';
import type { AuditEntry } from '../../accounts/audit-ports.ts';
import { Failure } from '../../lib/failure.ts';
import { serverFailures } from '../../messages/messages.ts';
import type {
  Ban,
  BanTarget,
  ModerationStore,
  UnlistedServer,
} from '../../servers/moderation/ports.ts';
import type { Database, Queries, Tables } from '../engine.ts';
import { changeAndLog, toActor, toActorColumns } from './audit.ts';

/** Keeps a server out of the public list, or changes the reason; returns its row. */
export async function unlist(tx: Queries, server: UnlistedServer): Promise<unknown[]> {
  const { unlistedServers } = tx.tables;
  return tx
    .insert(unlistedServers)
    .values(server)
    .onConflictDoUpdate({ target: unlistedServers.hash, set: { reason: server.reason } })
    .returning();
}

export function createModerationStore(db: Database): ModerationStore {
  const { bans, countryOverrides, featuredServers, filterWords, unlistedServers } = db.tables;

  async function action(
    entry: AuditEntry,
    change: (tx: Queries) => Promise<unknown[]>,
  ): Promise<boolean> {
    return (await changeAndLog(db, entry, change)) > 0;
  }

  return {
    async listFeatured() {
      const rows = await db
        .select({ hash: featuredServers.hash })
        .from(featuredServers)
        .orderBy(asc(featuredServers.hash));
      return rows.map((row) => row.hash);
    },

    addFeatured: (hash, entry) =>
      action(entry, (tx) =>
        tx
          .insert(featuredServers)
          .values({ hash, featuredAt: entry.at })
          .onConflictDoNothing()
          .returning(),
      ),

    removeFeatured: (hash, entry) =>
      action(entry, (tx) =>
        tx.delete(featuredServers).where(eq(featuredServers.hash, hash)).returning(),
      ),

    async listBans() {
      const rows = await db.select().from(bans).orderBy(asc(bans.createdAt), asc(bans.id));
      return rows.map(toBan);
    },

    async addBan(ban, entry) {
      const { kind, subject, createdAt } = ban;
      try {
        await action(entry, async (tx) => {
          const isExpired = lte(bans.expiresAt, createdAt);
          await tx.delete(bans).where(and(isBan(tx.tables, { kind, subject }), isExpired));
          return tx.insert(bans).values(toBanRow(ban)).returning();
        });
      } catch (error) {
        if (!db.dialect.isUniqueFailure(error)) throw error;
        throw new Failure('conflict', serverFailures.banned[kind](subject));
      }
    },

    removeBan: (target, entry) =>
      action(entry, (tx) => tx.delete(bans).where(isBan(tx.tables, target)).returning()),

    listUnlisted: async () =>
      db
        .select()
        .from(unlistedServers)
        .orderBy(asc(unlistedServers.unlistedAt), asc(unlistedServers.hash)),

    async addUnlisted(server, entry) {
      await action(entry, (tx) => unlist(tx, server));
    },

    removeUnlisted: (hash, entry) =>
      action(entry, (tx) =>
        tx.delete(unlistedServers).where(eq(unlistedServers.hash, hash)).returning(),
      ),

    listCountries: async () =>
      db.select().from(countryOverrides).orderBy(asc(countryOverrides.hash)),

    async setCountry(override, entry) {
      await action(entry, (tx) =>
        tx
          .insert(countryOverrides)
          .values(override)
          .onConflictDoUpdate({
            target: countryOverrides.hash,
            set: { country: override.country },
          })
          .returning(),
      );
    },

    removeCountry: (hash, entry) =>
      action(entry, (tx) =>
        tx.delete(countryOverrides).where(eq(countryOverrides.hash, hash)).returning(),
      ),

    listFilterWords: async () => db.select().from(filterWords).orderBy(asc(filterWords.word)),

    addFilterWord: (word, entry) =>
      action(entry, (tx) => tx.insert(filterWords).values(word).onConflictDoNothing().returning()),

    removeFilterWord: (key, entry) =>
      action(entry, (tx) => tx.delete(filterWords).where(eq(filterWords.key, key)).returning()),
  };
}

function isBan({ bans }: Tables, { kind, subject }: BanTarget) {
  return and(eq(bans.kind, kind), eq(bans.subject, subject));
}

function toBan(row: Tables['bans']['$inferSelect']): Ban {
  const { id: _id, authorId, authorName, ...rest } = row;
  return { ...rest, author: toActor(authorId, authorName) };
}

function toBanRow({ author, ...ban }: Ban): Tables['bans']['$inferInsert'] {
  const { actorId, actorName } = toActorColumns(author);
  return { ...ban, authorId: actorId, authorName: actorName };
}
