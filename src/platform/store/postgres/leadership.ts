// The lease of the leader: one replica at a time holds it, renews it, and writes only while nobody took it.
//
// The row has a number, the term, that grows whenever another replica takes the lease. A write of the leader
// locks the row for its term and keeps it up to the end of its transaction: a replica that wants the lease waits
// for the write, and what is written later is refused. Renewing the lease waits for neither. No clock of a replica
// decides about a write; its own clock only tells it to begin nothing when it could not renew the lease.

import { AsyncLocalStorage } from 'node:async_hooks';
import { and, eq, lte, sql } from 'drizzle-orm';
import { Failure } from '../../lib/failure.ts';
import type { Leadership } from '../../lib/leadership.ts';
import type { Report } from '../../ops/events.ts';
import { hasRow } from '../queries.ts';
import { createDatabase, NO_TABLES, type Orm } from './engine.ts';
import { toStoreError } from './failures.ts';
import { leaderLease, leaderTerms } from './replica-tables.ts';

/** How long a lease lasts that is not renewed. With the interval, less than the five seconds of a takeover. */
const LEASE_MS = 3_500;
/** How long the holder itself relies on it: what it begins then has a moment left. */
const RELIED_ON_MS = 3_000;
/** After so long in a transaction without a statement the leader hangs, and must not keep the next one waiting. */
const IDLE_MS = 2_500;
const TERMS_KEPT = 100;

export const RENEW_EVERY_MS = 500;

const NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
const EXTENDED = { expiresAt: sql`${NOW} + ${LEASE_MS}` };

export interface PostgresLeadership extends Leadership {
  /** Renews the lease, or takes it where nobody holds it. Throws what the database throws. */
  renew(): Promise<void>;
  /** The term of the work in which this is called; `undefined` outside of `run`. */
  termOfWork(): number | undefined;
  /** Makes a change of the leader in a transaction, and counts it. Throws `unavailable`, without it, when the term is over. */
  fence<Result>(tx: Orm, term: number, change: () => Promise<Result>): Promise<Result>;
  release(): Promise<void>;
}

export function createLeadership(
  orm: Orm,
  replica: string,
  report: Report = () => {},
): PostgresLeadership {
  const work = new AsyncLocalStorage<number>();
  /** The term that this replica took, until it knows of a later one. */
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

  /** Another replica leads: there is a later term than this one. */
  function lose(lost: number): void {
    if (taken !== lost) return;
    taken = undefined;
    noteTerm();
  }

  async function renew(): Promise<void> {
    // Where the database does not answer, this is when it is noticed.
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
    // Of all locks the weakest that a takeover waits for; renewing the lease does not.
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
    // Last, since the next change of the leader waits for this row.
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
    // Waits for what the leader before is writing.
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
