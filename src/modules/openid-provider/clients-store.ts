// The store of the clients of single sign-on, and of the keys that sign.

import { asc, count, desc, eq, getTableColumns, lt, max } from 'drizzle-orm';
import { removeAged } from '../../platform/store/clock-leaps.ts';
import type { Database, Queries } from '../../platform/store/engine.ts';
import {
  countRows,
  findRow,
  matches,
  removeRows,
  updateRows,
} from '../../platform/store/queries.ts';
import { changeAndLog, writeAuditEntry } from '../audit/audit-store.ts';
import type { ClientChanges, OpenidClientStore } from './openid-ports.ts';

export function createOpenidClientStore(db: Database): OpenidClientStore {
  const { openidClients, openidConsents, openidKeys } = db.tables;

  const listKeys = (of: Queries) => of.select().from(openidKeys).orderBy(desc(openidKeys.id));

  return {
    listClients: async () =>
      db
        .select({
          ...getTableColumns(openidClients),
          players: count(openidConsents.id),
          lastUsedAt: max(openidConsents.lastUsedAt),
        })
        .from(openidClients)
        .leftJoin(openidConsents, eq(openidConsents.clientNumber, openidClients.id))
        .groupBy(openidClients.id)
        .orderBy(asc(openidClients.id)),

    findClient: (clientId) => findRow(db, openidClients, matches(openidClients, { clientId })),

    addClient: (client, most, entry) =>
      changeAndLog(db, entry, async (tx) => {
        if ((await countRows(tx, openidClients)) >= most) return 0;
        await tx.insert(openidClients).values(toRow(client) as typeof openidClients.$inferInsert);
        return 1;
      }),

    changeClient: (id, changes, entry, { forgetsConsents = false } = {}) =>
      changeAndLog(db, entry, async (tx) => {
        if (forgetsConsents) {
          await removeRows(tx, openidConsents, matches(openidConsents, { clientNumber: id }));
        }
        return updateRows(tx, openidClients, toRow(changes), eq(openidClients.id, id));
      }),

    removeClient: (id, entry) =>
      changeAndLog(db, entry, (tx) => removeRows(tx, openidClients, eq(openidClients.id, id))),

    listKeys: async () => (await listKeys(db)).map(({ id: _, ...key }) => key),

    addKey: (key, newest, entry) =>
      db.transaction(async (tx) => {
        const [latest] = await listKeys(tx).limit(1);
        if (latest?.kid !== newest) return false;
        await tx.insert(openidKeys).values(key);
        if (entry !== undefined) await writeAuditEntry(tx, entry);
        return true;
      }),

    // A key was replaced when the next one was created.
    removeOldKeys: (before, now) =>
      db.transaction(async (tx) => {
        const [next] = (await listKeys(tx)).filter(({ createdAt }) => createdAt <= before);
        if (next === undefined) return;
        const isOlder = lt(openidKeys.id, next.id);
        await (now === undefined
          ? removeRows(tx, openidKeys, isOlder)
          : removeAged(tx, openidKeys, isOlder, now));
      }),
  };
}

/** Lists are copied, because columns need lists that can change. */
function toRow({ redirectUris, logoutUris, ...others }: ClientChanges) {
  return {
    ...others,
    ...(redirectUris && { redirectUris: [...redirectUris] }),
    ...(logoutUris && { logoutUris: [...logoutUris] }),
  };
}
