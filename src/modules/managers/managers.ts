// The use cases of managers: owners invite editors and offer their servers, players answer, and editors leave.

import { type Clock, DAY_MS } from '../../platform/lib/clock.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { createTokenBuckets, requireToken } from '../../platform/lib/token-buckets.ts';
import type { Caller } from '../../platform/lib/visitor.ts';
import {
  type Account,
  type AccountEvent,
  type AccountStore,
  isAccountName,
  LOG_BOUNDS,
  toLogEntry,
} from '../account/index.ts';
import { accountFailures } from '../account/messages.ts';
import { withServerName, writeDetail } from '../audit/index.ts';
import type { Claims } from '../claims/index.ts';
import type { Devices } from '../sessions/index.ts';
import type { OwnerProof, Proof } from '../two-factor/index.ts';
import type { ManagerAuditAction } from './audit-actions.ts';
import {
  type InviteOutcome,
  MAX_INVITATIONS,
  MAX_MANAGERS,
  type ManagerRole,
  type ManagerStore,
} from './manager-ports.ts';
import { managerFailures as failures } from './messages.ts';

const INVITATION_LIFETIME_MS = 7 * DAY_MS;
/** Invitations that an account may send. Each one may send an email. */
const INVITE_BUDGET = { refill: 1, everyMs: 10 * 60_000, capacity: 10 };

export interface ManagerPorts {
  clock: Clock;
  managers: ManagerStore;
  accounts: Pick<AccountStore, 'findAccountByName' | 'findAccountById'>;
  ownerProof: Pick<OwnerProof, 'require'>;
  devices: Pick<Devices, 'describe'>;
  servers: {
    claims: Pick<Claims, 'requireOwn' | 'reloadClaim'>;
    findServer(hash: string): { listing: { name: string } } | undefined;
    findAbsent(hash: string): Promise<{ past: { name: string } | undefined }>;
  };
}

export type Managers = ReturnType<typeof createManagers>;

/** An invitation with the name of its server. */
export type ShownInvitation = Awaited<ReturnType<Managers['listInvitations']>>[number];

export function createManagers(ports: ManagerPorts) {
  const { clock, managers: store, accounts, servers } = ports;
  const describe = createDescriptions(ports);

  async function requireInvitation({ id }: Account, hash: string, role: string) {
    const all = await store.listInvitations(id, clock.now());
    const found = all.find((invitation) => invitation.hash === hash && invitation.role === role);
    if (found === undefined) throw gone();
    return found;
  }

  return {
    ...createInviting(ports),
    /** The editors of a server, and the accounts that its owner invited. */
    async list(hash: string) {
      return {
        editors: await store.listEditors(hash),
        invited: await store.listInvited(hash, clock.now()),
      };
    },
    async listInvitations(accountId: number) {
      const all = await store.listInvitations(accountId, clock.now());
      return Promise.all(
        all.map(async (each) => ({ ...each, serverName: await describe.nameOf(each.hash) })),
      );
    },
    /**
     * `shownRole` is the role that the player saw. Throws `forbidden` for an account that is not verified, and
     * `conflict` if the invitation ended or another one took its place.
     */
    async accept(account: Account, hash: string, shownRole: string): Promise<void> {
      if (account.verifiedAt === null) throw new Failure('forbidden', failures.unverified);
      const invitation = await requireInvitation(account, hash, shownRole);
      const { ownerName, role } = invitation;
      const isOffer = role === 'owner';
      const about = isOffer ? `${ownerName} → ${account.name}` : '';
      const action = isOffer ? 'server transferred' : 'invitation accepted';
      const { now, serverName, notes } = await describe.change(account, hash, action, about);
      const ownerLog = isOffer
        ? logEntry(now, 'server transferred', { detail: account.name })
        : undefined;
      const detail = `${hash} ${account.name} ${serverName}`;
      if (!(await store.accept(invitation, detail, now, { ...notes, ownerLog }))) throw gone();
      if (isOffer) await servers.claims.reloadClaim(hash);
    },
    /** Does nothing if the invitation is gone. */
    async decline(account: Account, hash: string): Promise<void> {
      const { now, notes } = await describe.change(account, hash, 'invitation declined');
      await store.decline({ hash, accountId: account.id }, now, notes);
    },
    /** The owner removes an editor, or an editor leaves. Throws `conflict` if there is no such editor. */
    async removeEditor(actor: Account, hash: string, accountId: number): Promise<void> {
      const name = (await accounts.findAccountById(accountId))?.name ?? '';
      const isSelf = actor.id === accountId;
      const action = isSelf ? 'manager left' : 'manager removed';
      const { notes } = await describe.change(actor, hash, action, isSelf ? '' : name);
      if (!(await store.removeEditor({ hash, accountId }, actor.id, notes))) throw gone();
    },
  };
}

