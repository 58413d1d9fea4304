// The store of one-time links and codes of accounts.

import { and, desc, eq, getTableColumns, gt, inArray, lt, lte, type SQL } from 'drizzle-orm';
import { removeAged } from '../../platform/store/clock-leaps.ts';
import type { Database, Queries } from '../../platform/store/engine.ts';
import { matches } from '../../platform/store/queries.ts';
import { addEmailJob } from '../email/outbox-store.ts';
import type {
  Account,
  AccountAsRead,
  AccountChange,
  CodeOutcome,
  SecretAsRead,
  SecretOfAccount,
  SecretPurpose,
  SecretStore,
  SpendOutcome,
  StoredSecret,
} from './account-ports.ts';
import { findAccount, requireFree, writeChanges } from './account-store.ts';
import { accountFailures } from './messages.ts';
import { findCodeWait } from './one-time-secret-limits.ts';
import { isAsRead, isKeptBesideOthers, isSameHash } from './one-time-secrets.ts';

export async function findUnchanged(
  tx: Queries,
  read: AccountAsRead,
): Promise<Account | undefined> {
  const account = await findAccount(tx, read.id);
  return account && isAsRead(account, read) ? account : undefined;
}

/** Changes an account inside a transaction. Throws `conflict` when the address now belongs to another account. */
export async function applyAccountChange(
  tx: Queries,
  accountId: number,
  change: AccountChange,
): Promise<Account | undefined> {
  const { changes = {}, forget = [], emailJobs = [], endSessions = false } = change;
  await requireFree(tx, accountId, changes, accountFailures.email.ofAnother);
  await writeChanges(tx, accountId, changes, { endSessions });
  if (forget.length > 0) {
    const { accountSecrets } = tx.tables;
    const isForgotten = inArray(accountSecrets.purpose, [...forget]);
    await tx.delete(accountSecrets).where(and(matches(accountSecrets, { accountId }), isForgotten));
  }
  if (change.secret !== undefined) await replaceSecret(tx, { ...change.secret, accountId });
  for (const emailJob of emailJobs) await addEmailJob(tx, { ...emailJob, accountId });
  return findAccount(tx, accountId);
}

/** Replaces earlier secrets of the purpose, or adds one beside them. Never adds the same secret twice. */
async function replaceSecret(tx: Queries, secret: StoredSecret): Promise<void> {
  const { accountSecrets } = tx.tables;
  const { accountId, purpose, tokenHash } = secret;
  const isReplaced = matches(accountSecrets, {
    accountId,
    purpose,
    ...(isKeptBesideOthers(purpose) && { tokenHash }),
  });
  await tx.delete(accountSecrets).where(isReplaced);
  await tx.insert(accountSecrets).values(secret);
}

export function createSecretStore(db: Database): SecretStore {
  return {
    findSecret: (accountId, purpose) => findLatest(db, accountId, purpose),

    findByToken: (purpose, tokenHash, now) => findLive(db, { purpose, tokenHash }, now),

    putSecret: (secret) => db.transaction((tx) => replaceSecret(tx, secret)),

    spendToken: (read, now, change) =>
      db.transaction(async (tx): Promise<SpendOutcome> => {
        const found = await findLive(tx, read.secret, now);
        return found === undefined ? { outcome: 'none' } : spend(tx, found, read, change);
      }),

    spendCode: (read, { codeHash, now, waits }, change) =>
      db.transaction(async (tx): Promise<CodeOutcome> => {
        const secret = await findLatest(tx, read.account.id, read.secret.purpose);
        const account = await findAccount(tx, read.account.id);
        if (secret === undefined || account === undefined || secret.expiresAt <= now) {
          return { outcome: 'none' };
        }
        const { waitUntil, tokenHash } = secret;
        if (waitUntil !== null && waitUntil > now) return { outcome: 'waiting', until: waitUntil };
        if (tokenHash !== read.secret.tokenHash) return { outcome: 'changed', secret, account };
        if (secret.codeHash !== null && isSameHash(secret.codeHash, codeHash)) {
          return spend(tx, { secret, account }, read, change);
        }
        const wrongCodes = secret.wrongCodes + 1;
        const { accountSecrets } = tx.tables;
        await tx
          .update(accountSecrets)
          .set({ wrongCodes, waitUntil: findCodeWait(wrongCodes, now, waits) })
          .where(eq(accountSecrets.tokenHash, tokenHash));
        return { outcome: 'wrong' };
      }),

    async removeExpired({ expiredBefore, now }) {
      const { accountSecrets, reservedNames } = db.tables;
      await db.transaction(async (tx) => {
        await removeAged(tx, accountSecrets, lt(accountSecrets.expiresAt, expiredBefore), now);
        await removeAged(tx, reservedNames, lte(reservedNames.reservedUntil, now), now);
      });
      // Emails sent since then may have left data in the file.
      db.wipeRemains();
    },
  };
}

async function findNewest(
  db: Queries,
  condition: SQL | undefined,
): Promise<StoredSecret | undefined> {
  const { accountSecrets } = db.tables;
  const { id, ...columns } = getTableColumns(accountSecrets);
  const secrets = db.select(columns).from(accountSecrets).where(condition);
  return (await secrets.orderBy(desc(id)).limit(1))[0];
}

const findLatest = (db: Queries, accountId: number, purpose: SecretPurpose) =>
  findNewest(db, matches(db.tables.accountSecrets, { accountId, purpose }));

async function findLive(
  db: Queries,
  { purpose, tokenHash }: SecretAsRead['secret'],
  now: number,
): Promise<SecretOfAccount | undefined> {
  const { accountSecrets } = db.tables;
  const isLive = gt(accountSecrets.expiresAt, now);
  const secret = await findNewest(db, and(matches(accountSecrets, { purpose, tokenHash }), isLive));
  const account = secret && (await findAccount(db, secret.accountId));
  return secret && account && { secret, account };
}

async function spend(
  tx: Queries,
  found: SecretOfAccount,
  read: SecretAsRead,
  change: AccountChange,
): Promise<SpendOutcome> {
  if (!isAsRead(found.account, read.account)) return { outcome: 'changed', ...found };
  const { accountSecrets } = tx.tables;
  const { secret } = found;
  await tx.delete(accountSecrets).where(eq(accountSecrets.tokenHash, secret.tokenHash));
  const account = await applyAccountChange(tx, found.account.id, change);
  return account === undefined ? { outcome: 'none' } : { outcome: 'spent', secret, account };
}
