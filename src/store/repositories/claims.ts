// The repository of claims on servers, and of the codes that prove them.

import { and, asc, count, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { ClaimStore } from '../../servers/claims/ports.ts';
import type { Database, Tables } from '../engine.ts';
import { changeAndLog } from './audit.ts';

const EMPTY_TEXTS = { description: '', links: [], tags: [] };

export function createClaimStore(db: Database): ClaimStore {
  const { accounts, addressCodes, claimCodes, claims } = db.tables;
  const owners = db
    .select({ count: count(), names: db.dialect.joinTexts(accounts.name) })
    .from(claims)
    .innerJoin(accounts, eq(accounts.id, claims.accountId))
    .prepare('claim_owners');

  return {
    listClaims: async () =>
      db
        .select({
          hash: claims.hash,
          accountId: claims.accountId,
          accountName: accounts.name,
          claimedAt: claims.claimedAt,
          description: claims.description,
          links: claims.links,
          tags: claims.tags,
          country: claims.country,
          joinPort: claims.joinPort,
          joinIp: claims.joinIp,
        })
        .from(claims)
        .innerJoin(accounts, eq(accounts.id, claims.accountId))
        .orderBy(asc(claims.claimedAt), asc(claims.hash)),

    async describeOwners() {
      const [described] = await owners.execute();
      return `${described?.count ?? 0} ${described?.names ?? ''}`;
    },

    listCodes: async (now) => db.select().from(claimCodes).where(gt(claimCodes.expiresAt, now)),

    saveCode: (code, now) =>
      db.transaction(async (tx) => {
        await tx.delete(claimCodes).where(lte(claimCodes.expiresAt, now));
        await tx
          .insert(claimCodes)
          .values(code)
          .onConflictDoUpdate({
            target: [claimCodes.accountId, claimCodes.hash],
            set: { codeHash: code.codeHash, expiresAt: code.expiresAt },
          });
      }),

    completeClaim: ({ hash, codeHash }, now) =>
      db.transaction(async (tx) => {
        const [found] = await tx
          .select()
          .from(claimCodes)
          .where(and(eq(claimCodes.hash, hash), eq(claimCodes.codeHash, codeHash)));
        if (found === undefined || found.expiresAt <= now) return false;
        const { accountId } = found;
        const [earlier] = await tx.select().from(claims).where(eq(claims.hash, hash));
        if (earlier?.accountId !== accountId) {
          await tx.delete(claims).where(eq(claims.hash, hash));
          await tx.insert(claims).values({ hash, accountId, claimedAt: now, ...EMPTY_TEXTS });
        }
        await tx.delete(claimCodes).where(eq(claimCodes.hash, hash));
        return true;
      }),

    async updateClaim(hash, accountId, changes) {
      const updated = await db
        .update(claims)
        .set(changes)
        .where(isOwn(db.tables, hash, accountId))
        .returning({ hash: claims.hash });
      return updated.length > 0;
    },

    saveAddressCode: (code, accountId) =>
      db.transaction(async (tx) => {
        const own = await tx
          .select({ hash: claims.hash })
          .from(claims)
          .where(isOwn(tx.tables, code.hash, accountId));
        if (own.length === 0) return false;
        const { codeHash, expiresAt } = code;
        await tx
          .insert(addressCodes)
          .values(code)
          .onConflictDoUpdate({ target: addressCodes.hash, set: { codeHash, expiresAt } });
        return true;
      }),

    async findAddressCode(codeHash, now) {
      const [found] = await db
        .select({ hash: claims.hash, accountId: claims.accountId })
        .from(addressCodes)
        .innerJoin(claims, eq(claims.hash, addressCodes.hash))
        .where(and(eq(addressCodes.codeHash, codeHash), gt(addressCodes.expiresAt, now)));
      return found;
    },

    spendAddressCode: (codeHash, { joinIp, joinPort }, now) =>
      db.transaction(async (tx) => {
        const [spent] = await tx
          .delete(addressCodes)
          .where(and(eq(addressCodes.codeHash, codeHash), gt(addressCodes.expiresAt, now)))
          .returning();
        if (spent === undefined) return false;
        await tx.update(claims).set({ joinIp, joinPort }).where(eq(claims.hash, spent.hash));
        return true;
      }),

    async releaseClaim(hash, accountId) {
      const released = await db
        .delete(claims)
        .where(isOwn(db.tables, hash, accountId))
        .returning({ hash: claims.hash });
      return released.length > 0;
    },

    async removeClaim(hash, entry) {
      const removed = await changeAndLog(db, entry, (tx) =>
        tx.delete(claims).where(eq(claims.hash, hash)).returning({ hash: claims.hash }),
      );
      return removed > 0;
    },

    async clearTexts(hash, entry) {
      // The join port is kept where there is no join address: a port of another address is of no use without it.
      const ownPort = sql`CASE WHEN ${claims.joinIp} IS NULL THEN ${claims.joinPort} END`;
      const nothing = { ...EMPTY_TEXTS, joinIp: null, joinPort: ownPort };
      const cleared = await changeAndLog(db, entry, (tx) =>
        tx
          .update(claims)
          .set(nothing)
          .where(eq(claims.hash, hash))
          .returning({ hash: claims.hash }),
      );
      return cleared > 0;
    },
  };
}

function isOwn({ claims }: Tables, hash: string, accountId: number): SQL | undefined {
  return and(eq(claims.hash, hash), eq(claims.accountId, accountId));
}
