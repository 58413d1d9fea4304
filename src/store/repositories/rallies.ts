// The repository of players who would play on a server if enough come.

import { and, eq, getTableColumns, gt, isNotNull, isNull, lte } from 'drizzle-orm';
import type { Pledge, RallyStore } from '../../servers/ports.ts';
import type { Database, Queries } from '../engine.ts';
import { findRow, matches, putRow, updateRows } from '../queries.ts';
import { addNotice } from './outbox.ts';

/** How many come together: the most of whom each asks for no more than that. 0 where there are too few. */
export function countTogether(wanted: readonly number[]): number {
  const sorted = wanted.toSorted((one, other) => one - other);
  return sorted.findLastIndex((each, index) => each <= index + 1) + 1;
}

export function createRallyStore(db: Database): RallyStore {
  const { pledges } = db.tables;

  return {
    addPledge: (pledge, serverName) =>
      db.transaction(async (tx) => {
        const { accountId, hash, wanted, madeAt: now } = pledge;
        await tx.delete(pledges).where(lte(pledges.expiresAt, now));
        const repeated = await findRow(tx, pledges, matches(pledges, { accountId, hash, wanted }));
        await putRow(tx, pledges, { ...pledge, metAt: repeated?.metAt ?? null });
        const live = await listLive(tx, hash, now);
        const people = countTogether(live.map((each) => each.wanted));
        const told = live.filter((each) => each.metAt === null && each.wanted <= people);
        for (const { accountId, expiresAt: validUntil } of told) {
          await updateRows(tx, pledges, { metAt: now }, matches(pledges, { accountId }));
          const detail = `${hash} ${people} ${serverName}`;
          await addNotice(tx, { accountId, kind: 'rally met', detail, now, validUntil });
        }
      }),

    async removePledge(accountId, hash) {
      await db.delete(pledges).where(matches(pledges, { accountId, hash }));
    },

    listPledges: (hash, now) => listLive(db, hash, now),
  };
}

async function listLive(db: Queries, hash: string, now: number): Promise<Pledge[]> {
  const { accounts, pledges } = db.tables;
  const mayPlay = and(isNotNull(accounts.verifiedAt), isNull(accounts.suspendedAt));
  return db
    .select(getTableColumns(pledges))
    .from(pledges)
    .innerJoin(accounts, eq(accounts.id, pledges.accountId))
    .where(and(eq(pledges.hash, hash), gt(pledges.expiresAt, now), mayPlay));
}
