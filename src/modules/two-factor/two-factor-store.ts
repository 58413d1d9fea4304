// The repositories of what secures an account: second factors and mailed codes, sessions, the devices that they were
// started from, and the log that its owner sees.

import { and, desc, eq, gt, isNull, lt, lte, ne, not, notInArray, or, sql } from 'drizzle-orm';
import { removeAged } from '../../platform/store/clock-leaps.ts';
import type { Database, Queries, Tables } from '../../platform/store/engine.ts';
import {
  countRows,
  findRow,
  hasRow,
  matches,
  putRow,
  removeRows,
  updateRows,
} from '../../platform/store/queries.ts';
import type {
  AccountEvent,
  AccountLogStore,
  LogBounds,
  NewLogEntry,
} from '../account/account-log-ports.ts';
import type { SessionStore, StartNotes } from '../account/account-ports.ts';
import { isAccountThere, isSuspended, prepareAccountById } from '../account/account-store.ts';
import { addEmailJob } from '../email/outbox-store.ts';
import type { DeviceStore } from '../sessions/device-ports.ts';
import type {
  AccountSecurity,
  FactorNotes,
  MailBudget,
  SecurityStore,
  TurnedOn,
} from './security-ports.ts';

const NOTHING: AccountSecurity = {
  totpSecret: null,
  totpStartedAt: null,
  totpSessionHash: null,
  totpConfirmedAt: null,
  totpLastStep: 0,
  mailCodesSince: null,
  protectedUntil: 0,
};
const HOUR_MS = 60 * 60_000;

export function createSecurityStore(db: Database): SecurityStore {
  const { accountSecurity, loginCodes, recoveryCodes } = db.tables;

  /** Returns false where the factor that `since` belongs to is not on. */
  const turnOff = (
    accountId: number,
    since: 'totpConfirmedAt' | 'mailCodesSince',
    notes: FactorNotes | undefined,
  ) =>
    db.transaction(async (tx) => {
      if ((await readSecurity(tx, accountId))[since] === null) return false;
      const { mailCodesSince, protectedUntil: _, ...totp } = NOTHING;
      await setSecurity(tx, accountId, since === 'mailCodesSince' ? { mailCodesSince } : totp);
      if (!hasFactor(await readSecurity(tx, accountId))) {
        await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
      }
      await writeNotes(tx, accountId, notes);
      return true;
    });

  return {
    findSecurity: (accountId) => readSecurity(db, accountId),

    startTotp: (accountId, { secret: totpSecret, at: totpStartedAt, sessionHash }) =>
      db.transaction(async (tx) => {
        const { totpConfirmedAt } = await readSecurity(tx, accountId);
        if (totpConfirmedAt !== null) return false;
        const started = { totpSecret, totpStartedAt, totpSessionHash: sessionHash };
        await setSecurity(tx, accountId, { ...started, totpLastStep: 0 });
        return true;
      }),

    confirmTotp: (accountId, { secret, step, at, recoveryHashes }, notes) =>
      db.transaction(async (tx) => {
        const { totpSecret, totpConfirmedAt } = await readSecurity(tx, accountId);
        if (totpSecret !== secret || totpConfirmedAt !== null) return 'refused';
        const changes = { totpConfirmedAt: at, totpLastStep: step, totpSessionHash: null };
        return turnOn(tx, accountId, changes, { recoveryHashes, at, notes });
      }),

    replaceTotp: (accountId, { secret: totpSecret, step, at: totpConfirmedAt }, notes) =>
      db.transaction(async (tx) => {
        if ((await readSecurity(tx, accountId)).totpConfirmedAt === null) return false;
        await setSecurity(tx, accountId, { totpSecret, totpConfirmedAt, totpLastStep: step });
        await writeNotes(tx, accountId, notes);
        return true;
      }),

    async spendTotpStep(accountId, step) {
      const isLater = lt(accountSecurity.totpLastStep, step);
      const isUnspent = and(matches(accountSecurity, { accountId }), isLater);
      return (await updateRows(db, accountSecurity, { totpLastStep: step }, isUnspent)) > 0;
    },

    turnOffTotp: (accountId, notes) => turnOff(accountId, 'totpConfirmedAt', notes),

    turnOnMailCodes: (accountId, at, recoveryHashes, notes) =>
      db.transaction(async (tx) => {
        const { mailCodesSince } = await readSecurity(tx, accountId);
        if (mailCodesSince !== null) return 'refused';
        return turnOn(tx, accountId, { mailCodesSince: at }, { recoveryHashes, at, notes });
      }),

    turnOffMailCodes: (accountId, notes) => turnOff(accountId, 'mailCodesSince', notes),

    replaceRecoveryCodes: (accountId, hashes, at, notes) =>
      db.transaction(async (tx) => {
        await writeRecoveryCodes(tx, accountId, hashes, at);
        await writeNotes(tx, accountId, notes);
      }),

    spendRecoveryCode: (accountId, codeHash, notes) =>
      db.transaction(async (tx) => {
        const isIt = matches(recoveryCodes, { accountId, codeHash });
        if ((await removeRows(tx, recoveryCodes, isIt)) === 0) return false;
        await writeNotes(tx, accountId, notes);
        return true;
      }),

    countRecoveryCodes: (accountId) =>
      countRows(db, recoveryCodes, matches(recoveryCodes, { accountId })),

    addLoginCode: (code, budget) =>
      db.transaction(async (tx) => {
        const nextAt = await findNextMailAt(tx, code.accountId, code.sentAt, budget);
        if (nextAt > code.sentAt || !(await isAccountThere(tx, code.accountId))) return { nextAt };
        await tx.insert(loginCodes).values(code);
        return 'added';
      }),

    describeLoginCodes: async (accountId, now, budget) => ({
      hasValid: await hasRow(db, loginCodes, isValid(db.tables, accountId, now)),
      nextAt: await findNextMailAt(db, accountId, now, budget),
    }),

    spendLoginCode: (accountId, codeHash, at, { newest }) =>
      db.transaction(async (tx) => {
        const isSpendable = isValid(tx.tables, accountId, at);
        const valid = await tx
          .select({ codeHash: loginCodes.codeHash })
          .from(loginCodes)
          .where(isSpendable)
          .orderBy(desc(loginCodes.sentAt), desc(loginCodes.id))
          .limit(newest);
        if (!valid.some((row) => row.codeHash === codeHash)) return false;
        await tx.update(loginCodes).set({ spentAt: at }).where(isSpendable);
        return true;
      }),

    protectUntil: (accountId, until) =>
      db.transaction(async (tx) => {
        const { protectedUntil } = await readSecurity(tx, accountId);
        await setSecurity(tx, accountId, { protectedUntil: until });
        return protectedUntil;
      }),

    async removeOldLoginCodes(sentBefore) {
      await removeAged(db, loginCodes, lt(loginCodes.sentAt, sentBefore));
    },
  };
}

