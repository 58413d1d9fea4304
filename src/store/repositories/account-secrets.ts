// The repository of one-time links and codes.

import { timingSafeEqual } from 'node:crypto';
import { and, desc, eq, getTableColumns, gt, lt, lte } from 'drizzle-orm';
import { accountSecrets } from '../../../drizzle/schema/account-secrets.ts';
import { reservedNames } from '../../../drizzle/schema/reserved-names.ts';
import type {
  AccountChange,
  CodeOutcome,
  CodeWaits,
  SecretAsRead,
  SecretOfAccount,
  SecretPurpose,
  SecretStore,
  SpendOutcome,
  StoredSecret,
} from '../../accounts/registration-ports.ts';
import { applyAccountChange, isAsRead, replaceSecret } from './account-changes.ts';
import { findAccount } from './accounts.ts';
import { type Connection, wipeRemains } from '../sqlite/connection.ts';
import { withStoreErrors } from '../errors.ts';

const { id: _id, ...columns } = getTableColumns(accountSecrets);

/** Opens the repository of secrets over a connection. */
export function createSecretStore(connection: Connection): SecretStore {
  const { orm } = connection;
  const immediately = { behavior: 'immediate' } as const;

  function toSecret(row: Omit<typeof accountSecrets.$inferSelect, 'id'>): StoredSecret {
    return { ...row, purpose: row.purpose as SecretPurpose };
  }

  function findLatest(accountId: number, purpose: SecretPurpose): StoredSecret | undefined {
    const row = orm
      .select(columns)
      .from(accountSecrets)
      .where(and(eq(accountSecrets.accountId, accountId), eq(accountSecrets.purpose, purpose)))
      .orderBy(desc(accountSecrets.id))
      .limit(1)
      .get();
    return row && toSecret(row);
  }

  function findLive(
    purpose: SecretPurpose,
    tokenHash: string,
    now: number,
  ): SecretOfAccount | undefined {
    const row = orm
      .select(columns)
      .from(accountSecrets)
      .where(
        and(
          eq(accountSecrets.tokenHash, tokenHash),
          eq(accountSecrets.purpose, purpose),
          gt(accountSecrets.expiresAt, now),
        ),
      )
      .get();
    const account = row && findAccount(orm, row.accountId);
    return row && account && { secret: toSecret(row), account };
  }

  /** Spends what was found where it is what was read. */
  function spend(found: SecretOfAccount, read: SecretAsRead, change: AccountChange): SpendOutcome {
    if (!isAsRead(found.account, read.account)) return { outcome: 'changed', ...found };
    const { secret } = found;
    orm.delete(accountSecrets).where(eq(accountSecrets.tokenHash, secret.tokenHash)).run();
    const account = applyAccountChange(orm, found.account.id, change);
    return account === undefined ? { outcome: 'none' } : { outcome: 'spent', secret, account };
  }

  return {
    findSecret: (accountId, purpose) => withStoreErrors(() => findLatest(accountId, purpose)),

    findByToken: (purpose, tokenHash, now) =>
      withStoreErrors(() => findLive(purpose, tokenHash, now)),

    putSecret: (secret) =>
      withStoreErrors(() => orm.transaction(() => replaceSecret(orm, secret), immediately)),

    spendToken: (read, now, change) =>
      withStoreErrors(() =>
        orm.transaction((): SpendOutcome => {
          const found = findLive(read.secret.purpose, read.secret.tokenHash, now);
          return found === undefined ? { outcome: 'none' } : spend(found, read, change);
        }, immediately),
      ),

    spendCode: (read, { codeHash, now, waits }, change) =>
      withStoreErrors(() =>
        orm.transaction((): CodeOutcome => {
          const secret = findLatest(read.account.id, read.secret.purpose);
          const account = findAccount(orm, read.account.id);
          if (secret === undefined || account === undefined || secret.expiresAt <= now) {
            return { outcome: 'none' };
          }
          const { waitUntil, tokenHash } = secret;
          if (waitUntil !== null && waitUntil > now)
            return { outcome: 'waiting', until: waitUntil };
          if (tokenHash !== read.secret.tokenHash) return { outcome: 'changed', secret, account };
          if (secret.codeHash !== null && isSameHash(secret.codeHash, codeHash)) {
            return spend({ secret, account }, read, change);
          }
          const wrongCodes = secret.wrongCodes + 1;
          orm
            .update(accountSecrets)
            .set({ wrongCodes, waitUntil: findWaitUntil(wrongCodes, now, waits) })
            .where(eq(accountSecrets.tokenHash, tokenHash))
            .run();
          return { outcome: 'wrong' };
        }, immediately),
      ),

    async removeExpired({ expiredBefore, now }) {
      await withStoreErrors(() =>
        orm.transaction(() => {
          orm.delete(accountSecrets).where(lt(accountSecrets.expiresAt, expiredBefore)).run();
          orm.delete(reservedNames).where(lte(reservedNames.reservedUntil, now)).run();
        }, immediately),
      );
      // Emails that were sent since then may still be in the WAL.
      wipeRemains(connection);
    },
  };
}

function isSameHash(kept: string, given: string): boolean {
  const [one, other] = [Buffer.from(kept), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Until when the next code waits; `null` for not at all. */
function findWaitUntil(
  wrongCodes: number,
  now: number,
  { every, waitsMs }: CodeWaits,
): number | null {
  if (wrongCodes % every !== 0) return null;
  const step = Math.min(wrongCodes / every, waitsMs.length) - 1;
  return now + (waitsMs[step] ?? 0);
}
