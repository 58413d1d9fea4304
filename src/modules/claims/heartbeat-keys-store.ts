// The store of claimed servers' keys, and of moving everything about a server to another hash.

import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  notInArray,
  or,
} from 'drizzle-orm';
import type { Database, Queries, Tables } from '../../platform/store/engine.ts';
import {
  findRow,
  hasRow,
  matches,
  putRow,
  removeRows,
  updateRows,
} from '../../platform/store/queries.ts';
import { addNotice } from '../email/outbox-store.ts';
import type { FormerHash, HeartbeatKey, HeartbeatKeyStore, ServerMove } from './claim-ports.ts';
import { describeMove, endsLater, isTooSoon, NEVER_MOVED } from './key-moves.ts';

/** Not a hash: the new hash's series has this name for a moment. */
const BETWEEN = 'between';

/** Moves the data that a module above keeps about a server, in the transaction of the move. */
export type FollowMove = (tx: Queries, from: string, to: string) => Promise<void>;

export function createHeartbeatKeyStore(db: Database, followMove: FollowMove): HeartbeatKeyStore {
  const { accounts, claims, formerHashes, heartbeatKeys } = db.tables;
  const { notifiedAt: _, ...shown } = getTableColumns(heartbeatKeys);

  return {
    async listKeys(of) {
      const { suspendedAt, suspendedUntil } = accounts;
      return db
        .select({ ...shown, suspendedAt, suspendedUntil })
        .from(heartbeatKeys)
        .innerJoin(claims, eq(claims.hash, heartbeatKeys.hash))
        .innerJoin(accounts, eq(accounts.id, claims.accountId))
        .where(of && matches(claims, of))
        .orderBy(asc(heartbeatKeys.hash));
    },
    listFormers: async (of) =>
      db
        .select(getTableColumns(formerHashes))
        .from(formerHashes)
        .innerJoin(claims, eq(claims.hash, formerHashes.present))
        .where(of && matches(claims, of))
        .orderBy(desc(formerHashes.leftAt), asc(formerHashes.hash)),

    saveKey: (key, accountId) =>
      changeOwn(db, key.hash, accountId, (tx) =>
        putRow(tx, heartbeatKeys, { ...key, ...NEVER_MOVED }),
      ),
    removeKey: (hash, accountId) =>
      changeOwn(db, hash, accountId, (tx) =>
        removeRows(tx, heartbeatKeys, matches(heartbeatKeys, { hash })),
      ),

    moveServer: (move) =>
      db.transaction(async (tx) => {
        const { keyHash, from, to, now } = move;
        const isKey = matches(heartbeatKeys, { keyHash, hash: from });
        const key = await findRow(tx, heartbeatKeys, isKey);
        const claim = await findRow(tx, claims, matches(claims, { hash: from }));
        if (key === undefined || claim === undefined) return 'gone';
        if (isTooSoon(key, move)) return 'too soon';
        if (await hasRow(tx, claims, matches(claims, { hash: to }))) return 'taken';
        await moveClaim(tx, from, to);
        await moveSeries(tx, move);
        await moveDecisions(tx, from, to);
        await moveReports(tx, from, to);
        await followMove(tx, from, to);
        const noted = describeMove(key, await keepFormer(tx, move, key), move);
        await updateRows(tx, heartbeatKeys, noted, matches(heartbeatKeys, { hash: to }));
        if (noted.notifiedAt !== undefined) {
          const detail = `${to} ${move.ip} ${move.name}`;
          await addNotice(tx, { accountId: claim.accountId, kind: 'server moved', detail, now });
        }
        return 'moved';
      }),
  };
}

/** Makes a change in one transaction. Returns false, without the change, if this account has not claimed the server. */
export function changeOwn(
  db: Database,
  hash: string,
  accountId: number,
  work: (tx: Queries) => Promise<unknown>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { claims } = tx.tables;
    const isOwn = await hasRow(tx, claims, matches(claims, { hash, accountId }));
    if (isOwn) await work(tx);
    return isOwn;
  });
}

/** The database moves keys and former hashes along. The table of address codes is older and has no such reference. */
async function moveClaim(tx: Queries, from: string, to: string): Promise<void> {
  const { addressCodes, claims } = tx.tables;
  const codes = await tx.delete(addressCodes).where(eq(addressCodes.hash, from)).returning();
  await tx.update(claims).set({ hash: to }).where(eq(claims.hash, from));
  for (const code of codes) await tx.insert(addressCodes).values({ ...code, hash: to });
}

/** Swaps the two series, so that samples of the new hash are not lost. Alerts and pledges follow. */
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

/** Copies bans. Moving them would let a heartbeat with the former hash lift them. */
async function moveDecisions(tx: Queries, from: string, to: string): Promise<void> {
  const { bans, pledges, serverStates } = tx.tables;
  await tx.update(pledges).set({ hash: to }).where(eq(pledges.hash, from));
  const banOf = (subject: string) => findRow(tx, bans, matches(bans, { kind: 'server', subject }));
  const ban = await banOf(from);
  const known = await banOf(to);
  if (ban !== undefined && endsLater(ban, known)) {
    const { id: _, ...copied } = ban;
    await tx.delete(bans).where(matches(bans, { kind: 'server', subject: to }));
    await tx.insert(bans).values({ ...copied, subject: to });
  }
  const [state] = await tx.delete(serverStates).where(eq(serverStates.hash, from)).returning();
  if (state !== undefined) await putRow(tx, serverStates, { ...state, hash: to });
}

/** An account has one open report on a server. If it has one on both hashes, each stays in place. */
async function moveReports(tx: Queries, from: string, to: string): Promise<void> {
  const { reports } = tx.tables;
  const { accountId, closedAt, hash } = reports;
  const isOpen = and(eq(hash, to), isNull(closedAt));
  const both = tx.select({ accountId }).from(reports).where(isOpen);
  const isMoved = and(eq(hash, from), or(isNotNull(closedAt), notInArray(accountId, both)));
  await tx.update(reports).set({ hash: to }).where(isMoved);
}

/** Stores the place that the server left. Returns its former hashes, with the new one if the server returns to it. */
async function keepFormer(
  tx: Queries,
  { from, to, now, mostFormers }: ServerMove,
  { ip, port }: Pick<HeartbeatKey, 'ip' | 'port'>,
): Promise<FormerHash[]> {
  const { formerHashes } = tx.tables;
  const { hash, present, leftAt } = formerHashes;
  const replaced = await tx.delete(formerHashes).where(eq(hash, to)).returning();
  await putRow(tx, formerHashes, { hash: from, present: to, ip, port, leftAt: now });
  const known = await tx.select().from(formerHashes).where(eq(present, to)).orderBy(desc(leftAt));
  const oldest = known.slice(mostFormers).map((former) => former.hash);
  await tx.delete(formerHashes).where(inArray(hash, oldest));
  return [...known, ...replaced.filter((former) => former.present === to)];
}