/** Forgets both factors, all codes and all devices of an account. To be called inside a transaction. */
export async function forgetSecurity(tx: Queries, accountId: number): Promise<void> {
  const { accountSecurity, devices, loginCodes, recoveryCodes } = tx.tables;
  for (const table of [accountSecurity, recoveryCodes, loginCodes, devices]) {
    await tx.delete(table).where(eq(table.accountId, accountId));
  }
}

async function readSecurity(db: Queries, id: number): Promise<AccountSecurity> {
  const { accountSecurity } = db.tables;
  const row = await findRow(db, accountSecurity, eq(accountSecurity.accountId, id));
  const { accountId: _, ...security } = row ?? { accountId: id, ...NOTHING };
  return security;
}

async function setSecurity(
  tx: Queries,
  accountId: number,
  changes: Partial<AccountSecurity>,
): Promise<void> {
  if (!(await isAccountThere(tx, accountId))) return;
  await putRow(tx, tx.tables.accountSecurity, { accountId, ...changes });
}

async function turnOn(
  tx: Queries,
  accountId: number,
  changes: Partial<AccountSecurity>,
  given: { recoveryHashes: readonly string[]; at: number; notes: FactorNotes | undefined },
): Promise<TurnedOn> {
  const before = await readSecurity(tx, accountId);
  await setSecurity(tx, accountId, changes);
  await writeNotes(tx, accountId, given.notes);
  if (hasFactor(before)) return 'further';
  await writeRecoveryCodes(tx, accountId, given.recoveryHashes, given.at);
  return 'first';
}

async function writeNotes(
  tx: Queries,
  accountId: number,
  notes: FactorNotes | undefined,
): Promise<void> {
  if (notes === undefined || !(await isAccountThere(tx, accountId))) return;
  await writeLogEntry(tx, accountId, notes.entry, notes.bounds);
  for (const emailJob of notes.emailJobs) await addEmailJob(tx, emailJob);
}

