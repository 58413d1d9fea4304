// The repository of accounts that register, change and leave by themselves.

import { and, eq, gt, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { accounts } from '../../../drizzle/schema/accounts.ts';
import { firstAdministratorLinks } from '../../../drizzle/schema/first-administrator-links.ts';
import { reservedNames } from '../../../drizzle/schema/reserved-names.ts';
import type { Account } from '../../accounts/ports.ts';
import type {
  AccountAsRead,
  NameObstacle,
  RegistrationOutcome,
  RegistrationStore,
} from '../../accounts/registration-ports.ts';
import {
  applyAccountChange,
  isAsRead,
  ownedBy,
  removeAccount,
  requireAdministratorLeft,
} from './account-changes.ts';
import { readEverything } from './account-export.ts';
import { findAlikeName } from './account-names.ts';
import { accountColumns, findAccount, toNameKey, toRow } from './accounts.ts';
import { type Connection, wipeRemains } from '../sqlite/connection.ts';
import { isOfMailbox } from './email-keys.ts';
import { withStoreErrors } from '../errors.ts';
import { spendInvite } from './invites.ts';
import { addEmailJob } from './outbox.ts';

/** How many accounts that have an address and never confirmed it get emails about it. */
const MOST_CLAIMS = 3;

/** Opens the repository over a connection. */
export function createRegistrationStore(connection: Connection): RegistrationStore {
  const { orm } = connection;
  const immediately = { behavior: 'immediate' } as const;

  function findObstacle(
    name: string,
    skeletonHash: string,
    now: number,
    bearerId?: number,
  ): NameObstacle | undefined {
    const alike = findAlikeName(orm, name, bearerId);
    if (alike !== undefined) {
      const isSame = toNameKey(alike) === toNameKey(name);
      return isSame ? { kind: 'taken' } : { kind: 'confusable', with: alike };
    }
    const released = orm
      .select()
      .from(reservedNames)
      .where(
        and(eq(reservedNames.skeletonHash, skeletonHash), gt(reservedNames.reservedUntil, now)),
      )
      .get();
    return released && { kind: 'released', until: released.reservedUntil };
  }

  function hasAdministrator(): boolean {
    const admin = orm
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.role, 'administrator'))
      .limit(1);
    return admin.get() !== undefined;
  }

  function findUnchanged(read: AccountAsRead): Account | undefined {
    const account = findAccount(orm, read.id);
    return account && isAsRead(account, read) ? account : undefined;
  }

  return {
    register: ({ account, skeletonHash, now, inviteHash, isFirstAdministrator, change }) =>
      withStoreErrors(() =>
        orm.transaction((): RegistrationOutcome => {
          if (isFirstAdministrator && hasAdministrator()) {
            return { outcome: 'administrator exists' };
          }
          const obstacle = findObstacle(account.name, skeletonHash, now);
          if (obstacle !== undefined) return { outcome: 'name', obstacle };
          if (inviteHash !== undefined && !spendInvite(orm, inviteHash, now)) {
            return { outcome: 'invite' };
          }
          if (isFirstAdministrator) orm.delete(firstAdministratorLinks).run();
          const made = orm.insert(accounts).values(toRow(account)).returning(accountColumns).get();
          const registered = applyAccountChange(orm, made.id, ownedBy(made.id, change)) ?? made;
          return { outcome: 'registered', account: registered };
        }, immediately),
      ),

    findNameObstacle: (name, skeletonHash, now, bearerId) =>
      withStoreErrors(() => findObstacle(name, skeletonHash, now, bearerId)),

    findAccountsByEmail: (email) =>
      withStoreErrors(() => {
        const isHere = isOfMailbox(email);
        const owners = orm
          .select(accountColumns)
          .from(accounts)
          .where(and(isHere, isNotNull(accounts.emailConfirmedAt)))
          .all();
        if (owners.length > 0) return owners;
        const claims = orm.select(accountColumns).from(accounts).where(isHere);
        return claims.orderBy(sql`${accounts.id} desc`).limit(MOST_CLAIMS).all();
      }),

    hasAdministrator: () => withStoreErrors(hasAdministrator),

    addFirstAdministratorLink: (link, now) =>
      withStoreErrors(() =>
        orm.transaction(() => {
          const isExpired = lte(firstAdministratorLinks.expiresAt, now);
          orm.delete(firstAdministratorLinks).where(isExpired).run();
          if (hasAdministrator()) return false;
          orm.insert(firstAdministratorLinks).values(link).run();
          return true;
        }, immediately),
      ),

    isFirstAdministratorLinkGood: (tokenHash, now) =>
      withStoreErrors(() => {
        const links = orm
          .select()
          .from(firstAdministratorLinks)
          .where(
            and(
              eq(firstAdministratorLinks.tokenHash, tokenHash),
              gt(firstAdministratorLinks.expiresAt, now),
            ),
          );
        return links.get() !== undefined && !hasAdministrator();
      }),

    apply: (read, change) =>
      withStoreErrors(() =>
        orm.transaction(() => {
          const account = findUnchanged(read);
          return account && applyAccountChange(orm, account.id, change);
        }, immediately),
      ),

    async remove(read, { now, emailJob, ...reservation }) {
      const removed = await withStoreErrors(() =>
        orm.transaction(() => {
          const account = findUnchanged(read);
          if (account === undefined) return undefined;
          removeAccount(orm, account, reservation);
          if (account.role === 'administrator') requireAdministratorLeft(orm, now);
          if (emailJob !== undefined) addEmailJob(orm, emailJob);
          return account;
        }, immediately),
      );
      if (removed !== undefined) wipeRemains(connection);
      return removed;
    },

    async removeUnverified(registeredBefore) {
      const removed = await withStoreErrors(() =>
        orm
          .delete(accounts)
          .where(
            and(
              isNull(accounts.verifiedAt),
              or(isNull(accounts.suspendedAt), lte(accounts.suspendedUntil, registeredBefore)),
              eq(accounts.role, 'player'),
              lt(accounts.registeredAt, registeredBefore),
            ),
          )
          .returning({ name: accounts.name })
          .all(),
      );
      if (removed.length > 0) wipeRemains(connection);
      return removed.map(({ name }) => name);
    },

    readEverything: (account) => withStoreErrors(() => readEverything(connection, account)),
  };
}
