// The store of moderators' decisions about servers and addresses.

import { and, asc, lte } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { Failure } from '../../platform/lib/failure.ts';
import type { Database, Queries } from '../../platform/store/engine.ts';
import { matches, putRow, removeRows } from '../../platform/store/queries.ts';
import type { AuditEntry } from '../audit/audit-log.ts';
import { changeAndLog, toActor, toActorColumns, writeAuditEntry } from '../audit/audit-store.ts';
import { moderationFailures } from './messages.ts';
import type { ModerationStore, UnlistedServer } from './moderation-ports.ts';

export function unlist(tx: Queries, server: UnlistedServer): Promise<void> {
  return putRow(tx, tx.tables.unlistedServers, server, ['reason']);
}

export function createModerationStore(db: Database): ModerationStore {
  const { bans, countryOverrides, featuredServers, filterWords, unlistedServers } = db.tables;

  const add = <Table extends PgTable>(
    table: Table,
    row: Table['$inferInsert'],
    entry: AuditEntry,
  ): Promise<boolean> =>
    changeAndLog(db, entry, async (tx) => {
      const added = await tx.insert<PgTable>(table).values(row).onConflictDoNothing().returning();
      return added.length;
    });

  const remove = <Table extends PgTable>(
    table: Table,
    values: Parameters<typeof matches<Table>>[1],
    entry: AuditEntry,
  ): Promise<boolean> =>
    changeAndLog(db, entry, (tx) => removeRows(tx, table, matches(table, values)));

  return {
    async listFeatured() {
      const rows = await db.select().from(featuredServers).orderBy(asc(featuredServers.hash));
      return rows.map((row) => row.hash);
    },
    addFeatured: (hash, entry) => add(featuredServers, { hash, featuredAt: entry.at }, entry),
    removeFeatured: (hash, entry) => remove(featuredServers, { hash }, entry),

    async listBans() {
      const rows = await db.select().from(bans).orderBy(asc(bans.createdAt), asc(bans.id));
      return rows.map(({ id: _id, authorId, authorName, ...ban }) => ({
        ...ban,
        author: toActor(authorId, authorName),
      }));
    },

    async addBan({ author, ...ban }, entry, hits = []) {
      const { kind, subject } = ban;
      const { actorId: authorId, actorName: authorName } = toActorColumns(author);
      try {
        await db.transaction(async (tx) => {
          const isExpired = lte(bans.expiresAt, ban.createdAt);
          await tx.delete(bans).where(and(matches(bans, { kind, subject }), isExpired));
          await tx.insert(bans).values({ ...ban, authorId, authorName });
          for (const each of [...hits, entry]) await writeAuditEntry(tx, each);
        });
      } catch (error) {
        if (!db.dialect.isUniqueFailure(error)) throw error;
        throw new Failure('conflict', moderationFailures.banned[kind](subject));
      }
    },

    removeBan: ({ kind, subject }, entry) => remove(bans, { kind, subject }, entry),

    listUnlisted: async () =>
      db
        .select()
        .from(unlistedServers)
        .orderBy(asc(unlistedServers.unlistedAt), asc(unlistedServers.hash)),

    addUnlisted: (server, entry) =>
      db.transaction(async (tx) => {
        await unlist(tx, server);
        await writeAuditEntry(tx, entry);
      }),
    removeUnlisted: (hash, entry) => remove(unlistedServers, { hash }, entry),

    listCountries: async () =>
      db.select().from(countryOverrides).orderBy(asc(countryOverrides.hash)),
    setCountry: (override, entry) =>
      db.transaction(async (tx) => {
        await putRow(tx, countryOverrides, override);
        await writeAuditEntry(tx, entry);
      }),
    removeCountry: (hash, entry) => remove(countryOverrides, { hash }, entry),

    listFilterWords: async () => db.select().from(filterWords).orderBy(asc(filterWords.word)),
    addFilterWord: (word, entry) => add(filterWords, word, entry),
    removeFilterWord: (key, entry) => remove(filterWords, { key }, entry),
  };
}
