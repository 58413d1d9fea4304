// The repository of claims on servers, and of the codes that prove them.

import { and, asc, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import { accounts } from '../../../drizzle/schema/accounts.ts';
import { addressCodes } from '../../../drizzle/schema/address-codes.ts';
import { claimCodes } from '../../../drizzle/schema/claim-codes.ts';
import { claims } from '../../../drizzle/schema/claims.ts';
import type { ClaimStore } from '../../servers/claims/ports.ts';
import { changeAndLog } from './audit.ts';
import type { Connection } from '../sqlite/connection.ts';
import { withStoreErrors } from '../errors.ts';

const EMPTY_TEXTS = { description: '', links: [], tags: [] };
/** The join port is kept where there is no join address: a port of another address is of no use without it. */
const ownPort = sql`CASE WHEN ${claims.joinIp} IS NULL THEN ${claims.joinPort} END`;

/** Opens the repository of claims over a connection. */
export function createClaimStore({ orm }: Connection): ClaimStore {
  const owners = orm
    .select({ names: sql<string>`count(*) || ' ' || coalesce(group_concat(${accounts.name}), '')` })
    .from(claims)
    .innerJoin(accounts, eq(accounts.id, claims.accountId))
    .prepare();
  const isOwn = (hash: string, accountId: number): SQL | undefined =>
    and(eq(claims.hash, hash), eq(claims.accountId, accountId));

  return {
    listClaims: () =>
      withStoreErrors(() =>
        orm
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
          .orderBy(asc(claims.claimedAt), asc(claims.hash))
          .all(),
      ),

    describeOwners: () => withStoreErrors(() => owners.get()?.names ?? ''),

    listCodes: (now) =>
      withStoreErrors(() =>
        orm.select().from(claimCodes).where(gt(claimCodes.expiresAt, now)).all(),
      ),

    saveCode: (code, now) =>
      withStoreErrors(() => {
        orm.transaction(
          (tx) => {
            tx.delete(claimCodes).where(lte(claimCodes.expiresAt, now)).run();
            tx.insert(claimCodes)
              .values(code)
              .onConflictDoUpdate({
                target: [claimCodes.accountId, claimCodes.hash],
                set: { code: code.code, expiresAt: code.expiresAt },
              })
              .run();
          },
          { behavior: 'immediate' },
        );
      }),

    completeClaim: ({ hash, code }, now) =>
      withStoreErrors(() =>
        orm.transaction(
          (tx) => {
            const found = tx
              .select()
              .from(claimCodes)
              .where(and(eq(claimCodes.hash, hash), eq(claimCodes.code, code)))
              .get();
            if (found === undefined || found.expiresAt <= now) return false;
            const { accountId } = found;
            const earlier = tx.select().from(claims).where(eq(claims.hash, hash)).get();
            if (earlier?.accountId !== accountId) {
              tx.delete(claims).where(eq(claims.hash, hash)).run();
              tx.insert(claims)
                .values({ hash, accountId, claimedAt: now, ...EMPTY_TEXTS })
                .run();
            }
            tx.delete(claimCodes).where(eq(claimCodes.hash, hash)).run();
            return true;
          },
          { behavior: 'immediate' },
        ),
      ),

    updateClaim: (hash, accountId, changes) =>
      withStoreErrors(
        () =>
          orm.update(claims).set(changes).where(isOwn(hash, accountId)).returning().all().length >
          0,
      ),

    saveAddressCode: (code, accountId) =>
      withStoreErrors(() =>
        orm.transaction(
          (tx) => {
            const own = tx.select().from(claims).where(isOwn(code.hash, accountId)).get();
            if (own === undefined) return false;
            const { codeHash, expiresAt } = code;
            tx.insert(addressCodes)
              .values(code)
              .onConflictDoUpdate({ target: addressCodes.hash, set: { codeHash, expiresAt } })
              .run();
            return true;
          },
          { behavior: 'immediate' },
        ),
      ),

    findAddressCode: (codeHash, now) =>
      withStoreErrors(() =>
        orm
          .select({ hash: claims.hash, accountId: claims.accountId })
          .from(addressCodes)
          .innerJoin(claims, eq(claims.hash, addressCodes.hash))
          .where(and(eq(addressCodes.codeHash, codeHash), gt(addressCodes.expiresAt, now)))
          .get(),
      ),

    spendAddressCode: (codeHash, { joinIp, joinPort }, now) =>
      withStoreErrors(() =>
        orm.transaction(
          (tx) => {
            const spent = tx
              .delete(addressCodes)
              .where(and(eq(addressCodes.codeHash, codeHash), gt(addressCodes.expiresAt, now)))
              .returning()
              .get();
            if (spent === undefined) return false;
            tx.update(claims).set({ joinIp, joinPort }).where(eq(claims.hash, spent.hash)).run();
            return true;
          },
          { behavior: 'immediate' },
        ),
      ),

    releaseClaim: (hash, accountId) =>
      withStoreErrors(
        () => orm.delete(claims).where(isOwn(hash, accountId)).returning().all().length > 0,
      ),

    removeClaim: (hash, entry) =>
      withStoreErrors(() => {
        const remove = () => orm.delete(claims).where(eq(claims.hash, hash)).returning().all();
        return changeAndLog({ orm }, entry, remove) > 0;
      }),

    clearTexts: (hash, entry) =>
      withStoreErrors(() => {
        const nothing = { ...EMPTY_TEXTS, joinIp: null, joinPort: ownPort };
        const clear = () =>
          orm.update(claims).set(nothing).where(eq(claims.hash, hash)).returning().all();
        return changeAndLog({ orm }, entry, clear) > 0;
      }),
  };
}
