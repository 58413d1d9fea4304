// The repository of the keys of claimed servers, and of the move of everything about a server to another hash.

import { and, asc, desc, eq, inArray, isNotNull, isNull, notInArray, or } from 'drizzle-orm';
import { networksOfAddress } from '../../lib/address.ts';
import type { HeartbeatKeyStore, ServerMove } from '../../servers/claims/ports.ts';
import type { Database, Queries, Tables } from '../engine.ts';
import { findRow, hasRow, matches, putRow, removeRows, updateRows } from '../queries.ts';
import { moveFavourites } from './favourites.ts';
import { addNotice } from './outbox.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Whoever comes back to a place that was left so lately is one of two that use the key in turn. */
const CONTESTED_MS = 10 * 60_000;
/** No hash: the series that was at the new one is under it for a moment. */
const BETWEEN = 'between';
const NEVER_MOVED = { movedAt: null, notifiedAt: null, contestedAt: null };

export function createHeartbeatKeyStore(db: Database): HeartbeatKeyStore {
  const { claims, formerHashes, heartbeatKeys } = db.tables;

  return {
    async listKeys() {
      const rows = await db.select().from(heartbeatKeys).orderBy(asc(heartbeatKeys.hash));
      return rows.map(({ notifiedAt: _, ...key }) => key);
    },
    listFormers: async () =>
      db.select().from(formerHashes).orderBy(desc(formerHashes.leftAt), asc(formerHashes.hash)),

    saveKey: (key, accountId) =>
      db.transaction(async (tx) => {
        const { hash } = key;
        if (!(await hasRow(tx, claims, matches(claims, { hash, accountId })))) return false;
        await putRow(tx, heartbeatKeys, { ...key, ...NEVER_MOVED });
        return true;
      }),

    removeKey: (hash, accountId) =>
      db.transaction(async (tx) => {
        if (!(await hasRow(tx, claims, matches(claims, { hash, accountId })))) return false;
        await removeRows(tx, heartbeatKeys, matches(heartbeatKeys, { hash }));
        return true;
      }),

    moveServer: (move) =>
      db.transaction(async (tx) => {
        const { keyHash, from, to, now } = move;
        const isKey = matches(heartbeatKeys, { keyHash, hash: from });
        const key = await findRow(tx, heartbeatKeys, isKey);
        const claim = await findRow(tx, claims, matches(claims, { hash: from }));
        if (key === undefined || claim === undefined) return 'gone';
        if (key.movedAt !== null && now - key.movedAt < move.apartMs) return 'too soon';
        if (await hasRow(tx, claims, matches(claims, { hash: to }))) return 'taken';
        await moveClaim(tx, from, to);
        await moveSeries(tx, move);
        await moveDecisions(tx, from, to);
        await moveReports(tx, from, to);
        await moveFavourites(tx, from, to);
        const left = { ip: key.ip, port: key.port };
        const isNotice = await isFromElsewhere(tx, move, left, key.notifiedAt);
        const former = await keepFormer(tx, move, left);
        const isContested = former !== undefined && now - former.leftAt < CONTESTED_MS;
        const changes = {
          ...{ ip: move.ip, port: move.port, movedAt: now },
          ...(isContested && { contestedAt: now }),
          ...(isNotice && { notifiedAt: now }),
        };
        await updateRows(tx, heartbeatKeys, changes, matches(heartbeatKeys, { hash: to }));
        if (isNotice) {
          const detail = `${to} ${move.ip} ${move.name}`;
          await addNotice(tx, { accountId: claim.accountId, kind: 'server moved', detail, now });
        }
        return 'moved';
      }),
  };
}

/** Keys and former hashes follow it by their references; a code for its address is from before there were such. */
async function moveClaim(tx: Queries, from: string, to: string): Promise<void> {
  const { addressCodes, claims } = tx.tables;
  const codes = await tx.delete(addressCodes).where(eq(addressCodes.hash, from)).returning();
  await tx.update(claims).set({ hash: to }).where(eq(claims.hash, from));
  for (const code of codes) await tx.insert(addressCodes).values({ ...code, hash: to });
}

