// The use cases of warnings: staff warn a player, and the player has to read the warning before other pages open.

import { requireReason } from '../../platform/input/plain-line.ts';
import type { Actor } from '../../platform/lib/actor.ts';
import { type Clock, DAY_MS, HOUR_MS } from '../../platform/lib/clock.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { aboutField, Failure } from '../../platform/lib/failure.ts';
import { createReloadJob } from '../../platform/lib/reloaded.ts';
import { countCharacters } from '../../platform/lib/text.ts';
import { createJob } from '../../platform/lib/timers.ts';
import { type AccountStore, findRights, mayDo, notifyOwner } from '../account/index.ts';
import type { AuditEntry } from '../audit/index.ts';
import type { Claims } from '../claims/index.ts';
import type { WarningAuditAction } from './audit-actions.ts';
import { warningFailures as failures } from './messages.ts';
import type { Warning, WarningStore } from './warning-ports.ts';

export const MIN_WARNING_LENGTH = 5;
/** The most warnings of one account. */
export const MAX_WARNINGS = 50;
const KEPT_MS = 2 * 365 * DAY_MS;
const SWEEP_EVERY_MS = HOUR_MS;

export interface WarningPorts {
  clock: Clock;
  warnings: WarningStore;
  accounts: Pick<AccountStore, 'findAccountById'>;
  servers: {
    claims: Pick<Claims, 'listClaimsOf'>;
    findServer(hash: string): { listing: { name: string } } | undefined;
  };
  /** Notices the changes of other processes. */
  changes: { version(): number };
}

type Author = Extract<Actor, { kind: 'account' }>;

export type Warnings = Awaited<ReturnType<typeof openWarnings>>;

/** Loads which accounts have unread warnings. */
export async function openWarnings(ports: WarningPorts) {
  const { warnings: store, clock, changes } = ports;
  const unread = createUnread(store);
  await unread.reload();

  return {
    ...createStaffSide(ports, unread),
    isDue: unread.has,

    /** Lists the warnings of a player, newest first. Another replica may have changed them. */
    listOwn: unread.look,

    /** Notes that the player has read their warnings up to this one, the last on the page. */
    async confirm(accountId: number, upToId: number): Promise<void> {
      await store.markRead(accountId, upToId, clock.now());
      await unread.look(accountId);
    },

    jobs: [
      createReloadJob('reload warnings', changes, unread.reload),
      createJob(
        'remove old warnings',
        SWEEP_EVERY_MS,
        () => store.removeOldWarnings(clock.now() - KEPT_MS),
        'leader',
      ),
    ],
  };
}

/** The accounts with an unread warning, in memory, so that a page needs no query to know it. */
function createUnread(store: WarningStore) {
  let accounts = new Set<number>();
  /** How many warnings this process gave. */
  let given = 0;
  /** What this process noted while it reads all accounts. */
  let meanwhile: Map<number, boolean> | undefined;

  function set(accountId: number, isUnread: boolean): void {
    meanwhile?.set(accountId, isUnread);
    if (isUnread) accounts.add(accountId);
    else accounts.delete(accountId);
  }

  return {
    has: (accountId: number) => accounts.has(accountId),
    add(accountId: number): void {
      given += 1;
      set(accountId, true);
    },
    /** Reads the warnings of an account, newest first, and notes whether one is unread. */
    async look(accountId: number): Promise<Warning[]> {
      const before = given;
      const warnings = await store.listWarnings(accountId);
      const isUnread = warnings.some(({ readAt }) => readAt === null);
      // What was read may be older than a warning that was given meanwhile.
      if (isUnread || before === given) set(accountId, isUnread);
      return warnings;
    },
    async reload(): Promise<void> {
      const noted = new Map<number, boolean>();
      meanwhile = noted;
      accounts = new Set(await store.listUnreadAccounts());
      meanwhile = undefined;
      for (const [accountId, isUnread] of noted) set(accountId, isUnread);
    },
  };
}

/** What staff do. Moderators warn players, administrators everybody. */
function createStaffSide(
  { clock, warnings: store, accounts, servers }: WarningPorts,
  unread: Pick<ReturnType<typeof createUnread>, 'add' | 'look'>,
) {
  async function begin(author: Author, accountId: number, action: WarningAuditAction) {
    const account = await accounts.findAccountById(accountId);
    (await findRights(author, accounts)).assertMay('suspend', account);
    const at = clock.now();
    const toEntry = (reason: string): AuditEntry => {
      return { at, actor: author, action, subject: account?.name ?? '', reason, detail: '' };
    };
    return { account, at, toEntry };
  }

  /** The servers that the account claimed, by hash. */
  const listServers = (accountId: number) =>
    servers.claims.listClaimsOf(accountId).map(({ hash }) => {
      return { hash, name: stripColourCodes(servers.findServer(hash)?.listing.name ?? '') || hash };
    });

  return {
    /** The warnings, newest first, and the servers of the account; `undefined` if the reader may not warn it. */
    async find(reader: Author, accountId: number) {
      const { role } = await findRights(reader, accounts);
      const account = await accounts.findAccountById(accountId);
      if (!mayDo(role, 'suspend', account?.role)) return undefined;
      return { warnings: await store.listWarnings(accountId), servers: listServers(accountId) };
    },

    /** `server` is a hash, or empty. Throws `invalid`, and `conflict` when there are too many warnings. */
    async warn(author: Author, accountId: number, typed: { reason: string; server: string }) {
      const { account, at, toEntry } = await begin(author, accountId, 'account warned');
      const reason = aboutField('reason', () => requireLongReason(typed.reason));
      const server = listServers(accountId).find(({ hash }) => hash === typed.server);
      if (server === undefined && typed.server !== '') {
        throw new Failure('invalid', failures.server, { field: 'server' });
      }
      const { id: authorId, name: authorName } = author;
      const warning = { authorId, authorName, reason, server: server?.name ?? '', createdAt: at };
      const facts = { detail: reason };
      const emailJobs = account
        ? notifyOwner<'account warned'>(account, 'account warned', at, facts)
        : [];
      const logged = { entry: toEntry(reason), emailJobs };
      if (!(await store.addWarning(accountId, warning, MAX_WARNINGS, logged))) {
        throw new Failure('conflict', failures.full(MAX_WARNINGS));
      }
      unread.add(accountId);
    },

    /** Throws `conflict` when the player has read the warning. */
    async withdraw(author: Author, accountId: number, id: number, reason: string): Promise<void> {
      const { toEntry } = await begin(author, accountId, 'warning withdrawn');
      if (!(await store.withdrawWarning(accountId, id, toEntry(reason)))) {
        throw new Failure('conflict', failures.gone);
      }
      await unread.look(accountId);
    },
  };
}

function requireLongReason(typed: string): string {
  const reason = requireReason(typed);
  if (countCharacters(reason) >= MIN_WARNING_LENGTH) return reason;
  throw new Failure('invalid', failures.short(MIN_WARNING_LENGTH));
}
