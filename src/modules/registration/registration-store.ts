// The repositories of accounts that register, change and leave by themselves, of their one-time links and codes, and of
// invites to register.

import { timingSafeEqual } from 'node:crypto';
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { Failure } from '../../platform/lib/failure.ts';
import { mailboxKey } from '../../platform/lib/mailbox.ts';
import { skeletonOf } from '../../platform/lib/seen-text.ts';
import { accountFailures } from '../../platform/messages/messages.ts';
import { mayDeleteAged, removeAged } from '../../platform/store/clock-leaps.ts';
import type { Database, Queries, Tables } from '../../platform/store/engine.ts';
import {
  findRow,
  hasRow,
  matches,
  putRow,
  removeRows,
  updateRows,
} from '../../platform/store/queries.ts';
import type {
  Account,
  AccountAsRead,
  AccountChange,
  CodeOutcome,
  CodeWaits,
  Invite,
  InviteStore,
  NameObstacle,
  NameReservation,
  RegistrationOutcome,
  RegistrationStore,
  SecretAsRead,
  SecretOfAccount,
  SecretPurpose,
  SecretStore,
  SpendOutcome,
  StoredSecret,
} from '../account/account-ports.ts';
import {
  accountColumns,
  findAccount,
  insertAccount,
  isSuspended,
  isSuspensionOver,
  requireFree,
  toNameKey,
  writeChanges,
} from '../account/account-store.ts';
import { addEmailJob, isAbout, isTo } from '../email/outbox-store.ts';
import { readEverything } from '../profile/account-export-store.ts';

const RESTORED = { suspendedAt: null, suspendedUntil: null, suspensionReason: '' };
/** How many accounts that have an address and never confirmed it get emails about it. */
const MOST_CLAIMS = 3;