/** What was sampled at the new hash before goes to the old one, so that nothing is lost; those who wait follow. */
async function moveSeries(tx: Queries, { from, to, ip, port }: ServerMove): Promise<void> {
  const { historySeries } = tx.tables;
  const own = await findRow(tx, historySeries, matches(historySeries, { hash: from }));
  if (own === undefined) return;
  const rename = (hash: string, changes: Partial<Tables['historySeries']['$inferSelect']>) =>
    updateRows(tx, historySeries, changes, matches(historySeries, { hash }));
  await rename(to, { hash: BETWEEN });
  await rename(from, { hash: to, ip, port });
  await rename(BETWEEN, { hash: from });
}

/** What keeps a server out stays with its former hash as well: otherwise a heartbeat from elsewhere would lift it. */
async function moveDecisions(tx: Queries, from: string, to: string): Promise<void> {
  const { bans, countryOverrides, featuredServers, pledges, serverStates, unlistedServers } =
    tx.tables;
  await tx.update(pledges).set({ hash: to }).where(eq(pledges.hash, from));
  const banOf = (subject: string) => findRow(tx, bans, matches(bans, { kind: 'server', subject }));
  const ban = await banOf(from);
  const known = await banOf(to);
  const endOf = (one: { expiresAt: number | null }) => one.expiresAt ?? Number.POSITIVE_INFINITY;
  if (ban !== undefined && (known === undefined || endOf(known) < endOf(ban))) {
    const { id: _, ...copied } = ban;
    await tx.delete(bans).where(matches(bans, { kind: 'server', subject: to }));
    await tx.insert(bans).values({ ...copied, subject: to });
  }
  const unlisted = await findRow(tx, unlistedServers, matches(unlistedServers, { hash: from }));
  if (unlisted !== undefined) {
    await tx
      .insert(unlistedServers)
      .values({ ...unlisted, hash: to })
      .onConflictDoNothing();
  }
  for (const table of [featuredServers, countryOverrides, serverStates]) {
    const [gone] = await tx.delete(table).where(eq(table.hash, from)).returning();
    if (gone !== undefined) await putRow(tx, table, { ...gone, hash: to });
  }
}

/** An account has one open report on a server: one that it has on both stays where it is. */
async function moveReports(tx: Queries, from: string, to: string): Promise<void> {
  const { reports } = tx.tables;
  const open = await tx
    .select({ accountId: reports.accountId })
    .from(reports)
    .where(and(eq(reports.hash, to), isNull(reports.closedAt)));
  const others = open.map(({ accountId }) => accountId);
  await tx
    .update(reports)
    .set({ hash: to })
    .where(
      and(
        eq(reports.hash, from),
        others.length === 0
          ? undefined
          : or(isNotNull(reports.closedAt), notInArray(reports.accountId, others)),
      ),
    );
}

/** Returns what the new hash was before, where the server comes back to it. */
async function keepFormer(
  tx: Queries,
  { from, to, now, mostFormers }: ServerMove,
  left: { ip: string; port: number },
) {
  const { formerHashes } = tx.tables;
  const [former] = await tx.delete(formerHashes).where(eq(formerHashes.hash, to)).returning();
  await putRow(tx, formerHashes, { hash: from, present: to, ...left, leftAt: now });
  const all = await tx
    .select({ hash: formerHashes.hash })
    .from(formerHashes)
    .where(eq(formerHashes.present, to))
    .orderBy(desc(formerHashes.leftAt));
  const oldest = all.slice(mostFormers).map(({ hash }) => hash);
  if (oldest.length > 0) await tx.delete(formerHashes).where(inArray(formerHashes.hash, oldest));
  return former?.present === to ? former : undefined;
}

/** Whether the owner is to be told: of a network where the server was not within its known past, once a day at most. */
async function isFromElsewhere(
  tx: Queries,
  { ip, to, now }: ServerMove,
  left: { ip: string },
  notifiedAt: number | null,
): Promise<boolean> {
  if (notifiedAt !== null && now - notifiedAt < DAY_MS) return false;
  const { formerHashes } = tx.tables;
  const known = await tx
    .select({ ip: formerHashes.ip })
    .from(formerHashes)
    .where(eq(formerHashes.present, to));
  const { site } = networksOfAddress(ip);
  return ![left, ...known].some((place) => networksOfAddress(place.ip).site === site);
}
