// Recently used sessions, which stay valid while the database is away.
//
// They are read again after every change to accounts, and are valid only while no newer change is known: a session
// that was ended, here or on another replica, must not come back because the database went away.

import { setTimeout as wait } from 'node:timers/promises';
import { eq, inArray } from 'drizzle-orm';
import { Failure } from '../../platform/lib/failure.ts';
import { removeOldest } from '../../platform/lib/remove-oldest.ts';
import type { Database } from '../../platform/store/engine.ts';
import { inParts } from '../../platform/store/queries.ts';
import { wrapMethods } from '../../platform/store/stores.ts';
import { isWrite } from '../../platform/store/write-calls.ts';
import type { SessionStore } from '../account/account-ports.ts';
import { accountColumns } from '../account/account-store.ts';

const MAX_KNOWN = 5_000;
/** How long sessions are valid without the database, and how long a session is remembered without a look-up. */
const KEPT_MS = 60 * 60_000;
const PATIENCE_MS = 1_500;
/** After each read of the sessions, the next one waits for this many times the duration of the read. */
const REST = 9;
const MAX_REST_MS = 400;

type Found = NonNullable<Awaited<ReturnType<SessionStore['findSession']>>>;

interface Known {
  found: Found;
  askedAt: number;
}

/**
 * Starts with no sessions. `revision` is the number of the last change. `accountStores` are the stores whose changes
 * may end sessions, or change their accounts in ways that the arguments do not show.
 */
export function createKnownSessions(
  db: Database,
  revision: number,
  accountStores: ReadonlySet<string>,
) {
  const memory = createMemory(db, revision);
  let isAway = false;
  let begun = 0;

  return {
    /** Wraps the stores: they answer with remembered sessions while the database is away. */
    wrapStores<Stores extends { sessions: SessionStore }>(stores: Stores): Stores {
      const mapped = wrapMethods(stores, (method, store, name) => {
        if (!accountStores.has(store) || !isWrite(name)) return method;
        return async (...args) => {
          const before = begun;
          try {
            return await method(...args);
          } finally {
            // If no transaction began, the call changed nothing.
            if (begun !== before) memory.noteChange();
          }
        };
      });
      return { ...mapped, sessions: createSessions(mapped.sessions, memory, () => isAway) };
    },
    /** A writing transaction of this process has begun. */
    onBegun() {
      begun += 1;
    },
    /** The database answered with its last change's number. If that is new, reads the sessions again, now or soon. */
    async confirm(number: number) {
      await memory.confirm(number);
      isAway = false;
    },
    onAway() {
      isAway = true;
    },
  };
}

/** The remembered sessions, and whether they are valid. `revision` is the number of the last change. */
function createMemory(db: Database, revision: number) {
  const known = new Map<string, Known>();
  /** Counts changes that may make remembered sessions wrong. A session read during a change is not remembered. */
  let changes = 0;
  let lastRevision = revision;
  const confirmed = { revision, changes: 0, at: performance.now() };
  let mayConfirmAt = 0;

  async function confirmAll(): Promise<void> {
    const beganAt = performance.now();
    for (const [valueHash, { askedAt }] of known) {
      if (beganAt - askedAt > KEPT_MS) known.delete(valueHash);
    }
    // From here on, every read sees the change.
    changes += 1;
    const upTo = { revision: lastRevision, changes };
    const hashes = [...known.keys()];
    const read = await readAgain(db, hashes);
    for (const valueHash of hashes) {
      const entry = known.get(valueHash);
      const found = read.get(valueHash);
      if (found === undefined) known.delete(valueHash);
      else if (entry !== undefined) entry.found = found;
    }
    Object.assign(confirmed, upTo);
    const endedAt = performance.now();
    mayConfirmAt = endedAt + Math.min(REST * (endedAt - beganAt), MAX_REST_MS);
  }

  return {
    countChanges: () => changes,
    noteChange(): void {
      changes += 1;
    },
    forget(isEnded: (valueHash: string, found: Found) => boolean): void {
      changes += 1;
      // A read that is under way must not bring the session back.
      confirmed.changes += 1;
      for (const [valueHash, { found }] of known) {
        if (isEnded(valueHash, found)) known.delete(valueHash);
      }
    },
    recall(valueHash: string): Found | undefined {
      const isConfirmed =
        confirmed.revision === lastRevision &&
        confirmed.changes === changes &&
        performance.now() - confirmed.at < KEPT_MS;
      return isConfirmed ? known.get(valueHash)?.found : undefined;
    },
    remember(valueHash: string, found: Found | undefined): void {
      known.delete(valueHash);
      if (found === undefined) return;
      if (known.size >= MAX_KNOWN) removeOldest(known);
      known.set(valueHash, { found, askedAt: performance.now() });
    },
    async confirm(number: number): Promise<void> {
      lastRevision = number;
      const isSame = confirmed.revision === number && confirmed.changes === changes;
      if (!isSame && performance.now() >= mayConfirmAt) await confirmAll();
      confirmed.at = performance.now();
    },
  };
}