export function createRegistrationStore(db: Database): RegistrationStore {
  const { accounts, firstAdministratorLinks: links } = db.tables;
  return {
    register: ({ account, skeletonHash, now, inviteHash, isFirstAdministrator, change }) =>
      db.transaction(async (tx): Promise<RegistrationOutcome> => {
        if (isFirstAdministrator && (await hasAdministrator(tx))) {
          return { outcome: 'administrator exists' };
        }
        const obstacle = await findObstacle(tx, account.name, skeletonHash, now);
        if (obstacle !== undefined) return { outcome: 'name', obstacle };
        if (inviteHash !== undefined && !(await spendInvite(tx, inviteHash, now))) {
          return { outcome: 'invite' };
        }
        if (isFirstAdministrator) await tx.delete(links);
        const added = await insertAccount(tx, account);
        const registered = await applyAccountChange(tx, added.id, change);
        return { outcome: 'registered', account: registered ?? added };
      }),

    findNameObstacle: (name, skeletonHash, now, bearerId) =>
      findObstacle(db, name, skeletonHash, now, bearerId),

    async findAccountsByEmail(email) {
      const columns = accountColumns(db.tables);
      const isHere = eq(accounts.emailKey, mailboxKey(email));
      const isOwner = and(isHere, isNotNull(accounts.emailConfirmedAt));
      const owners = await db.select(columns).from(accounts).where(isOwner);
      if (owners.length > 0) return owners;
      const claims = db.select(columns).from(accounts).where(isHere);
      return claims.orderBy(desc(accounts.id)).limit(MOST_CLAIMS);
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
        // For as long after a suspension, too.
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

const hasAdministrator = (db: Queries): Promise<boolean> =>
  hasRow(db, db.tables.accounts, matches(db.tables.accounts, { role: 'administrator' }));

async function findUnchanged(tx: Queries, read: AccountAsRead): Promise<Account | undefined> {
  const account = await findAccount(tx, read.id);
  return account && isAsRead(account, read) ? account : undefined;
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

const AS_READ = ['id', 'passwordHash', 'email', 'emailConfirmedAt', 'verifiedAt'] as const;

function isAsRead(account: Account, read: AccountAsRead): boolean {
  return AS_READ.every((field) => account[field] === read[field]);
}

/** Makes a change, inside a transaction. Throws `conflict` when an address belongs to another account by now. */
async function applyAccountChange(
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

/** Purposes whose links are kept side by side, since anybody can have another one sent. */
const SIDE_BY_SIDE: readonly SecretPurpose[] = ['undo address', 'reset password'];

/** Replaces the earlier secrets of the purpose, or adds one beside them; never adds the same one twice. */
async function replaceSecret(tx: Queries, secret: StoredSecret): Promise<void> {
  const { accountSecrets } = tx.tables;
  const { accountId, purpose, tokenHash } = secret;
  const isReplaced = matches(accountSecrets, {
    ...{ accountId, purpose },
    ...(SIDE_BY_SIDE.includes(purpose) ? { tokenHash } : {}),
  });
  await tx.delete(accountSecrets).where(isReplaced);
  await tx.insert(accountSecrets).values(secret);
}

/** Removes an account with everything personal of it, and reserves its name. `wipeRemains` has to follow. */
export async function removeAccount(
  tx: Queries,
  { id, name, email, emailConfirmedAt }: Account,
  reservation: NameReservation,
): Promise<void> {
  const { accounts, outbox } = tx.tables;
  await tx.delete(accounts).where(eq(accounts.id, id));
  // Emails to an address that nobody confirmed may be somebody else's.
  const isToOwner = emailConfirmedAt === null ? undefined : isTo(tx, email);
  await tx.delete(outbox).where(or(isAbout(tx, name), isToOwner));
  await reserveName(tx, reservation);
}

/** Throws `conflict`, after a change that may have removed the last one, when no administrator can log in at `now`. */
export async function requireAdministratorLeft(tx: Queries, now: number): Promise<void> {
  const { accounts } = tx.tables;
  const canLogIn = not(isSuspended(tx.tables, now));
  if (await hasRow(tx, accounts, and(eq(accounts.role, 'administrator'), canLogIn))) return;
  throw new Failure('conflict', accountFailures.administration.lastAdministrator);
}

/** The name of an account that has this name, or else one that looks like it; the account `bearerId` is left out. */
async function findAlikeName(
  db: Queries,
  name: string,
  bearerId: number | undefined,
): Promise<string | undefined> {
  const { accounts } = db.tables;
  const isOther = bearerId === undefined ? undefined : ne(accounts.id, bearerId);
  const [alike] = await db
    .select({ name: accounts.name })
    .from(accounts)
    .where(and(eq(accounts.nameSkeleton, skeletonOf(name)), isOther))
    .orderBy(sql`${accounts.nameKey} = ${toNameKey(name)} desc`)
    .limit(1);
  return alike?.name;
}

/** Throws `conflict` when an account other than the bearer has a name like it. To be called inside a transaction. */
export async function refuseAlikeName(
  tx: Queries,
  name: string,
  bearerId: number | undefined,
): Promise<void> {
  const alike = await findAlikeName(tx, name, bearerId);
  if (alike === undefined) return;
  throw new Failure('conflict', accountFailures.name.confusable(name, alike));
}

export async function reserveName(
  tx: Queries,
  { skeletonHash, reservedUntil }: NameReservation,
): Promise<void> {
  await putRow(tx, tx.tables.reservedNames, { skeletonHash, reservedUntil });
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
          .set({ wrongCodes, waitUntil: findWaitUntil(wrongCodes, now, waits) })
          .where(eq(accountSecrets.tokenHash, tokenHash));
        return { outcome: 'wrong' };
      }),

    async removeExpired({ expiredBefore, now }) {
      const { accountSecrets, reservedNames } = db.tables;
      await db.transaction(async (tx) => {
        await removeAged(tx, accountSecrets, lt(accountSecrets.expiresAt, expiredBefore), now);
        await removeAged(tx, reservedNames, lte(reservedNames.reservedUntil, now), now);
      });
      // Emails that were sent since then may still be there.
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

function isSameHash(kept: string, given: string): boolean {
  const [one, other] = [Buffer.from(kept), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function findWaitUntil(
  wrongCodes: number,
  now: number,
  { every, waitsMs }: CodeWaits,
): number | null {
  if (wrongCodes % every !== 0) return null;
  const step = Math.min(wrongCodes / every, waitsMs.length) - 1;
  return now + (waitsMs[step] ?? 0);
}