/** What the owner of a server does with invitations. */
function createInviting(ports: ManagerPorts) {
  const { clock, managers: store, accounts, ownerProof, devices, servers } = ports;
  const budget = createTokenBuckets(clock, INVITE_BUDGET);
  const describe = createDescriptions(ports);

  async function requireInvitee(owner: Account, typed: string, field: ManagerRole) {
    const name = typed.trim();
    const found = isAccountName(name) ? await accounts.findAccountByName(name) : undefined;
    if (found === undefined) {
      throw new Failure('invalid', accountFailures.login.nameUnknown, { field });
    }
    if (found.id === owner.id) throw new Failure('invalid', failures.yourself, { field });
    return found;
  }

  async function send(
    owner: Account,
    hash: string,
    to: Account,
    role: ManagerRole,
    caller: Caller,
  ) {
    requireToken(budget, `${owner.id}`, failures.tooMany);
    const isOffer = role === 'owner';
    const action = isOffer ? 'transfer offered' : 'manager invited';
    const { now, serverName, notes } = await describe.change(owner, hash, action, to.name);
    const device = { ...devices.describe(caller), detail: to.name };
    const outcome = await store.invite(
      { hash, accountId: to.id, role, ownerId: owner.id, expiresAt: now + INVITATION_LIFETIME_MS },
      `${hash} ${role}:${owner.name} ${serverName}`,
      now,
      { ...notes, ownerLog: logEntry(now, isOffer ? 'server offered' : 'editor invited', device) },
    );
    if (outcome !== 'invited') {
      throw new Failure('conflict', REFUSALS[outcome](to.name), { field: role });
    }
  }

  return {
    /** Throws `forbidden`, `rate_limited`, and `invalid` or `conflict` at the field `editor`. */
    async invite(owner: Account, hash: string, typed: string, caller: Caller): Promise<void> {
      servers.claims.requireOwn(owner.id, hash);
      await send(owner, hash, await requireInvitee(owner, typed, 'editor'), 'editor', caller);
    },
    /** Offers the server to another account. Throws like `invite`, at the field `owner`, and like `OwnerProof`. */
    async offer(
      owner: Account,
      hash: string,
      typed: string,
      proof: Proof,
      caller: Caller,
    ): Promise<void> {
      servers.claims.requireOwn(owner.id, hash);
      const to = await requireInvitee(owner, typed, 'owner');
      await ownerProof.require(owner, proof, caller);
      await send(owner, hash, to, 'owner', caller);
    },
    /** Does nothing if the invitation is gone. Throws `forbidden`. */
    async withdraw(owner: Account, hash: string, accountId: number): Promise<void> {
      servers.claims.requireOwn(owner.id, hash);
      const name = (await accounts.findAccountById(accountId))?.name ?? '';
      const { now, notes } = await describe.change(owner, hash, 'invitation withdrawn', name);
      await store.withdraw({ hash, accountId }, owner.id, now, notes);
    },
  };
}

/** Describes changes for the logs and emails. */
function createDescriptions({ clock, servers }: Pick<ManagerPorts, 'clock' | 'servers'>) {
  /** The name of a server, also while it is offline; its hash if it has none. */
  async function nameOf(hash: string): Promise<string> {
    const name =
      servers.findServer(hash)?.listing.name ?? (await servers.findAbsent(hash)).past?.name;
    return stripColourCodes(name ?? '') || hash;
  }

  return {
    nameOf,
    async change({ id, name }: Account, hash: string, action: ManagerAuditAction, about = '') {
      const now = clock.now();
      const serverName = await nameOf(hash);
      const text = about === '' ? '' : writeDetail({ form: 'text', text: about });
      const actor = { kind: 'account', id, name } as const;
      const detail = withServerName(text, serverName);
      return {
        now,
        serverName,
        notes: { entry: { at: now, actor, action, subject: hash, reason: '', detail } },
      };
    },
  };
}

const REFUSALS: Readonly<Record<Exclude<InviteOutcome, 'invited'>, (name: string) => string>> = {
  'not yours': () => failures.notYours,
  'manages already': failures.managesAlready,
  'open already': failures.openAlready,
  declined: failures.declined,
  'server full': () => failures.serverFull(MAX_MANAGERS),
  'account full': (name) => failures.accountFull(name, MAX_INVITATIONS),
};

function logEntry(at: number, event: AccountEvent, facts: Parameters<typeof toLogEntry>[2]) {
  return { note: toLogEntry(at, event, facts), bounds: LOG_BOUNDS };
}

const gone = () => new Failure('conflict', failures.gone);
