// The repositories of logged-in sessions, and of the devices that they were started from.

import { and, desc, eq, isNull, lt, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import type { SessionStore, StartNotes } from '../../accounts/ports.ts';
import type { DeviceStore } from '../../accounts/security-ports.ts';
import type { Database, Queries } from '../engine.ts';
import { hasRow, matches, removeRows } from '../queries.ts';
import { writeLogEntry } from './account-log.ts';
import { prepareAccountById } from './accounts.ts';

/**
 * Two lookups by key: one statement that joins two tables takes Bun four times as long on SQLite. When an account
 * is removed between them, its session is removed too, so that never half of a pair is found.
 */
export function prepareLookUps(db: Database) {
  const { sessions } = db.tables;
  return {
    sessionByHash: db
      .select()
      .from(sessions)
      .where(eq(sessions.valueHash, sql.param(sql.placeholder('valueHash'), sessions.valueHash)))
      .prepare('session_by_hash'),
    accountById: prepareAccountById(db),
  };
}

export function createSessionStore(db: Database): SessionStore {
  const { accounts, sessions } = db.tables;
  const { sessionByHash, accountById } = prepareLookUps(db);
  const byUse = [desc(sessions.lastUsedAt), desc(sessions.createdAt)];

  return {
    startSession: (session, { passwordHash, endsValueHash, atMost, notes }) =>
      db.transaction(async (tx) => {
        const { accountId, valueHash, createdAt } = session;
        const mayLogIn = and(
          matches(accounts, { id: accountId, passwordHash }),
          or(isNull(accounts.suspendedAt), lte(accounts.suspendedUntil, createdAt)),
        );
        if (!(await hasRow(tx, accounts, mayLogIn))) return false;
        if (endsValueHash !== undefined) {
          await tx.delete(sessions).where(eq(sessions.valueHash, endsValueHash));
        }
        await tx.insert(sessions).values(session);
        if (atMost !== undefined) {
          const others = and(matches(sessions, { accountId }), ne(sessions.valueHash, valueHash));
          const kept = tx
            .select({ valueHash: sessions.valueHash })
            .from(sessions)
            .where(others)
            .orderBy(...byUse)
            .limit(atMost - 1);
          await tx.delete(sessions).where(and(others, notInArray(sessions.valueHash, kept)));
        }
        if (notes !== undefined) {
          await rememberDevices(tx, accountId, notes.entry.at, notes);
          await writeLogEntry(tx, accountId, notes.entry, notes.logBounds);
        }
        return true;
      }),

    async findSession(valueHash) {
      const [session] = await sessionByHash.execute({ valueHash });
      if (session === undefined) return undefined;
      const [account] = await accountById.execute({ id: session.accountId });
      return account === undefined ? undefined : { session, account };
    },

    listSessions: async (accountId) =>
      db
        .select()
        .from(sessions)
        .where(matches(sessions, { accountId }))
        .orderBy(...byUse),

    endOtherSessions(accountId, keptValueHash) {
      const isOther = ne(sessions.valueHash, keptValueHash);
      return removeRows(db, sessions, and(matches(sessions, { accountId }), isOther));
    },

    async markSessionUsed(valueHash, at) {
      await db.update(sessions).set({ lastUsedAt: at }).where(matches(sessions, { valueHash }));
    },

    async endSession(valueHash) {
      await db.delete(sessions).where(matches(sessions, { valueHash }));
    },

    removeExpiredSessions({ usedBefore, createdBefore }) {
      const { lastUsedAt, createdAt } = sessions;
      return removeRows(db, sessions, or(lt(lastUsedAt, usedBefore), lt(createdAt, createdBefore)));
    },
  };
}

const DAY_MS = 24 * 60 * 60_000;

export function createDeviceStore(db: Database): DeviceStore {
  const { devices } = db.tables;
  return {
    listDevices: async (accountId) =>
      db
        .select({ keyHash: devices.keyHash, lastSeenAt: devices.lastSeenAt })
        .from(devices)
        .where(matches(devices, { accountId })),

    async forgetDevices(accountId, exceptKeyHashes) {
      const isOther = notInArray(devices.keyHash, [...exceptKeyHashes]);
      await db.delete(devices).where(and(matches(devices, { accountId }), isOther));
    },

    async removeExpiredDevices(seenBefore) {
      await db.delete(devices).where(lt(devices.lastSeenAt, seenBefore));
    },
  };
}

async function rememberDevices(
  tx: Queries,
  accountId: number,
  at: number,
  { deviceKeyHashes, devicesAtMost, rotates }: StartNotes,
): Promise<void> {
  const { devices } = tx.tables;
  if (rotates !== undefined) {
    await tx.update(devices).set({ keyHash: rotates.to }).where(eq(devices.keyHash, rotates.from));
  }
  for (const keyHash of deviceKeyHashes) {
    await tx
      .insert(devices)
      .values({ accountId, keyHash, lastSeenAt: at })
      .onConflictDoUpdate({
        target: [devices.accountId, devices.keyHash],
        set: { lastSeenAt: at },
        setWhere: lte(devices.lastSeenAt, at - DAY_MS),
      });
  }
  const others = and(
    matches(devices, { accountId }),
    notInArray(devices.keyHash, [...deviceKeyHashes]),
  );
  const kept = tx
    .select({ keyHash: devices.keyHash })
    .from(devices)
    .where(others)
    .orderBy(desc(devices.lastSeenAt))
    .limit(Math.max(0, devicesAtMost - deviceKeyHashes.length));
  await tx.delete(devices).where(and(others, notInArray(devices.keyHash, kept)));
}