function hasFactor({ totpConfirmedAt, mailCodesSince }: AccountSecurity): boolean {
  return totpConfirmedAt !== null || mailCodesSince !== null;
}

async function writeRecoveryCodes(
  tx: Queries,
  accountId: number,
  hashes: readonly string[],
  createdAt: number,
): Promise<void> {
  if (!(await isAccountThere(tx, accountId))) return;
  const { recoveryCodes } = tx.tables;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  if (hashes.length === 0) return;
  const rows = hashes.map((codeHash) => ({ accountId, codeHash, createdAt }));
  await tx.insert(recoveryCodes).values(rows);
}

const isValid = ({ loginCodes: codes }: Tables, accountId: number, at: number) =>
  and(matches(codes, { accountId }), isNull(codes.spentAt), gt(codes.validUntil, at));

async function findNextMailAt(
  db: Queries,
  accountId: number,
  now: number,
  { apartMs, perHour }: MailBudget,
): Promise<number> {
  const { loginCodes } = db.tables;
  const isCounted = gt(loginCodes.sentAt, now - HOUR_MS);
  const sent = await db
    .select({ sentAt: loginCodes.sentAt })
    .from(loginCodes)
    .where(and(matches(loginCodes, { accountId }), isCounted))
    .orderBy(desc(loginCodes.sentAt));
  // Times ahead of a clock that was turned back would keep codes from being sent.
  const times = sent.map((row) => row.sentAt).filter((at) => at <= now);
  const latest = times[0];
  if (latest === undefined) return now;
  const oldestCounted = times[perHour - 1];
  const afterHour = oldestCounted === undefined ? now : oldestCounted + HOUR_MS;
  return Math.max(latest + apartMs, afterHour);
}

export function createAccountLogStore(db: Database): AccountLogStore {
  const { accountLog } = db.tables;
  return {
    addLogEntry: (accountId, entry, bounds) =>
      db.transaction((tx) => writeLogEntry(tx, accountId, entry, bounds)),

    async listLogEntries(accountId) {
      const rows = await db
        .select()
        .from(accountLog)
        .where(matches(accountLog, { accountId }))
        .orderBy(desc(accountLog.id));
      return rows.map(({ id: _id, accountId: _accountId, ...entry }) => ({
        ...entry,
        event: entry.event as AccountEvent,
      }));
    },

    async removeOldLogEntries(before, loginsBefore) {
      const isLogin = matches(accountLog, { event: 'logged in' satisfies AccountEvent });
      const isOldLogin = and(lt(accountLog.at, loginsBefore), isLogin);
      await removeAged(db, accountLog, or(lt(accountLog.at, before), isOldLogin));
    },
  };
}

/** Writes an entry inside a transaction of the caller, as `AccountLogStore.addLogEntry` describes. */
export async function writeLogEntry(
  tx: Queries,
  accountId: number,
  entry: NewLogEntry,
  { atMost, sameWithinMs }: LogBounds,
): Promise<void> {
  const { accountLog } = tx.tables;
  if (!(await isAccountThere(tx, accountId))) return;
  const newest = async (offset: number) =>
    tx
      .select()
      .from(accountLog)
      .where(matches(accountLog, { accountId }))
      .orderBy(desc(accountLog.id))
      .limit(1)
      .offset(offset);
  const [latest] = await newest(0);
  const ageMs = entry.at - (latest?.at ?? 0);
  const isSame =
    latest !== undefined &&
    SAME.every((field) => latest[field] === entry[field]) &&
    ageMs >= 0 &&
    ageMs <= sameWithinMs;
  if (isSame) {
    const counted = { at: entry.at, count: latest.count + 1 };
    await tx.update(accountLog).set(counted).where(eq(accountLog.id, latest.id));
    return;
  }
  await tx.insert(accountLog).values({ accountId, ...entry, count: 1 });
  const [firstTooMany] = await newest(atMost);
  if (firstTooMany === undefined) return;
  const isTooMany = and(matches(accountLog, { accountId }), lte(accountLog.id, firstTooMany.id));
  await tx.delete(accountLog).where(isTooMany);
}

const SAME = ['event', 'device', 'country', 'detail'] as const;

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
          not(isSuspended(tx.tables, createdAt)),
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
      return removeAged(db, sessions, or(lt(lastUsedAt, usedBefore), lt(createdAt, createdBefore)));
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
      await removeAged(db, devices, lt(devices.lastSeenAt, seenBefore));
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
