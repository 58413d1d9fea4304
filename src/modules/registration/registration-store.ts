// The stores of accounts that register, change and leave by themselves, of their one-time links and codes, and of
// invites.

import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  lt,
  lte,
  not,
  sql,
} from 'drizzle-orm';
import { toNameKey } from '../../platform/lib/look-alikes.ts';
import { mailboxKey } from '../../platform/lib/mailbox.ts';
import { RESTORED } from '../../platform/lib/suspension.ts';
import { mayDeleteAged, removeAged } from '../../platform/store/clock-leaps.ts';
import type { Database, Queries, Tables } from '../../platform/store/engine.ts';
import { findRow, hasRow, matches, removeRows, updateRows } from '../../platform/store/queries.ts';
import { findAlikeName } from '../account/account-names-store.ts';
import type {
  Invite,
  InviteStore,
  NameObstacle,
  RegistrationOutcome,
  RegistrationRequest,
  RegistrationStore,
} from '../account/account-ports.ts';
import {
  hasAdministrator,
  removeAccount,
  requireAdministratorLeft,
} from '../account/account-removal-store.ts';
import {
  accountColumns,
  insertAccount,
  isSuspended,
  isSuspensionOver,
} from '../account/account-store.ts';
import { applyAccountChange, findUnchanged } from '../account/one-time-secrets-store.ts';
import { addEmailJob } from '../email/outbox-store.ts';
import { readEverything } from '../profile/account-export-store.ts';

/** How many accounts that never confirmed an address get emails about it. */
const MAX_CLAIMS = 3;

export function createRegistrationStore(db: Database): RegistrationStore {
  const { accounts, firstAdministratorLinks: links } = db.tables;
  return {
    register: (request) => db.transaction((tx) => registerIn(tx, request)),

    findNameObstacle: (name, skeletonHash, now, bearerId) =>
      findObstacle(db, name, skeletonHash, now, bearerId),

    async findAccountsByEmail(email) {
      const columns = accountColumns(db.tables);
      const isHere = eq(accounts.emailKey, mailboxKey(email));
      const isOwner = and(isHere, isNotNull(accounts.emailConfirmedAt));
      const owners = await db.select(columns).from(accounts).where(isOwner);
      if (owners.length > 0) return owners;
      const claims = db.select(columns).from(accounts).where(isHere);
      return claims.orderBy(desc(accounts.id)).limit(MAX_CLAIMS);
    },

    hasAdministrator: () => hasAdministrator(db),

    addFirstAdministratorLink: (link, now) =>
      db.transaction(async (tx) => {
        await removeAged(tx, links, lte(links.expiresAt, now), now);
        if (await hasAdministrator(tx)) return false;
        await tx.insert(links).values(link);
        return true;
      }),

    async isFirstAdministratorLinkGood(tokenHash, now) {
      const isGood = and(matches(links, { tokenHash }), gt(links.expiresAt, now));
      return (await hasRow(db, links, isGood)) && !(await hasAdministrator(db));
    },

    apply: (read, change) =>
      db.transaction(async (tx) => {
        const account = await findUnchanged(tx, read);
        return account && applyAccountChange(tx, account.id, change);
      }),

    async remove(read, { now, emailJob, ...reservation }) {
      const removed = await db.transaction(async (tx) => {
        const account = await findUnchanged(tx, read);
        if (account === undefined) return undefined;
        await removeAccount(tx, account, reservation);
        if (account.role === 'administrator') await requireAdministratorLeft(tx, now);
        if (emailJob !== undefined) await addEmailJob(tx, emailJob);
        return account;
      });
      if (removed !== undefined) db.wipeRemains();
      return removed;
    },

    async removeUnverified(registeredBefore) {
      const isLeftOver = and(
        isNull(accounts.verifiedAt),
        // Keeps suspended accounts, and those whose suspension ended less than this long ago.
        not(isSuspended(db.tables, registeredBefore)),
        eq(accounts.role, 'player'),
        lt(accounts.registeredAt, registeredBefore),
        mayDeleteAged(db),
      );
      const removed = await db
        .delete(accounts)
        .where(isLeftOver)
        .returning({ name: accounts.name });
      if (removed.length > 0) db.wipeRemains();
      return removed.map(({ name }) => name);
    },

    async clearEndedSuspensions(now) {
      const isOver = and(isSuspensionOver(db.tables, now), isNotNull(accounts.verifiedAt));
      await updateRows(db, accounts, RESTORED, and(isOver, mayDeleteAged(db, now)));
    },

    readEverything: (account) => readEverything(db, account),
  };
}

/** Registers an account. Call it in the transaction that stores what the account has from the start. @public */
export async function registerIn(
  tx: Queries,
  { account, skeletonHash, now, inviteHash, isFirstAdministrator, change }: RegistrationRequest,
): Promise<RegistrationOutcome> {
  if (isFirstAdministrator && (await hasAdministrator(tx))) {
    return { outcome: 'administrator exists' };
  }
  const obstacle = await findObstacle(tx, account.name, skeletonHash, now);
  if (obstacle !== undefined) return { outcome: 'name', obstacle };
  if (inviteHash !== undefined && !(await spendInvite(tx, inviteHash, now))) {
    return { outcome: 'invite' };
  }
  if (isFirstAdministrator) await tx.delete(tx.tables.firstAdministratorLinks);
  const added = await insertAccount(tx, account);
  const registered = await applyAccountChange(tx, added.id, change);
  return { outcome: 'registered', account: registered ?? added };
}

async function findObstacle(
  db: Queries,
  name: string,
  skeletonHash: string,
  now: number,
  bearerId?: number,
): Promise<NameObstacle | undefined> {
  const alike = await findAlikeName(db, name, bearerId);
  if (alike !== undefined) {
    const isSame = toNameKey(alike) === toNameKey(name);
    return isSame ? { kind: 'taken' } : { kind: 'confusable', with: alike };
  }
  const { reservedNames } = db.tables;
  const isReserved = gt(reservedNames.reservedUntil, now);
  const released = await findRow(
    db,
    reservedNames,
    and(matches(reservedNames, { skeletonHash }), isReserved),
  );
  return released && { kind: 'released', until: released.reservedUntil };
}

export function createInviteStore(db: Database): InviteStore {
  const { invites } = db.tables;
  const { codeHash: _codeHash, ...columns } = getTableColumns(invites);
  return {
    async addInvite(invite) {
      const [added] = await db.insert(invites).values(invite).returning(columns);
      return added as Invite;
    },

    listInvites: async () => db.select(columns).from(invites).orderBy(asc(invites.id)),

    isInviteGood: (codeHash, now) => hasRow(db, invites, isGood(db.tables, codeHash, now)),

    removeInvite: async (id) => (await removeRows(db, invites, matches(invites, { id }))) > 0,
  };
}

async function spendInvite(tx: Queries, codeHash: string, now: number): Promise<boolean> {
  const { invites } = tx.tables;
  const spent = await tx
    .update(invites)
    .set({ usesLeft: sql`${invites.usesLeft} - 1` })
    .where(isGood(tx.tables, codeHash, now))
    .returning();
  return spent.length > 0;
}

const isGood = ({ invites }: Tables, codeHash: string, now: number) =>
  and(matches(invites, { codeHash }), gt(invites.usesLeft, 0), gt(invites.expiresAt, now));