type Memory = ReturnType<typeof createMemory>;

function createSessions(
  sessions: SessionStore,
  memory: Memory,
  isAway: () => boolean,
): SessionStore {
  /** Forgets the sessions even if the call fails, since the change may have been made. */
  async function forgetting<Result>(
    ending: Promise<Result>,
    isEnded: (valueHash: string, found: Found) => boolean,
  ): Promise<Result> {
    try {
      return await ending;
    } finally {
      memory.forget(isEnded);
    }
  }

  async function lookUp(valueHash: string): Promise<Found | undefined> {
    const before = memory.countChanges();
    const found = await sessions.findSession(valueHash);
    if (memory.countChanges() === before || found === undefined) memory.remember(valueHash, found);
    return found;
  }

  return {
    ...sessions,
    async findSession(valueHash) {
      const recalled = memory.recall(valueHash);
      if (isAway() && recalled !== undefined) return recalled;
      const lookingUp = lookUp(valueHash);
      if (recalled === undefined) return lookingUp;
      const patience = new AbortController();
      const late = wait(PATIENCE_MS, undefined, { signal: patience.signal }).then(
        () => memory.recall(valueHash) ?? lookingUp,
      );
      try {
        return await Promise.race([lookingUp, late]);
      } catch (error) {
        const instead = isUnavailable(error) ? memory.recall(valueHash) : undefined;
        if (instead === undefined) throw error;
        return instead;
      } finally {
        patience.abort();
      }
    },
    async markSessionUsed(valueHash, at) {
      try {
        await sessions.markSessionUsed(valueHash, at);
      } catch (error) {
        // A later use is stored instead.
        if (!isUnavailable(error)) throw error;
      }
    },
    endSession: (valueHash) =>
      forgetting(sessions.endSession(valueHash), (hash) => hash === valueHash),
    endOtherSessions: (accountId, keptValueHash) =>
      forgetting(
        sessions.endOtherSessions(accountId, keptValueHash),
        (hash, { account }) => account.id === accountId && hash !== keptValueHash,
      ),
    // This ends the oldest session of the account, and the session that it replaces.
    startSession: (session, conditions) =>
      forgetting(
        sessions.startSession(session, conditions),
        (hash, { account }) =>
          account.id === session.accountId || hash === conditions.endsValueHash,
      ),
  };
}

async function readAgain(db: Database, hashes: string[]): Promise<Map<string, Found>> {
  const { sessions, accounts } = db.tables;
  const read = new Map<string, Found>();
  for (const page of inParts(hashes)) {
    const rows = await db
      .select({ session: sessions, account: accountColumns(db.tables) })
      .from(sessions)
      .innerJoin(accounts, eq(accounts.id, sessions.accountId))
      .where(inArray(sessions.valueHash, page));
    for (const found of rows) read.set(found.session.valueHash, found);
  }
  return read;
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Failure && error.kind === 'unavailable';
}
