// The store of claims on servers and of the codes that prove them.

import { and, asc, count, eq, getTableColumns, gt, lte, ne, sql } from 'drizzle-orm';
import { DAY_MS } from '../../platform/lib/clock.ts';
import { removeAged } from '../../platform/store/clock-leaps.ts';
import type { Database, Queries } from '../../platform/store/engine.ts';
import {
  findRow,
  hasRow,
  matches,
  putRow,
  removeRows,
  updateRows,
} from '../../platform/store/queries.ts';
import { changeAndLog, writeAuditEntryOnce } from '../audit/audit-store.ts';
import type { ClaimStore } from './claim-ports.ts';
import { NO_TEXTS } from './claim-tables.ts';
import { changeOwn, createHeartbeatKeyStore, type FollowMove } from './heartbeat-keys-store.ts';

/** What modules above keep about claimed servers. Each is called in the transaction of a change. */
interface ClaimHooks {
  followMove: FollowMove;
  /** Whether an account may edit the server of another one. Default: no. */
  isManager?(tx: Queries, accountId: number, hash: string): Promise<boolean>;
}

export function createClaimStore(
  db: Database,
  { followMove, isManager = async () => false }: ClaimHooks,
): ClaimStore {
  const { accounts, claimCodes, claims } = db.tables;
  const { icon: _, ...shown } = getTableColumns(claims);
  const { id, name, suspendedAt, suspendedUntil } = accounts;
  const counted = db
    .select({ owner: sql`${claims.accountId}`.as('owner'), claims: count().as('claims') })
    .from(claims)
    .groupBy(claims.accountId)
    .as('counted');
  const described = sql`${id} || ':' || ${name} || ':' || ${counted.claims} || ':' || coalesce(${suspendedAt} || '', '') || ':' || coalesce(${suspendedUntil} || '', '')`;
  const owners = db
    .select({ owners: db.dialect.joinTexts(described) })
    .from(counted)
    .innerJoin(accounts, eq(id, counted.owner))
    .prepare('claim_owners');

  return {
    ...createHeartbeatKeyStore(db, followMove),
    ...createAddressCodeStore(db),
    ...createTagStore(db),
    listClaims: async (of) =>
      db
        .select({ ...shown, accountName: accounts.name })
        .from(claims)
        .innerJoin(accounts, eq(accounts.id, claims.accountId))
        .where(of && matches(claims, of))
        .orderBy(asc(claims.claimedAt), asc(claims.hash)),

    async describeOwners() {
      const [found] = await owners.execute();
      return found?.owners ?? '';
    },

    listCodes: async (now) => db.select().from(claimCodes).where(gt(claimCodes.expiresAt, now)),

    saveCode: (code, now) =>
      db.transaction(async (tx) => {
        await removeAged(tx, claimCodes, lte(claimCodes.expiresAt, now), now);
        await putRow(tx, claimCodes, code);
      }),

    completeClaim: ({ hash, codeHash }, now) =>
      db.transaction(async (tx) => {
        const found = await findRow(tx, claimCodes, matches(claimCodes, { hash, codeHash }));
        if (found === undefined || found.expiresAt <= now) return false;
        const { accountId } = found;
        const earlier = await findRow(tx, claims, matches(claims, { hash }));
        if (earlier?.accountId !== accountId) {
          await tx.delete(claims).where(eq(claims.hash, hash));
          await tx.insert(claims).values({ hash, accountId, claimedAt: now, ...NO_TEXTS });
        }
        await tx.delete(claimCodes).where(eq(claimCodes.hash, hash));
        return true;
      }),

    async findIcon(hash) {
      const row = await findRow(db, claims, matches(claims, { hash }));
      return row?.icon ? new Uint8Array(row.icon) : undefined;
    },

    updateClaim(hash, accountId, { icon, ...others }, entry) {
      const bytes = icon === undefined ? {} : { icon: icon && Buffer.from(icon) };
      const isPlace = others.joinPort !== undefined;
      return db.transaction(async (tx) => {
        const isOwn = await hasRow(tx, claims, matches(claims, { hash, accountId }));
        if (!isOwn && (isPlace || !(await isManager(tx, accountId, hash)))) return false;
        await updateRows(tx, claims, { ...others, ...bytes }, matches(claims, { hash }));
        if (entry) await writeAuditEntryOnce(tx, entry, entry.at - (entry.at % DAY_MS));
        return true;
      });
    },

    releaseClaim: async (hash, accountId) =>
      (await removeRows(db, claims, matches(claims, { hash, accountId }))) > 0,

    removeClaim: (hash, entry) =>
      changeAndLog(db, entry, (tx) => removeRows(tx, claims, matches(claims, { hash }))),

    clearTexts(hash, entry) {
      // A port of the heartbeats' address stays. A port of another address is of no use without that address.
      const joinPort = sql<number>`CASE WHEN ${claims.joinIp} IS NULL THEN ${claims.joinPort} END`;
      return changeAndLog(db, entry, async (tx) => {
        const cleared = await tx
          .update(claims)
          .set({ ...NO_TEXTS, icon: null, iconDigest: null, joinIp: null, joinPort })
          .where(eq(claims.hash, hash))
          .returning();
        return cleared.length;
      });
    },
  };
}

function createAddressCodeStore(
  db: Database,
): Pick<ClaimStore, 'saveAddressCode' | 'findAddressCode' | 'spendAddressCode'> {
  const { addressCodes, claims } = db.tables;
  return {
    saveAddressCode: (code, accountId) =>
      changeOwn(db, code.hash, accountId, (tx) => putRow(tx, addressCodes, code)),

    async findAddressCode(codeHash, now) {
      const [found] = await db
        .select({ hash: claims.hash, accountId: claims.accountId, claimedAt: claims.claimedAt })
        .from(addressCodes)
        .innerJoin(claims, eq(claims.hash, addressCodes.hash))
        .where(and(matches(addressCodes, { codeHash }), gt(addressCodes.expiresAt, now)));
      return found;
    },

    spendAddressCode: (codeHash, { joinIp, joinPort }, now) =>
      db.transaction(async (tx) => {
        const [spent] = await tx
          .delete(addressCodes)
          .where(and(matches(addressCodes, { codeHash }), gt(addressCodes.expiresAt, now)))
          .returning();
        if (spent === undefined) return false;
        await tx.update(claims).set({ joinIp, joinPort }).where(eq(claims.hash, spent.hash));
        return true;
      }),
  };
}

function createTagStore(db: Database): Pick<ClaimStore, 'listTagChanges' | 'changeTag'> {
  const { tagChanges } = db.tables;
  return {
    listTagChanges: async () => db.select().from(tagChanges).orderBy(asc(tagChanges.tag)),
    changeTag: (change, entry) =>
      changeAndLog(db, entry, async (tx) => {
        const { tag: target, isOffered } = tagChanges;
        const { tag: _, ...set } = change;
        const changed = await tx
          .insert(tagChanges)
          .values(change)
          .onConflictDoUpdate({ target, set, setWhere: ne(isOffered, change.isOffered) })
          .returning();
        return changed.length;
      }),
  };
}
