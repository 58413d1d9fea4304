// Counters, budgets and spent keys that the replicas of a service share in a database table.
//
// Each state is a row. A change reads the row, and writes only when the row is still the same: two statements, and no
// lock that somebody could hold. Keys are stored as SHA-256, because they hold addresses and session values.

import { createHmac, randomBytes } from 'node:crypto';
import { and, asc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Clock } from '../../lib/clock.ts';
import { sha256Hex } from '../../lib/digest.ts';
import { BUSY_MESSAGE, BUSY_SECONDS, Failure } from '../../lib/failure.ts';
import { removeOldest } from '../../lib/remove-oldest.ts';
import type { SharedStates, SpentList, StateChange, StateSet } from '../../lib/state-ports.ts';
import { countRows, hasRow, matches } from '../queries.ts';
import { createDatabase, NO_TABLES, type Orm } from './engine.ts';
import { toStoreError } from './failures.ts';
import { sharedStates } from './replica-tables.ts';

const KEY_KIND = 'signing key';
/** Largest expected difference between the clocks of two replicas. */
const APART_MS = 60_000;
/** Rows outlive their expiry by this, for replicas whose clocks are behind. */
const KEPT_AFTER_MS = 10 * APART_MS;
/** A mark is set this long before its keys are removed. No statement that missed the mark takes longer. */
const MARKED_MS = 60_000;
/** Tries to change a row while other replicas change it too. All of them succeed long before this many. */
const MAX_TRIES = 100;
const PAUSE_MS = 5;
/** Changes of one state that may wait at once in a process. Further changes are refused. */
const MAX_WAITING = 200;
/** Spent keys that one process remembers, so that it need not ask the database. */
const MAX_KNOWN = 50_000;
/** The key of the row that marks which spent keys of a kind were forgotten. */
const MARK = '';

/** Opens the states. A reader of the signing key can only make anonymous sessions and empty forms. */
export async function openSharedStates(orm: Orm, clock: Clock): Promise<SharedStates> {
  const inTurn = createTurns();
  const bounds = new Map<string, Bound>();
  const key = Buffer.from(await run(() => findOrMakeKey(orm)), 'base64url');

  return {
    outlivesProcess: true,
    signingKey: (purpose) => createHmac('sha256', key).update(purpose).digest(),
    open(kind, { most }) {
      bounds.set(kind, { most, isSpent: false });
      return openStates(orm, clock, inTurn, kind);
    },
    openSpent(kind, { most }) {
      bounds.set(kind, { most, isSpent: true });
      return openSpentList(orm, kind);
    },
    sweep: () =>
      run(async () => {
        const old = lt(sharedStates.expiresAt, clock.now() - KEPT_AFTER_MS);
        await orm.delete(sharedStates).where(old);
        for (const [kind, bound] of bounds) await keepWithin(orm, clock.now(), kind, bound);
      }),
  };
}

interface Bound {
  most: number;
  isSpent: boolean;
}

async function run<Result>(query: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await query();
  } catch (error) {
    throw toStoreError(error);
  }
}

function openStates<State>(
  orm: Orm,
  clock: Clock,
  inTurn: ReturnType<typeof createTurns>,
  kind: string,
): StateSet<State> {
  const rowOf = (hash: string) => matches(sharedStates, { kind, key: hash });

  async function read(hash: string) {
    const [row] = await run(() => orm.select().from(sharedStates).where(rowOf(hash)));
    return row?.state;
  }

  /** Writes when the row is still the same as it was read; returns whether it did. */
  async function exchange(
    hash: string,
    before: string | undefined,
    next: { state: string; expiresAt: number } | undefined,
  ): Promise<boolean> {
    const isSame = and(rowOf(hash), eq(sharedStates.state, before ?? ''));
    const written = await run(async () => {
      const returned = { key: sharedStates.key };
      if (before === undefined) {
        if (next === undefined) return ['nothing was there'];
        const row = { kind, key: hash, ...next };
        return orm.insert(sharedStates).values(row).onConflictDoNothing().returning(returned);
      }
      if (next === undefined) return orm.delete(sharedStates).where(isSame).returning(returned);
      return orm.update(sharedStates).set(next).where(isSame).returning(returned);
    });
    return written.length > 0;
  }

  async function update<Result>(
    hash: string,
    change: (state: State | undefined, now: number) => StateChange<State, Result>,
  ): Promise<Result> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const before = await read(hash);
      const { state, at } = unpack<State>(before, clock.now());
      const { result, next } = change(state, at);
      if (next === undefined) return result;
      const row =
        next === 'removed'
          ? undefined
          : { state: pack(at, next.state), expiresAt: Math.ceil(next.until) };
      if (await exchange(hash, before, row)) return result;
      await Bun.sleep(Math.random() * PAUSE_MS);
    }
    throw busy();
  }

  return {
    update(stateKey, change) {
      const hash = sha256Hex(stateKey);
      return inTurn(`${kind} ${hash}`, () => update(hash, change));
    },
    async look(stateKey, look) {
      const { state, at } = unpack<State>(await read(sha256Hex(stateKey)), clock.now());
      return look(state, at);
    },
  };
}

