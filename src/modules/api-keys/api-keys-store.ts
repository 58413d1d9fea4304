// The store of API keys.

import { and, asc, eq, getTableColumns, inArray, isNull, like, lt, or } from 'drizzle-orm';
import type { Database, Queries } from '../../platform/store/engine.ts';
import {
  countRows,
  hasRow,
  inParts,
  matches,
  removeRows,
  updateRows,
} from '../../platform/store/queries.ts';
import { writeLogEntry } from '../account/account-log-store.ts';
import { accountColumns, isSuspended } from '../account/account-store.ts';
import { writeAuditEntry } from '../audit/audit-store.ts';
import { addEmailJob } from '../email/outbox-store.ts';
import type { ApiKey, ApiKeyStore, KeyNotes } from './api-key-ports.ts';

export function createApiKeyStore(db: Database): ApiKeyStore {
  const { accounts, apiKeys } = db.tables;
  const { keyHash: _, ...shown } = getTableColumns(apiKeys);
  const asKeys = (rows: unknown) => rows as ApiKey[];

  async function writeNotes(tx: Queries, accountId: number, notes: KeyNotes) {
    const { note, bounds, entry, emailJobs } = notes;
    await writeLogEntry(tx, accountId, note, bounds);
    for (const emailJob of emailJobs) await addEmailJob(tx, emailJob);
    if (entry !== undefined) await writeAuditEntry(tx, entry);
  }

  return {
    listKeys: async (accountId) =>
      asKeys(
        await db
          .select(shown)
          .from(apiKeys)
          .where(matches(apiKeys, { accountId }))
          .orderBy(asc(apiKeys.id)),
      ),

    async findKey(keyHash) {
      const [row] = await db
        .select({ key: shown, account: accountColumns(db.tables) })
        .from(apiKeys)
        .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
        .where(matches(apiKeys, { keyHash }));
      return row && { key: row.key as ApiKey, account: row.account };
    },

    addKey: (key, most, notes) =>
      db.transaction(async (tx) => {
        const { accountId, name, scopes, ...others } = key;
        if ((await countRows(tx, apiKeys, matches(apiKeys, { accountId }))) >= most) return 'full';
        if (await hasRow(tx, apiKeys, matches(apiKeys, { accountId, name }))) return 'taken';
        await tx.insert(apiKeys).values({ accountId, name, scopes: [...scopes], ...others });
        await writeNotes(tx, accountId, notes);
        return 'added';
      }),

    removeKey: (accountId, id, notes) =>
      db.transaction(async (tx) => {
        const isRemoved = (await removeRows(tx, apiKeys, matches(apiKeys, { accountId, id }))) > 0;
        if (isRemoved) await writeNotes(tx, accountId, notes);
        return isRemoved;
      }),

    async noteUse(id, day) {
      const isEarlier = or(isNull(apiKeys.usedAt), lt(apiKeys.usedAt, day));
      await updateRows(db, apiKeys, { usedAt: day }, and(eq(apiKeys.id, id), isEarlier));
    },

    async listEndedKeys(now) {
      // A list is stored as JSON.
      const moderates = like(apiKeys.scopes, '%"moderate"%');
      const isEnded = or(isSuspended(db.tables, now), and(moderates, eq(accounts.role, 'player')));
      const rows = await db
        .select({ id: apiKeys.id })
        .from(apiKeys)
        .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
        .where(isEnded);
      return rows.map(({ id }) => id);
    },

    async endKeys(ids) {
      for (const some of inParts(ids)) await removeRows(db, apiKeys, inArray(apiKeys.id, some));
    },
  };
}
