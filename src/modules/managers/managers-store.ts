// The store of the editors of claimed servers, and of invitations.

import { and, asc, eq, gt, lte, ne, not } from 'drizzle-orm';
import { removeAged } from '../../platform/store/clock-leaps.ts';
import type { Database, Queries } from '../../platform/store/engine.ts';
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
import { isSuspended } from '../account/account-store.ts';
import { writeAuditEntry } from '../audit/audit-store.ts';
import { addNotice } from '../email/outbox-store.ts';
import {
  type InviteOutcome,
  MAX_INVITATIONS,
  MAX_MANAGERS,
  type ManagerKey,
  type ManagerNotes,
  type ManagerStore,
} from './manager-ports.ts';

type NewInvitation = Parameters<ManagerStore['invite']>[0];

/** Whether an account owns or edits a server. Inside a transaction, the answer holds until its end. */
export async function isManager(db: Queries, accountId: number, hash: string): Promise<boolean> {
  const { claims, claimManagers } = db.tables;
  const key = { hash, accountId };
  if (await hasRow(db, claimManagers, matches(claimManagers, key))) return true;
  return hasRow(db, claims, matches(claims, key));
}

export function createManagerStore(db: Database): ManagerStore {
  const { accounts, claims, claimInvitations, claimManagers } = db.tables;
  const { role, expiresAt } = claimInvitations;

  return {
    isManager: (accountId, hash) => isManager(db, accountId, hash),

    async listEdited(accountId) {
      const rows = db
        .select({ hash: claimManagers.hash })
        .from(claimManagers)
        .where(matches(claimManagers, { accountId }))
        .orderBy(asc(claimManagers.since), asc(claimManagers.hash));
      return (await rows).map(({ hash }) => hash);
    },

    listEditors: async (hash) =>
      db
        .select({ accountId: accounts.id, name: accounts.name, since: claimManagers.since })
        .from(claimManagers)
        .innerJoin(accounts, eq(accounts.id, claimManagers.accountId))
        .where(matches(claimManagers, { hash }))
        .orderBy(asc(claimManagers.since), asc(accounts.id)),

    listInvited: async (hash, now) =>
      db
        .select({ accountId: accounts.id, name: accounts.name, role, expiresAt })
        .from(claimInvitations)
        .innerJoin(accounts, eq(accounts.id, claimInvitations.accountId))
        .where(isOpen(db, { hash }, now))
        .orderBy(asc(expiresAt), asc(accounts.id)),

    async listInvitations(accountId, now) {
      const owner = { ownerId: accounts.id, ownerName: accounts.name };
      const rows = db
        .select({ hash: claims.hash, role, expiresAt, ...owner })
        .from(claimInvitations)
        .innerJoin(claims, eq(claims.hash, claimInvitations.hash))
        .innerJoin(accounts, eq(accounts.id, claims.accountId))
        .where(and(isOpen(db, { accountId }, now), not(isSuspended(db.tables, now))))
        .orderBy(asc(expiresAt), asc(claims.hash));
      return (await rows).map((row) => ({ accountId, ...row }));
    },

    ...createInvitationStore(db),

    removeEditor: (key, actorId, notes) =>
      db.transaction(async (tx) => {
        const { hash, accountId } = key;
        const isOwner = matches(claims, { hash, accountId: actorId });
        if (actorId !== accountId && !(await hasRow(tx, claims, isOwner))) return false;
        if ((await removeRows(tx, claimManagers, matches(claimManagers, key))) === 0) return false;
        await endWebhooks(tx, key);
        await writeNotes(tx, actorId, notes);
        return true;
      }),
  };
}

