// The store of moderators' decisions about servers and addresses.

import { and, asc, lte } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { Failure } from '../../platform/lib/failure.ts';
import type { Database, Queries } from '../../platform/store/engine.ts';
import { findRow, matches, putRow, removeRows } from '../../platform/store/queries.ts';
import type { AuditEntry } from '../audit/audit-log.ts';
import { changeAndLog, toActor, toActorColumns, writeAuditEntry } from '../audit/audit-store.ts';
import { moderationFailures } from './messages.ts';
import type { ModerationStore, ServerMark } from './moderation-ports.ts';
import { MARK_TABLES } from './moderation-tables.ts';
import { hasReason, MARK_KINDS, type MarkKind } from './server-actions.ts';

/** Sets a mark. Returns how many rows were changed. */
export async function putMark(tx: Queries, kind: MarkKind, mark: ServerMark): Promise<number> {
  const table: PgTable = tx.tables[MARK_TABLES[kind]];
  if (mark.value !== '') {
    await putRow<typeof tx.tables.unlistedServers>(tx, table as never, mark, ['value']);
    return 1;
  }
  return addRow(tx, table, mark);
}

/** Adds a row unless there is one with its key. Returns how many were added. */
async function addRow(tx: Queries, table: PgTable, row: object): Promise<number> {
  return (await tx.insert(table).values(row).onConflictDoNothing().returning()).length;
}

/** Moves marks to a server's new hash. The former hash keeps those with a reason: no heartbeat of it may lift them. */
export async function moveMarks(tx: Queries, from: string, to: string): Promise<void> {
  for (const kind of MARK_KINDS) {
    const table = tx.tables[MARK_TABLES[kind]];
    const mark = await findRow(tx, table, matches(table, { hash: from }));
    if (mark === undefined) continue;
    if (hasReason(kind)) await addRow(tx, table, { ...mark, hash: to });
    else {
      await removeRows(tx, table, matches(table, { hash: from }));
      await putRow(tx, table as PgTable, { ...mark, hash: to });
    }
  }
}

export function createModerationStore(db: Database): ModerationStore {
  const { bans, filterWords } = db.tables;

  const remove = <Table extends PgTable>(
    table: Table,
    values: Parameters<typeof matches<Table>>[1],
    entry: AuditEntry,
  ): Promise<boolean> =>
    changeAndLog(db, entry, (tx) => removeRows(tx, table, matches(table, values)));

  return {
    async listMarks(kind) {
      const table = db.tables[MARK_TABLES[kind]];
      const order = 'value' in table && 'setAt' in table ? [table.setAt, table.hash] : [table.hash];
      const rows = await db
        .select()
        .from(table as PgTable)
        .orderBy(...order.map((column) => asc(column)));
      return rows.map((row) => ({ value: '', setAt: 0, ...(row as { hash: string }) }));
    },
    setMark: (kind, hash, entry, value = '') =>
      changeAndLog(db, entry, (tx) => putMark(tx, kind, { hash, value, setAt: entry.at })),
    removeMark: (kind, hash, entry) => remove(db.tables[MARK_TABLES[kind]], { hash }, entry),

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

    listFilterWords: async () => db.select().from(filterWords).orderBy(asc(filterWords.word)),
    addFilterWord: (word, entry) => changeAndLog(db, entry, (tx) => addRow(tx, filterWords, word)),
    removeFilterWord: (key, entry) => remove(filterWords, { key }, entry),
  };
}
