// The repository of claims of servers and of the codes that they wait for.

import { and, asc, count, eq, gt, lte, type SQL } from 'drizzle-orm';
import { accounts } from '../../drizzle/schema/accounts.ts';
import { claimCodes } from '../../drizzle/schema/claim-codes.ts';
import { claims } from '../../drizzle/schema/claims.ts';
import type { ClaimStore } from '../servers/claim-ports.ts';
import { writeAuditEntry } from './audit.ts';
import type { Connection } from './connection.ts';
import { guard } from './errors.ts';

const EMPTY_TEXTS = { description: '', links: [], tags: [] };

/** Opens the repository of claims over a connection. */
export function createClaimStore({ orm }: Connection): ClaimStore {
  const counted = orm.select({ count: count() }).from(claims).prepare();
  const isOwn = (hash: string, accountId: number): SQL | undefined =>
    and(eq(claims.hash, hash), eq(claims.accountId, accountId));

  return {
    listClaims: () =>
      guard(() =>
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
          })
          .from(claims)
          .innerJoin(accounts, eq(accounts.id, claims.accountId))
          .orderBy(asc(claims.claimedAt), asc(claims.hash))
          .all(),
      ),

    countClaims: () => guard(() => counted.get()?.count ?? 0),

    listCodes: (now) =>
      guard(() => orm.select().from(claimCodes).where(gt(claimCodes.expiresAt, now)).all()),

    saveCode: (code, now) =>
      guard(() => {
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
      guard(() =>
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
      guard(
        () =>
          orm.update(claims).set(changes).where(isOwn(hash, accountId)).returning().all().length >
          0,
      ),

    releaseClaim: (hash, accountId) =>
      guard(() => orm.delete(claims).where(isOwn(hash, accountId)).returning().all().length > 0),

    removeClaim: (hash, entry) =>
      guard(() =>
        orm.transaction(
          (tx) => {
            const gone = tx.delete(claims).where(eq(claims.hash, hash)).returning().all();
            if (gone.length > 0) writeAuditEntry(tx, entry);
            return gone.length > 0;
          },
          { behavior: 'immediate' },
        ),
      ),

    clearTexts: (hash, entry) =>
      guard(() =>
        orm.transaction(
          (tx) => {
            const cleared = tx
              .update(claims)
              .set(EMPTY_TEXTS)
              .where(eq(claims.hash, hash))
              .returning()
              .all();
            if (cleared.length > 0) writeAuditEntry(tx, entry);
            return cleared.length > 0;
          },
          { behavior: 'immediate' },
        ),
      ),
  };
}