/** What happens to invitations. */
function createInvitationStore(
  db: Database,
): Pick<ManagerStore, 'invite' | 'withdraw' | 'decline' | 'accept'> {
  const { accounts, claims, claimInvitations, claimManagers } = db.tables;
  const { role, expiresAt } = claimInvitations;

  return {
    invite: (invitation, detail, now, notes) =>
      db.transaction(async (tx) => {
        await removeAged(tx, claimInvitations, lte(expiresAt, now), now);
        const { hash, accountId, ownerId, ...facts } = invitation;
        const before = await findRow(
          tx,
          claimInvitations,
          matches(claimInvitations, { hash, accountId }),
        );
        const isKnown = before !== undefined && before.expiresAt > now;
        const refusal = await refuseInvite(tx, invitation, isKnown ? before.state : undefined, now);
        if (refusal !== undefined) return refusal;
        await putRow(tx, claimInvitations, { hash, accountId, ...facts, state: 'open' });
        const email = { accountId, kind: 'server invitation', detail, now };
        if (!isKnown) await addNotice(tx, { ...email, validUntil: facts.expiresAt });
        await writeNotes(tx, ownerId, notes);
        return 'invited';
      }),

    withdraw: (key, ownerId, now, notes) =>
      endInvitation(db, key, 'withdrawn', now, notes, ownerId),

    decline: (key, now, notes) => endInvitation(db, key, 'declined', now, notes),

    accept: (invitation, detail, now, notes) =>
      db.transaction(async (tx) => {
        const { hash, accountId, ownerId } = invitation;
        const isSame = and(isOpen(tx, { hash, accountId }, now), eq(role, invitation.role));
        if (!(await hasRow(tx, claimInvitations, isSame))) return false;
        if (!(await hasRow(tx, claims, matches(claims, { hash, accountId: ownerId }))))
          return false;
        const isOwner = eq(accounts.id, ownerId);
        if (await hasRow(tx, accounts, and(isOwner, isSuspended(tx.tables, now)))) return false;
        const isOffer = invitation.role === 'owner';
        await removeRows(
          tx,
          claimInvitations,
          matches(claimInvitations, isOffer ? { hash } : { hash, accountId }),
        );
        if (isOffer) {
          await transfer(tx, { hash, accountId }, now);
          await addNotice(tx, { accountId: ownerId, kind: 'server transferred', detail, now });
        }
        const editor = { hash, accountId: isOffer ? ownerId : accountId, since: now };
        await putRow(tx, claimManagers, editor);
        await writeNotes(tx, ownerId, notes);
        return true;
      }),
  };
}

const isOpen = ({ tables: { claimInvitations } }: Queries, of: Partial<ManagerKey>, now: number) =>
  and(matches(claimInvitations, { ...of, state: 'open' }), gt(claimInvitations.expiresAt, now));

/** Why an invitation may not be made; `undefined` if it may. `state` is that of an earlier one. */
async function refuseInvite(
  tx: Queries,
  { hash, accountId, ownerId, role }: NewInvitation,
  state: 'open' | 'declined' | 'withdrawn' | undefined,
  now: number,
): Promise<InviteOutcome | undefined> {
  const { claims, claimInvitations, claimManagers } = tx.tables;
  if (!(await hasRow(tx, claims, matches(claims, { hash, accountId: ownerId }))))
    return 'not yours';
  const isManaging = await isManager(tx, accountId, hash);
  if (role === 'editor' && isManaging) return 'manages already';
  if (state === 'open') return 'open already';
  if (state === 'declined') return 'declined';
  // An editor who takes over changes places with the owner.
  const editors = await countRows(tx, claimManagers, matches(claimManagers, { hash }));
  const invited = await countRows(tx, claimInvitations, isOpen(tx, { hash }, now));
  if (!isManaging && 1 + editors + invited >= MAX_MANAGERS) return 'server full';
  const others = await countRows(tx, claimInvitations, isOpen(tx, { accountId }, now));
  return others >= MAX_INVITATIONS ? 'account full' : undefined;
}

/** Ends an open invitation. With `ownerId`, only if that account owns the server. */
function endInvitation(
  db: Database,
  key: ManagerKey,
  state: 'declined' | 'withdrawn',
  now: number,
  notes: ManagerNotes,
  ownerId?: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { claims, claimInvitations } = tx.tables;
    const { hash } = key;
    const isOwner = matches(claims, { hash, ...(ownerId !== undefined && { accountId: ownerId }) });
    if (!(await hasRow(tx, claims, isOwner))) return false;
    const isIt = isOpen(tx, { hash, accountId: key.accountId }, now);
    if ((await updateRows(tx, claimInvitations, { state }, isIt)) === 0) return false;
    await writeNotes(tx, key.accountId, notes);
    return true;
  });
}

/** Gives the server to another account. A code for another address that the former owner knows becomes invalid. */
async function transfer(tx: Queries, key: ManagerKey, now: number): Promise<void> {
  const { addressCodes, claims, claimManagers } = tx.tables;
  const { hash, accountId } = key;
  await removeRows(tx, claimManagers, matches(claimManagers, key));
  await removeRows(tx, addressCodes, matches(addressCodes, { hash }));
  const isOthers = and(eq(claims.hash, hash), ne(claims.accountId, accountId));
  await updateRows(tx, claims, { accountId, claimedAt: now }, isOthers);
}

/** Ends the emails to an editor. Its other webhooks stay, and become the owner's. */
async function endWebhooks(tx: Queries, key: ManagerKey): Promise<void> {
  const { claims, webhooks } = tx.tables;
  await removeRows(tx, webhooks, matches(webhooks, { ...key, format: 'email' }));
  const claim = await findRow(tx, claims, matches(claims, { hash: key.hash }));
  const changes = { accountId: claim?.accountId ?? null };
  await updateRows(tx, webhooks, changes, matches(webhooks, key));
}

async function writeNotes(tx: Queries, ownerId: number, { entry, ownerLog }: ManagerNotes) {
  await writeAuditEntry(tx, entry);
  if (ownerLog !== undefined) await writeLogEntry(tx, ownerId, ownerLog.note, ownerLog.bounds);
}