function openSpentList(orm: Orm, kind: string): SpentList {
  const known = new Map<string, true>();

  function note(hash: string): void {
    if (known.size >= MAX_KNOWN) removeOldest(known);
    known.set(hash, true);
  }

  return {
    isKnownSpent: (stateKey) => known.has(sha256Hex(stateKey)),
    async isSpent(stateKey, until) {
      const hash = sha256Hex(stateKey);
      if (known.has(hash)) return true;
      const isTheRow = sql`${sharedStates.kind} = ${kind} AND (${sharedStates.key} = ${hash}
        OR ${sharedStates.key} = ${MARK} AND ${sharedStates.expiresAt} >= ${until})`;
      const isSpent = await run(() =>
        hasRow(createDatabase(orm, NO_TABLES), sharedStates, isTheRow),
      );
      if (isSpent) note(hash);
      return isSpent;
    },
    async spend(stateKey, until) {
      const hash = sha256Hex(stateKey);
      if (known.has(hash)) return false;
      const isLater = gte(sharedStates.expiresAt, until);
      const marked = orm
        .select({ key: sharedStates.key })
        .from(sharedStates)
        .where(and(matches(sharedStates, { kind, key: MARK }), isLater));
      const added: unknown = await run(() =>
        orm.execute(sql`
          INSERT INTO ${sharedStates} (kind, key, state, expires_at)
          SELECT ${kind}::text, ${hash}::text, '', ${until}::bigint WHERE NOT EXISTS (${marked})
          ON CONFLICT DO NOTHING RETURNING key`),
      );
      note(hash);
      return (added as unknown[]).length > 0;
    },
  };
}

/** Removes the oldest rows beyond the limit of a kind. Spent keys are first marked as forgotten. */
async function keepWithin(
  orm: Orm,
  now: number,
  kind: string,
  { most, isSpent }: Bound,
): Promise<void> {
  // Times are compared as texts, which all have the same length.
  const settled = `${now - MARKED_MS}`;
  const ofKind = and(eq(sharedStates.kind, kind), ne(sharedStates.key, MARK));
  if (isSpent) {
    await orm.execute(sql`
      DELETE FROM ${sharedStates} AS spent USING ${sharedStates} AS mark
      WHERE spent.kind = ${kind} AND spent.key <> ${MARK}
        AND mark.kind = ${kind} AND mark.key = ${MARK}
        AND spent.expires_at <= mark.expires_at AND mark.state < ${settled}`);
  }
  const over = (await countRows(createDatabase(orm, NO_TABLES), sharedStates, ofKind)) - most;
  if (over <= 0) return;
  const [last] = await orm
    .select({ until: sharedStates.expiresAt })
    .from(sharedStates)
    .where(ofKind)
    .orderBy(asc(sharedStates.expiresAt))
    .offset(over - 1)
    .limit(1);
  if (last === undefined) return;
  const { until } = last;
  if (!isSpent) {
    // Deletes by key, because many rows may expire at the same moment.
    const first = orm
      .select({ key: sharedStates.key })
      .from(sharedStates)
      .where(ofKind)
      .orderBy(asc(sharedStates.expiresAt), asc(sharedStates.key))
      .limit(over);
    await orm.delete(sharedStates).where(and(ofKind, inArray(sharedStates.key, first)));
    return;
  }
  const mark = { state: `${now}`, expiresAt: until };
  await orm
    .insert(sharedStates)
    .values({ kind, key: MARK, ...mark })
    .onConflictDoUpdate({
      target: [sharedStates.kind, sharedStates.key],
      set: mark,
      setWhere: sql`${lt(sharedStates.expiresAt, until)} AND ${lt(sharedStates.state, settled)}`,
    });
}

async function findOrMakeKey(orm: Orm): Promise<string> {
  const made = {
    kind: KEY_KIND,
    key: 'all',
    expiresAt: Number.MAX_SAFE_INTEGER,
    state: randomBytes(32).toString('base64url'),
  };
  await orm.insert(sharedStates).values(made).onConflictDoNothing();
  const [found] = await orm.select().from(sharedStates).where(eq(sharedStates.kind, KEY_KIND));
  return found?.state ?? made.state;
}

function pack(at: number, state: unknown): string {
  return JSON.stringify([at, state]);
}

function unpack<State>(
  stored: string | undefined,
  now: number,
): { state: State | undefined; at: number } {
  if (stored === undefined) return { state: undefined, at: now };
  const [at, state] = JSON.parse(stored) as [number, State];
  return { state, at: at > now && at - now <= APART_MS ? at : now };
}

/** Runs work with the same key one after another, so that a process never competes with itself. */
function createTurns() {
  const queues = new Map<string, { last: Promise<unknown>; waiting: number }>();
  return async <Result>(key: string, run: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), waiting: 0 };
    if (queue.waiting >= MAX_WAITING) throw busy();
    queues.set(key, queue);
    queue.waiting += 1;
    const turn = queue.last.then(run);
    queue.last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      queue.waiting -= 1;
      if (queue.waiting === 0) queues.delete(key);
    }
  };
}

function busy(): Failure {
  return new Failure('unavailable', BUSY_MESSAGE, { retryAfterSeconds: BUSY_SECONDS });
}
