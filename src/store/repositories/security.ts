// The repository of second factors: authenticator apps, recovery codes and mailed login codes.

import { and, count, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite';
import { accountSecurity } from '../../../drizzle/schema/account-security.ts';
import { devices } from '../../../drizzle/schema/devices.ts';
import { loginCodes } from '../../../drizzle/schema/login-codes.ts';
import { recoveryCodes } from '../../../drizzle/schema/recovery-codes.ts';
import type {
  AccountSecurity,
  FactorNotes,
  MailBudget,
  SecurityStore,
  TurnedOn,
} from '../../accounts/security-ports.ts';
import { writeLogEntry } from './account-log.ts';
import { isAccountThere } from './accounts.ts';
import type { Connection } from '../sqlite/connection.ts';
import { withStoreErrors } from '../errors.ts';
import { addEmailJob } from './outbox.ts';

type Transaction = Pick<BunSQLiteDatabase, 'select' | 'insert' | 'update' | 'delete'>;

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

/** Opens the repository of second factors over a connection. */
export function createSecurityStore({ orm }: Connection): SecurityStore {
  const change = <Result>(work: (tx: Transaction) => Result): Promise<Result> =>
    withStoreErrors(() => orm.transaction((tx) => work(tx), { behavior: 'immediate' }));

  return {
    findSecurity: (accountId) => withStoreErrors(() => readSecurity(orm, accountId)),

    startTotp: (accountId, { secret: totpSecret, at: totpStartedAt, sessionHash }) =>
      change((tx) => {
        if (readSecurity(tx, accountId).totpConfirmedAt !== null) return false;
        const started = { totpSecret, totpStartedAt, totpSessionHash: sessionHash };
        setSecurity(tx, accountId, { ...started, totpLastStep: 0 });
        return true;
      }),

    confirmTotp: (accountId, { secret, step, at, recoveryHashes }, notes) =>
      change((tx) => {
        const { totpSecret, totpConfirmedAt } = readSecurity(tx, accountId);
        if (totpSecret !== secret || totpConfirmedAt !== null) return 'refused';
        const changes = { totpConfirmedAt: at, totpLastStep: step, totpSessionHash: null };
        return turnOn(tx, accountId, changes, { recoveryHashes, at, notes });
      }),

    spendTotpStep: (accountId, step) =>
      withStoreErrors(
        () =>
          orm
            .update(accountSecurity)
            .set({ totpLastStep: step })
            .where(
              and(eq(accountSecurity.accountId, accountId), lt(accountSecurity.totpLastStep, step)),
            )
            .returning({ id: accountSecurity.accountId })
            .all().length > 0,
      ),

    turnOffTotp: (accountId, notes) =>
      change((tx) => {
        if (readSecurity(tx, accountId).totpConfirmedAt === null) return false;
        const off = { totpSecret: null, totpStartedAt: null, totpConfirmedAt: null };
        setSecurity(tx, accountId, { ...off, totpSessionHash: null, totpLastStep: 0 });
        dropUselessRecoveryCodes(tx, accountId);
        writeNotes(tx, accountId, notes);
        return true;
      }),

    turnOnMailCodes: (accountId, at, recoveryHashes, notes) =>
      change((tx) => {
        if (readSecurity(tx, accountId).mailCodesSince !== null) return 'refused';
        return turnOn(tx, accountId, { mailCodesSince: at }, { recoveryHashes, at, notes });
      }),

    turnOffMailCodes: (accountId, notes) =>
      change((tx) => {
        if (readSecurity(tx, accountId).mailCodesSince === null) return false;
        setSecurity(tx, accountId, { mailCodesSince: null });
        dropUselessRecoveryCodes(tx, accountId);
        writeNotes(tx, accountId, notes);
        return true;
      }),

    replaceRecoveryCodes: (accountId, hashes, at, notes) =>
      change((tx) => {
        writeRecoveryCodes(tx, accountId, hashes, at);
        writeNotes(tx, accountId, notes);
      }),

    spendRecoveryCode: (accountId, codeHash, notes) =>
      change((tx) => {
        const spent = tx
          .delete(recoveryCodes)
          .where(and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.codeHash, codeHash)))
          .returning({ codeHash: recoveryCodes.codeHash })
          .all();
        if (spent.length === 0) return false;
        writeNotes(tx, accountId, notes);
        return true;
      }),

    countRecoveryCodes: (accountId) =>
      withStoreErrors(
        () =>
          orm
            .select({ count: count() })
            .from(recoveryCodes)
            .where(eq(recoveryCodes.accountId, accountId))
            .get()?.count ?? 0,
      ),

    addLoginCode: (code, budget) =>
      change((tx) => {
        const nextAt = findNextMailAt(tx, code.accountId, code.sentAt, budget);
        if (nextAt > code.sentAt || !isAccountThere(tx, code.accountId)) return { nextAt };
        tx.insert(loginCodes).values(code).run();
        return 'added';
      }),

    describeLoginCodes: (accountId, now, budget) =>
      withStoreErrors(() => ({
        nextAt: findNextMailAt(orm, accountId, now, budget),
        hasValid: orm.select().from(loginCodes).where(isValid(accountId, now)).all().length > 0,
      })),

    spendLoginCode: (accountId, codeHash, at, { newest }) =>
      change((tx) => {
        const valid = tx
          .select({ codeHash: loginCodes.codeHash })
          .from(loginCodes)
          .where(isValid(accountId, at))
          .orderBy(desc(loginCodes.sentAt), desc(loginCodes.id))
          .limit(newest)
          .all();
        if (!valid.some((row) => row.codeHash === codeHash)) return false;
        tx.update(loginCodes).set({ spentAt: at }).where(isValid(accountId, at)).run();
        return true;
      }),

    protectUntil: (accountId, until) =>
      change((tx) => {
        const { protectedUntil } = readSecurity(tx, accountId);
        setSecurity(tx, accountId, { protectedUntil: until });
        return protectedUntil;
      }),

    removeOldLoginCodes: (sentBefore) =>
      withStoreErrors(() => {
        orm.delete(loginCodes).where(lt(loginCodes.sentAt, sentBefore)).run();
      }),
  };
}

