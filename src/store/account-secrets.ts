// The repository of one-time links and codes.

import { and, desc, eq, getTableColumns, gt, lt, lte } from 'drizzle-orm';
import { accountSecrets } from '../../drizzle/schema/account-secrets.ts';
import { reservedNames } from '../../drizzle/schema/reserved-names.ts';
import type { Account } from '../accounts/ports.ts';
import type {
  CodeOutcome,
  SecretPurpose,
  SecretStore,
  StoredSecret,
} from '../accounts/registration-ports.ts';
import type { Connection } from './connection.ts';
import { doDeed, findAccount, replaceSecret } from './deeds.ts';
import { guard } from './errors.ts';
import { wipeRemains } from './wipe.ts';

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
  ): { secret: StoredSecret; account: Account } | undefined {
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

  function removeSecret({ tokenHash }: StoredSecret): void {
    orm.delete(accountSecrets).where(eq(accountSecrets.tokenHash, tokenHash)).run();
  }

  return {
    findSecret: (accountId, purpose) => guard(() => findLatest(accountId, purpose)),

    findByToken: (purpose, tokenHash, now) => guard(() => findLive(purpose, tokenHash, now)),

    putSecret: (secret) =>
      guard(() => orm.transaction(() => replaceSecret(orm, secret), immediately)),

    spendToken: (purpose, tokenHash, now, deedFor) =>
      guard(() =>
        orm.transaction(() => {
          const found = findLive(purpose, tokenHash, now);
          if (found === undefined) return undefined;
          removeSecret(found.secret);
          const account = doDeed(orm, found.account.id, deedFor(found));
          return account && { secret: found.secret, account };
        }, immediately),
      ),

    spendCode: (accountId, purpose, now, { isRight, waitAfter, deedFor }) =>
      guard(() =>
        orm.transaction((): CodeOutcome => {
          const secret = findLatest(accountId, purpose);
          const account = findAccount(orm, accountId);
          if (secret === undefined || account === undefined || secret.expiresAt <= now) {
            return { outcome: 'none' };
          }
          const { waitUntil, tokenHash } = secret;
          if (waitUntil !== null && waitUntil > now)
            return { outcome: 'waiting', until: waitUntil };
          if (!isRight(secret)) {
            const wrongCodes = secret.wrongCodes + 1;
            orm
              .update(accountSecrets)
              .set({ wrongCodes, waitUntil: waitAfter(wrongCodes) })
              .where(eq(accountSecrets.tokenHash, tokenHash))
              .run();
            return { outcome: 'wrong' };
          }
          removeSecret(secret);
          const changed = doDeed(orm, accountId, deedFor({ secret, account }));
          return changed === undefined
            ? { outcome: 'none' }
            : { outcome: 'right', secret, account: changed };
        }, immediately),
      ),

    async removeExpired({ expiredBefore, now }) {
      await guard(() =>
        orm.transaction(() => {
          orm.delete(accountSecrets).where(lt(accountSecrets.expiresAt, expiredBefore)).run();
          orm.delete(reservedNames).where(lte(reservedNames.reservedUntil, now)).run();
        }, immediately),
      );
      // Letters that left since then stood in the log of changes.
      wipeRemains(connection);
    },
  };
}
