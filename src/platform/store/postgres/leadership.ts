// The lease of the leader: one replica at a time holds it, renews it, and writes only while no other took it.
//
// The row has a number, the term, which grows whenever another replica takes the lease. A write of the leader locks the
// row for its term and keeps it until its transaction ends: a replica that wants the lease waits for the write, and the
// old leader's later writes are refused. Renewing the lease waits for neither. No replica's clock decides about a
// write; a leader that could not renew the lease uses its clock only to stop beginning work.

import { AsyncLocalStorage } from 'node:async_hooks';
import { and, eq, lte, sql } from 'drizzle-orm';
import { Failure } from '../../lib/failure.ts';
import type { Leadership } from '../../lib/leadership.ts';
import type { Report } from '../../ops/events.ts';
import { hasRow } from '../queries.ts';
import { createDatabase, NO_TABLES, type Orm } from './engine.ts';
import { toStoreError } from './failures.ts';
import { leaderLease, leaderTerms } from './replica-tables.ts';

/** How long a lease lasts without renewal: with the renewal interval, less than the five seconds of a takeover. */
const LEASE_MS = 3_500;
/** How long the holder relies on the lease. Work that begins at the last moment still has some time left. */
const RELIED_ON_MS = 3_000;
/** A leader that sends no statement in a transaction for this long hangs. It must not block the next one. */
const IDLE_MS = 2_500;
const TERMS_KEPT = 100;

export const RENEW_EVERY_MS = 500;

const NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
const EXTENDED = { expiresAt: sql`${NOW} + ${LEASE_MS}` };

export interface PostgresLeadership extends Leadership {
  /** Renews the lease, or takes it when nobody holds it. Throws the database's error. */
  renew(): Promise<void>;
  /** The term of the current work; `undefined` outside `run`. */
  termOfWork(): number | undefined;
  /** Makes and counts a change in a transaction. Throws `unavailable`, without the change, when the term is over. */
  fence<Result>(tx: Orm, term: number, change: () => Promise<Result>): Promise<Result>;
  release(): Promise<void>;
}

export function createLeadership(
  orm: Orm,
  replica: string,
  report: Report = () => {},
): PostgresLeadership {
  const work = new AsyncLocalStorage<number>();
  /** The term that this replica took; `undefined` once it knows of a later one. */
  let taken: number | undefined;
  let reliedOnUntil = 0;
  let reported: number | undefined;

  function term(): number | undefined {
    return performance.now() < reliedOnUntil ? taken : undefined;
  }

  function noteTerm(): void {
    const now = term();
    if (now === reported) return;
    if (reported !== undefined) report('lead_lost', { term: reported });
    if (now !== undefined) report('lead_taken', { term: now });
    reported = now;
  }

  /** Another replica leads: its term is later than `lost`. */
  function lose(lost: number): void {
    if (taken !== lost) return;
    taken = undefined;
    noteTerm();
  }

  async function renew(): Promise<void> {
    // When the database does not answer, the leader notices the end of its term here.
    noteTerm();
    const sentAt = performance.now();
    if (taken !== undefined) {
      const own = taken;
      if (await extend(orm, own)) reliedOnUntil = sentAt + RELIED_ON_MS;
      else lose(own);
    } else if (await isFree(orm)) {
      taken = await take(orm, replica);
      reliedOnUntil = sentAt + RELIED_ON_MS;
    }
    noteTerm();
  }

  async function fence<Result>(
    tx: Orm,
    own: number,
    change: () => Promise<Result>,
  ): Promise<Result> {
    await tx.execute(sql`SET LOCAL idle_in_transaction_session_timeout = ${sql.raw(`${IDLE_MS}`)}`);
    // This is the weakest lock that a takeover waits for. Renewing the lease does not wait for it.
    const [lease] = await tx
      .select({ id: leaderLease.id })
      .from(leaderLease)
      .where(eq(leaderLease.epoch, own))
      .for('key share');
    if (lease === undefined) {
      lose(own);
      throw notLeading();
    }
    const result = await change();
    // This update is last, because the leader's next change waits for this row.
    await tx
      .update(leaderTerms)
      .set({ workedAt: NOW, works: sql`${leaderTerms.works} + 1` })
      .where(eq(leaderTerms.epoch, own));
    return result;
  }

  return {
    term,
    run(action) {
      const own = term();
      if (own === undefined) throw notLeading();
      return work.run(own, action);
    },
    async confirm() {
      const own = work.getStore();
      if (own === undefined || own !== term()) return false;
      try {
        await orm.transaction((tx) => fence(tx, own, async () => {}));
      } catch (error) {
        if (taken === own) throw toStoreError(error);
      }
      return own === term();
    },
    renew,
    termOfWork: () => work.getStore(),
    fence,
    async release() {
      if (taken === undefined) return;
      const own = taken;
      taken = undefined;
      await giveBack(orm, own, replica);
    },
  };
}

async function giveBack(orm: Orm, own: number, replica: string): Promise<void> {
  const isOwn = and(eq(leaderLease.epoch, own), eq(leaderLease.holder, replica));
  await orm.update(leaderLease).set({ expiresAt: 0 }).where(isOwn);
}

async function extend(orm: Orm, own: number): Promise<boolean> {
  const extended = await orm
    .update(leaderLease)
    .set(EXTENDED)
    .where(eq(leaderLease.epoch, own))
    .returning({ epoch: leaderLease.epoch });
  return extended.length > 0;
}

const isOver = lte(leaderLease.expiresAt, NOW);

function isFree(orm: Orm): Promise<boolean> {
  return hasRow(createDatabase(orm, NO_TABLES), leaderLease, isOver);
}

async function take(orm: Orm, replica: string): Promise<number | undefined> {
  return orm.transaction(async (tx) => {
    // Waits for the current write of the previous leader.
    const [free] = await tx
      .select({ id: leaderLease.id })
      .from(leaderLease)
      .where(isOver)
      .for('update');
    if (free === undefined) return undefined;
    const [lease] = await tx
      .update(leaderLease)
      .set({ ...EXTENDED, epoch: sql`${leaderLease.epoch} + 1`, holder: replica })
      .where(eq(leaderLease.id, free.id))
      .returning();
    if (lease === undefined) return undefined;
    await tx
      .insert(leaderTerms)
      .values({ epoch: lease.epoch, holder: replica, beganAt: NOW, workedAt: NOW, works: 0 });
    await tx.delete(leaderTerms).where(lte(leaderTerms.epoch, lease.epoch - TERMS_KEPT));
    return lease.epoch;
  });
}

function notLeading(): Failure {
  return new Failure('unavailable', 'Another replica does this now.', { retryAfterSeconds: 1 });
}