/** Forgets both factors, all codes and all devices of an account. To be called inside a transaction. */
export function forgetSecurity(tx: Pick<Transaction, 'delete'>, accountId: number): void {
  for (const table of [accountSecurity, recoveryCodes, loginCodes, devices]) {
    tx.delete(table).where(eq(table.accountId, accountId)).run();
  }
}

function readSecurity(tx: Transaction, accountId: number): AccountSecurity {
  const row = tx
    .select()
    .from(accountSecurity)
    .where(eq(accountSecurity.accountId, accountId))
    .get();
  if (row === undefined) return NOTHING;
  const { accountId: _, ...security } = row;
  return security;
}

function setSecurity(tx: Transaction, accountId: number, changes: Partial<AccountSecurity>): void {
  if (!isAccountThere(tx, accountId)) return;
  tx.insert(accountSecurity)
    .values({ accountId, ...changes })
    .onConflictDoUpdate({ target: accountSecurity.accountId, set: changes })
    .run();
}

function turnOn(
  tx: Transaction,
  accountId: number,
  changes: Partial<AccountSecurity>,
  {
    recoveryHashes,
    at,
    notes,
  }: { recoveryHashes: readonly string[]; at: number; notes: FactorNotes | undefined },
): TurnedOn {
  const before = readSecurity(tx, accountId);
  setSecurity(tx, accountId, changes);
  writeNotes(tx, accountId, notes);
  if (hasFactor(before)) return 'further';
  writeRecoveryCodes(tx, accountId, recoveryHashes, at);
  return 'first';
}

function writeNotes(tx: Transaction, accountId: number, notes: FactorNotes | undefined): void {
  if (notes === undefined || !isAccountThere(tx, accountId)) return;
  writeLogEntry(tx, accountId, notes.entry, notes.bounds);
  for (const emailJob of notes.emailJobs) addEmailJob(tx, emailJob);
}

function hasFactor({ totpConfirmedAt, mailCodesSince }: AccountSecurity): boolean {
  return totpConfirmedAt !== null || mailCodesSince !== null;
}

function writeRecoveryCodes(
  tx: Transaction,
  accountId: number,
  hashes: readonly string[],
  createdAt: number,
): void {
  if (!isAccountThere(tx, accountId)) return;
  tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId)).run();
  if (hashes.length === 0) return;
  tx.insert(recoveryCodes)
    .values(hashes.map((codeHash) => ({ accountId, codeHash, createdAt })))
    .run();
}

function dropUselessRecoveryCodes(tx: Transaction, accountId: number): void {
  if (hasFactor(readSecurity(tx, accountId))) return;
  tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId)).run();
}

const isValid = (accountId: number, at: number) =>
  and(
    eq(loginCodes.accountId, accountId),
    isNull(loginCodes.spentAt),
    gt(loginCodes.validUntil, at),
  );

/** The time from which one more code is within the budget. */
function findNextMailAt(
  tx: Transaction,
  accountId: number,
  now: number,
  { apartMs, perHour }: MailBudget,
): number {
  const sent = tx
    .select({ sentAt: loginCodes.sentAt })
    .from(loginCodes)
    .where(and(eq(loginCodes.accountId, accountId), gt(loginCodes.sentAt, now - HOUR_MS)))
    .orderBy(desc(loginCodes.sentAt))
    .all();
  // Times ahead of a clock that was turned back would keep codes from being sent.
  const times = sent.map((row) => row.sentAt).filter((at) => at <= now);
  const latest = times[0];
  if (latest === undefined) return now;
  const oldestCounted = times[perHour - 1];
  const afterHour = oldestCounted === undefined ? now : oldestCounted + HOUR_MS;
  return Math.max(latest + apartMs, afterHour);
}
