// The store of rallies: players who would play on a server if enough others come.

import { and, desc, eq, getTableColumns, gt, inArray, isNotNull, lte, not } from 'drizzle-orm';
import { removeAged } from '../../platform/store/clock-leaps.ts';
import type { Database, Queries } from '../../platform/store/engine.ts';
import {
  countRows,
  findRow,
  matches,
  putRow,
  removeRows,
  updateRows,
} from '../../platform/store/queries.ts';
import { isSuspended } from '../account/account-store.ts';
import { addNotice } from '../email/outbox-store.ts';
import { addEvent } from '../webhooks/webhooks-store.ts';
import { BROWSERS_PER_ACCOUNT, matchPledges, schedulePushes } from './rally-matching.ts';
import type { Pledge, RallyStore } from './rally-ports.ts';

const PUSHES_AT_ONCE = 100;

export function createRallyStore(db: Database): RallyStore {
  const { accounts, pledges, pushBrowsers, pushKeys } = db.tables;
  const { language } = accounts;

  return {
    addPledge: (pledge, serverName) =>
      db.transaction(async (tx) => {
        const { accountId, hash, wanted, madeAt: now } = pledge;
        await removeAged(tx, pledges, lte(pledges.expiresAt, now), now);
        const repeated = await findRow(tx, pledges, matches(pledges, { accountId, hash, wanted }));
        await putRow(tx, pledges, { ...pledge, metAt: repeated?.metAt ?? null });
        const { people, newlyMet, isEvent } = matchPledges(await listLive(tx, hash, now));
        for (const { accountId, expiresAt: validUntil } of newlyMet) {
          await updateRows(tx, pledges, { metAt: now }, matches(pledges, { accountId }));
          const detail = `${hash} ${people} ${serverName}`;
          await addNotice(tx, { accountId, kind: 'rally met', detail, now, validUntil });
          await updateRows(tx, pushBrowsers, { dueAt: now }, matches(pushBrowsers, { accountId }));
        }
        if (!isEvent) return;
        const event = { type: 'rally', at: now, hash, name: serverName } as const;
        await addEvent(tx, { ...event, reason: `${people}` });
      }),

    async removePledge(accountId, hash) {
      await db.delete(pledges).where(matches(pledges, { accountId, hash }));
    },

    listPledges: (hash, now) => listLive(db, hash, now),

    keepPushKeys: (fresh) =>
      db.transaction(async (tx) => {
        const kept = await findRow(tx, pushKeys);
        if (kept === undefined) await tx.insert(pushKeys).values({ id: 1, ...fresh });
        return kept ?? fresh;
      }),

    countBrowsers: (accountId) => countRows(db, pushBrowsers, matches(pushBrowsers, { accountId })),

    saveBrowser: (accountId, browser, now) =>
      db.transaction(async (tx) => {
        const isOwn = matches(pushBrowsers, { accountId });
        if (browser === undefined) return void (await removeRows(tx, pushBrowsers, isOwn));
        await putRow(tx, pushBrowsers, { ...browser, accountId, addedAt: now, dueAt: null });
        const { endpoint, addedAt } = pushBrowsers;
        const own = tx.select({ endpoint }).from(pushBrowsers).where(isOwn);
        const old = (await own.orderBy(desc(addedAt))).slice(BROWSERS_PER_ACCOUNT);
        for (const each of old) await removeRows(tx, pushBrowsers, matches(pushBrowsers, each));
      }),

    takeDuePushes: (now) =>
      db.transaction(async (tx) => {
        const { metSince, retryAt: dueAt } = schedulePushes(now);
        const isWaiting = gt(pledges.metAt, metSince);
        const due = await tx
          .select({ ...getTableColumns(pledges), ...getTableColumns(pushBrowsers), language })
          .from(pushBrowsers)
          .innerJoin(accounts, eq(accounts.id, pushBrowsers.accountId))
          .innerJoin(pledges, eq(pledges.accountId, pushBrowsers.accountId))
          .where(and(lte(pushBrowsers.dueAt, now), isWaiting, gt(pledges.expiresAt, now)))
          .limit(PUSHES_AT_ONCE);
        const endpoints = due.map(({ endpoint }) => endpoint);
        await updateRows(tx, pushBrowsers, { dueAt }, inArray(pushBrowsers.endpoint, endpoints));
        return due.map((each) => ({ ...each, dueAt }));
      }),

    async settlePush({ endpoint, dueAt }, isGone) {
      const isTheRow = matches(pushBrowsers, isGone ? { endpoint } : { endpoint, dueAt });
      if (isGone) return (await removeRows(db, pushBrowsers, isTheRow)) > 0;
      return (await updateRows(db, pushBrowsers, { dueAt: null }, isTheRow)) > 0;
    },
  };
}

async function listLive(db: Queries, hash: string, now: number): Promise<Pledge[]> {
  const { accounts, pledges } = db.tables;
  const mayPlay = and(isNotNull(accounts.verifiedAt), not(isSuspended(db.tables, now)));
  return db
    .select(getTableColumns(pledges))
    .from(pledges)
    .innerJoin(accounts, eq(accounts.id, pledges.accountId))
    .where(and(eq(pledges.hash, hash), gt(pledges.expiresAt, now), mayPlay));
}
