// The store of second factors and mailed codes.

import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm';
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
import { writeLogEntry } from '../account/account-log-store.ts';
import { isAccountThere } from '../account/account-store.ts';
import { addEmailJob } from '../email/outbox-store.ts';
import { findNextMail, hasFactor, MAIL_BUDGET_MS, NO_FACTORS } from './factors.ts';
import type {
  AccountSecurity,
  FactorNotes,
  MailBudget,
  SecurityStore,
  TurnedOn,
} from './security-ports.ts';

export function createSecurityStore(db: Database): SecurityStore {
  const { accountSecurity } = db.tables;

  /** Returns false if the factor of `since` is off. */
  const turnOff = (
    accountId: number,
    since: 'totpConfirmedAt' | 'mailCodesSince',
    notes: FactorNotes | undefined,
  ) =>
    db.transaction(async (tx) => {
      if ((await readSecurity(tx, accountId))[since] === null) return false;
      const { mailCodesSince, passkeysSince: _, protectedUntil: __, ...totp } = NO_FACTORS;
      await endFactor(tx, accountId, since === 'mailCodesSince' ? { mailCodesSince } : totp);
      await writeNotes(tx, accountId, notes);
      return true;
    });

  return {
    ...createRecoveryCodeStore(db),
    ...createLoginCodeStore(db),

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

    protectUntil: (accountId, until) =>
      db.transaction(async (tx) => {
        const { protectedUntil } = await readSecurity(tx, accountId);
        await setSecurity(tx, accountId, { protectedUntil: until });
        return protectedUntil;
      }),
  };
}

function createRecoveryCodeStore(
  db: Database,
): Pick<SecurityStore, 'replaceRecoveryCodes' | 'spendRecoveryCode' | 'countRecoveryCodes'> {
  const { recoveryCodes } = db.tables;
  return {
    replaceRecoveryCodes: (accountId, hashes, at, notes) =>
      db.transaction(async (tx) => {
        await writeRecoveryCodes(tx, accountId, hashes, at);
        await writeNotes(tx, accountId, notes);
      }),

    spendRecoveryCode: (accountId, codeHash, notes) =>
      db.transaction(async (tx) => {
        const isTheRow = matches(recoveryCodes, { accountId, codeHash });
        if ((await removeRows(tx, recoveryCodes, isTheRow)) === 0) return false;
        await writeNotes(tx, accountId, notes);
        return true;
      }),

    countRecoveryCodes: (accountId) =>
      countRows(db, recoveryCodes, matches(recoveryCodes, { accountId })),
  };
}

function createLoginCodeStore(
  db: Database,
): Pick<
  SecurityStore,
  'addLoginCode' | 'describeLoginCodes' | 'spendLoginCode' | 'removeOldLoginCodes'
> {
  const { loginCodes } = db.tables;
  return {
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

    async removeOldLoginCodes(sentBefore) {
      await removeAged(db, loginCodes, lt(loginCodes.sentAt, sentBefore));
    },
  };
}

/** Notes that the account has a passkey. Call it in the transaction that stores one. @public */
export async function turnOnPasskeys(
  tx: Queries,
  accountId: number,
  given: Parameters<typeof turnOn>[3],
): Promise<TurnedOn> {
  if (!(await isAccountThere(tx, accountId))) return 'refused';
  const { passkeysSince } = await readSecurity(tx, accountId);
  return turnOn(tx, accountId, { passkeysSince: passkeysSince ?? given.at }, given);
}

/** Notes the removal of a passkey, and whether it was the last one. Call it in the same transaction. @public */
export async function noteRemovedPasskey(
  tx: Queries,
  accountId: number,
  { isLast, notes }: { isLast: boolean; notes: FactorNotes | undefined },
): Promise<void> {
  if (isLast) await endFactor(tx, accountId, { passkeysSince: null });
  await writeNotes(tx, accountId, notes);
}

/** Adds the row that other ways to log in refer to. Call it in their transaction. False if the account is gone. @public */
export async function addSecurity(tx: Queries, accountId: number): Promise<boolean> {
  if (!(await isAccountThere(tx, accountId))) return false;
  await tx.insert(tx.tables.accountSecurity).values({ accountId }).onConflictDoNothing();
  return true;
}

/** Removes all factors, all codes and all devices of an account. Call it inside a transaction. */
export async function forgetSecurity(tx: Queries, accountId: number): Promise<void> {
  const { accountSecurity, devices, loginCodes, recoveryCodes } = tx.tables;
  for (const table of [accountSecurity, recoveryCodes, loginCodes, devices]) {
    await tx.delete(table).where(eq(table.accountId, accountId));
  }
}

async function readSecurity(db: Queries, id: number): Promise<AccountSecurity> {
  const { accountSecurity } = db.tables;
  const row = await findRow(db, accountSecurity, eq(accountSecurity.accountId, id));
  const { accountId: _, ...security } = row ?? { accountId: id, ...NO_FACTORS };
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

/** Also removes the recovery codes if no other factor is on. */
async function endFactor(tx: Queries, accountId: number, changes: Partial<AccountSecurity>) {
  const { recoveryCodes } = tx.tables;
  await setSecurity(tx, accountId, changes);
  if (hasFactor(await readSecurity(tx, accountId))) return;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
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

/** Writes the notes of a change. Call it in the transaction of the change. @public */
export async function writeNotes(
  tx: Queries,
  accountId: number,
  notes: FactorNotes | undefined,
): Promise<void> {
  if (notes === undefined || !(await isAccountThere(tx, accountId))) return;
  await writeLogEntry(tx, accountId, notes.entry, notes.bounds);
  for (const emailJob of notes.emailJobs) await addEmailJob(tx, emailJob);
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
  budget: MailBudget,
): Promise<number> {
  const { loginCodes } = db.tables;
  const isCounted = gt(loginCodes.sentAt, now - MAIL_BUDGET_MS);
  const sent = await db
    .select({ sentAt: loginCodes.sentAt })
    .from(loginCodes)
    .where(and(matches(loginCodes, { accountId }), isCounted))
    .orderBy(desc(loginCodes.sentAt));
  return findNextMail(
    sent.map(({ sentAt }) => sentAt),
    now,
    budget,
  );
}
