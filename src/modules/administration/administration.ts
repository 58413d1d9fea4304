// Administration of accounts, from the command line and from pages. Each action reads the account, checks the actor's
// rights, and changes the account together with its entry in the audit log.

import { parseEnd } from '../../platform/input/end-time.ts';
import { parseReason, requirePlainLine, requireReason } from '../../platform/input/plain-line.ts';
import type { Actor } from '../../platform/lib/actor.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { aboutField, Failure } from '../../platform/lib/failure.ts';
import type { PasswordHasher } from '../../platform/lib/password-hashing.ts';
import type { Role } from '../../platform/lib/roles.ts';
import { RESTORED } from '../../platform/lib/suspension.ts';
import { quoteSeen } from '../../platform/lib/text.ts';
import { runTogether, type StoreTogether } from '../../platform/lib/together.ts';
import type { NoticeFacts } from '../../platform/messages/email-kind.ts';
import { inputFailures } from '../../platform/messages/messages.ts';
import {
  type Account,
  type AccountAction,
  type AccountChanges,
  type AccountEmailKind,
  type AccountEvent,
  type AccountQuery,
  type AccountStore,
  type AdministrationStore,
  blankAccount,
  type ChangeContext,
  checkName,
  findAccount,
  findRights,
  hideEndedSuspensions,
  LOG_BOUNDS,
  mayDo,
  notifyOwner,
  parseFlags,
  type RegistrationRules,
  type RegistrationStore,
  type Rights,
  readEmailAddress,
  requireGoodPassword,
  requirePassword,
  reserveName,
  STANDINGS,
  suspend,
  toLogEntry,
  withoutEndedSuspension,
} from '../account/index.ts';
import { accountFailures } from '../account/messages.ts';
import { type AuditEntry, writeDetail } from '../audit/index.ts';
import type { Mailer } from '../email/index.ts';
import type { TwoFactorEmail } from '../two-factor/index.ts';
import type { AdministrationAuditAction } from './audit-actions.ts';

type AdministrationPorts = {
  accounts: AccountStore;
  administration: AdministrationStore;
  registration: RegistrationStore;
  isReservedName(name: string): boolean;
  clock: Clock;
  /** Commands have no mailer. */
  mailer?: Mailer;
  passwords: PasswordHasher;
  rules: Pick<RegistrationRules, 'nameReservedDays' | 'verification'>;
  together: StoreTogether;
};

export function createAccountAdministration(given: AdministrationPorts) {
  const ports = { ...given, accounts: hideEndedSuspensions(given.accounts, given.clock) };
  return {
    /** The number of accounts that somebody has to verify by hand: 0 where emails verify accounts. */
    async countToVerify(): Promise<number> {
      const { administration, mailer, rules } = ports;
      const isByHand = !mailer?.isOpen || rules.verification === 'administrator';
      return isByHand ? administration.countUnverified() : 0;
    },
    /** `changeAccount` replaces the store's own, for a change that has to be in one transaction with another. */
    by(actor: Actor, changeAccount = ports.administration.changeAccount) {
      const rightsOf = () => findRights(actor, ports.accounts);
      const administration = { ...ports.administration, changeAccount };
      return {
        ...createAccountSearch(ports, rightsOf),
        ...createAccountChanges({ ...ports, administration }, actor, rightsOf),
      };
    },
    /**
     * Does an action to each of several accounts as if it were alone, with all changes in one transaction. Returns the
     * failure for each refused account and `undefined` for the others. Throws `invalid` for more than 100.
     */
    forEach<Item>(
      actor: Actor,
      items: readonly Item[],
      act: (each: ReturnType<typeof createAccountChanges>, item: Item) => Promise<unknown>,
    ): Promise<(Failure | undefined)[]> {
      const { accounts } = ports;
      return runTogether(
        ports.together,
        items,
        (item, collect) => {
          const administration = collect('administration', ports.administration, ['changeAccount']);
          const collecting = { ...ports, administration };
          const each = createAccountChanges(collecting, actor, () => findRights(actor, accounts));
          return act(each, item);
        },
        inputFailures.tooMany,
      );
    },
  };
}

export type AccountAdministration = ReturnType<typeof createAccountAdministration>;

export type AccountActions = ReturnType<AccountAdministration['by']>;

type AccountDetails = Partial<Pick<Account, 'flags' | 'forumTitle' | 'isPremium' | 'role'>>;

type OwnerEmailKind = AccountEmailKind | TwoFactorEmail['kind'];

interface Plan extends Pick<ChangeContext, 'endSessions' | 'forgetsTwoFactor'> {
  changes: AccountChanges;
  entries: readonly [action: AdministrationAuditAction, detail: string][];
  note?: [event: AccountEvent, detail?: string];
  email?: [news: OwnerEmailKind, facts?: NoticeFacts];
  givesUpName?: boolean;
}

/** The actions of one actor, logged with their reasons if they change anything. Failures are sentences. */
function createAccountChanges(
  ports: AdministrationPorts,
  actor: Actor,
  rightsOf: () => Promise<Rights>,
) {
  const changes = createAuditedChanges(ports, actor, rightsOf);
  return {
    ...createLifecycle(ports, rightsOf, changes),
    ...createStandingChanges(ports, changes),
    ...createEdits(ports, changes),
    ...createLoginChanges(ports, changes),
  };
}

function createAuditedChanges(
  { accounts, administration, clock, rules: { nameReservedDays } }: AdministrationPorts,
  actor: Actor,
  rightsOf: () => Promise<Rights>,
) {
  const entryOf = (
    action: AdministrationAuditAction,
    subject: string,
    reason: string,
    detail: string,
  ): AuditEntry => ({ at: clock.now(), actor, action, subject, reason, detail });

  /** On pages, an action against somebody needs a reason. On the command line it is optional. */
  function readReason(text: string, isOwed = false): string {
    const isRequired = isOwed && actor.kind !== 'command line';
    return aboutField('reason', () => (isRequired ? requireReason(text) : parseReason(text)));
  }

  /** `plan` returns `undefined` if there is nothing to change. */
  async function change(
    [action, which, text, isOwed]: [AccountAction, AccountReference, string, boolean?],
    plan: (account: Account, rights: Rights) => Plan | undefined | Promise<Plan | undefined>,
  ) {
    const rights = await rightsOf();
    const account = await requireAccountOf(accounts, which);
    rights.assertMay(action, account);
    const reason = readReason(text, isOwed);
    const planned = await plan(account, rights);
    if (planned === undefined) return showTo(rights, account);
    const { changes, entries, note, email, givesUpName, ...also } = planned;
    const now = clock.now();
    const changed = await administration.changeAccount(account, changes, {
      entries: entries.map(([name, detail]) => entryOf(name, account.name, reason, detail)),
      ...also,
      ...(note && {
        note: { entry: toLogEntry(now, note[0], { detail: note[1] ?? '' }), bounds: LOG_BOUNDS },
      }),
      ...(email && { emailJobs: notifyOwner<OwnerEmailKind>(account, email[0], now, email[1]) }),
      ...(givesUpName && { reserves: reserveName(account.name, now, nameReservedDays) }),
      keepsAdministrator: !rights.isUnlimited,
      refusesAlike: !rights.isUnlimited,
    });
    return showTo(rights, changed ?? throwNotFound(which));
  }

  return { entryOf, readReason, change };
}

type AuditedChanges = ReturnType<typeof createAuditedChanges>;

/** Creates and deletes accounts. */
function createLifecycle(
  ports: AdministrationPorts,
  rightsOf: () => Promise<Rights>,
  { entryOf, readReason }: Pick<AuditedChanges, 'entryOf' | 'readReason'>,
) {
  const { accounts, administration, clock, passwords } = ports;
  return {
    /** Throws `conflict` when the name or the email address is taken. */
    async createAccount(
      given: {
        name: string;
        email: string;
        password: string;
        role?: Role;
        isVerified: boolean;
        /** Accepts a password that the owner could not choose. */
        allowsWeakPassword?: boolean;
      },
      text: string = '',
    ) {
      const { role = 'player', isVerified, allowsWeakPassword, password } = given;
      const rights = await rightsOf();
      rights.assertMay('create');
      const reason = readReason(text);
      const now = clock.now();
      const email = readEmailAddress(given.email, ports.mailer);
      if (allowsWeakPassword) aboutField('password', () => requirePassword(password));
      else requireGoodPassword(password, { name: given.name, email });
      const name = await checkName(ports, given.name, { rights, now });
      const passwordHash = await passwords.hash(password);
      const account = {
        ...blankAccount({ name, email, passwordHash, role, isVerified, now }),
        // By verifying the account, the administrator also confirms its address.
        emailConfirmedAt: isVerified ? now : null,
      };
      const detail = writeDetail({ form: 'account', role, isVerified });
      const entry = entryOf('account created', name, reason, detail);
      const refusesAlike = !rights.isUnlimited;
      return showTo(rights, await administration.addAccount(account, entry, { refusesAlike }));
    },

    async deleteAccount(which: AccountReference, text: string = '') {
      const rights = await rightsOf();
      const account = await requireAccountOf(accounts, which);
      rights.assertMay('delete', account);
      const reason = readReason(text, true);
      const now = clock.now();
      const isRemoved = await administration.removeAccount(account, {
        entries: [entryOf('account deleted', account.name, reason, '')],
        keepsAdministrator: !rights.isUnlimited,
        reserves: reserveName(account.name, now, ports.rules.nameReservedDays),
        emailJobs: notifyOwner<OwnerEmailKind>(account, 'account deleted', now).map((emailJob) => ({
          ...emailJob,
          accountId: null,
        })),
      });
      if (!isRemoved) throwNotFound(which);
    },
  };
}

/** Verifies, suspends and restores accounts. */
function createStandingChanges(
  { clock }: AdministrationPorts,
  { change }: Pick<AuditedChanges, 'change'>,
) {
  return {
    verifyAccount: (which: AccountReference, reason: string = '') =>
      change(['verify', which, reason], ({ verifiedAt }) =>
        verifiedAt === null
          ? {
              changes: { verifiedAt: clock.now() },
              entries: [['account verified', '']],
              note: ['verified'],
              email: ['account verified'],
            }
          : undefined,
      ),

    /** An existing suspension gets the new reason and end. `until` is a span (`7d`), a UTC time, or empty. */
    suspendAccount: (which: AccountReference, reason: string, until: string = '') =>
      change(['suspend', which, reason, true], (account) => {
        const now = clock.now();
        const end = aboutField('until', () => parseEnd(until, now, 'suspension'));
        const detail = reason.trim();
        return {
          ...suspend(account, now, detail, end),
          entries: [['account suspended', writeDetail({ form: 'suspension', until: end })]],
          note: ['suspended', detail],
          email: ['account suspended', { detail, until: end }],
        };
      }),

    restoreAccount: (which: AccountReference, reason: string = '') =>
      change(['restore', which, reason], ({ suspendedAt }) =>
        suspendedAt === null
          ? undefined
          : {
              changes: RESTORED,
              entries: [['account restored', '']],
              note: ['restored'],
              email: ['account restored'],
            },
      ),
  };
}

/** Changes names and details of accounts. */
function createEdits(ports: AdministrationPorts, { change }: Pick<AuditedChanges, 'change'>) {
  return {
    /** Reserves the old name for some time. Throws `conflict` when the new name is taken or, on pages, looks alike. */
    renameAccount: (which: AccountReference, text: string, reason: string = '') =>
      change(['rename', which, reason, true], async (account, rights) => {
        const now = ports.clock.now();
        const name = await checkName(ports, text, { rights, bearer: account, now });
        if (name === account.name) return undefined;
        return {
          changes: { name },
          entries: [['account renamed', writeDetail({ form: 'rename', name })]],
          note: ['renamed', `${account.name} → ${name}`],
          email: ['account renamed', { detail: name }],
          givesUpName: true,
        };
      }),

    setDetails: (which: AccountReference, details: AccountDetails, reason: string = '') =>
      change(['change details', which, reason], (account, rights) => {
        const changes = readDetails(account, details);
        const { role: to, ...rest } = changes;
        if (to !== undefined && !mayDo(rights.role, 'change role')) {
          rights.assertMay('change role', account);
        }
        const role = to && { from: account.role, to };
        const entries: [AdministrationAuditAction, string][] = [];
        if (Object.keys(rest).length > 0) {
          const detail = writeDetail({ form: 'account details', ...rest });
          entries.push(['account details changed', detail]);
        }
        if (role) entries.push(['role changed', writeDetail({ form: 'role', ...role })]);
        if (entries.length === 0) return undefined;
        // The same facts in one line, for the account's own log.
        const note = writeDetail({ form: 'account details', ...rest, role });
        return { changes, entries, note: ['details changed', note] };
      }),
  };
}

/** Changes how owners log in, and ends their sessions. */
function createLoginChanges(
  { passwords }: AdministrationPorts,
  { change }: Pick<AuditedChanges, 'change'>,
) {
  return {
    changePassword: (which: AccountReference, password: string, reason: string = '') =>
      change(['change password', which, reason], async (account) => {
        requireGoodPassword(password, account);
        return {
          changes: { passwordHash: await passwords.hash(password) },
          entries: [['password changed', '']],
          endSessions: true,
          note: ['password set'],
          email: ['password set'],
        };
      }),

    endSessions: (which: AccountReference, reason: string = '') =>
      change(['end sessions', which, reason], () => ({
        changes: {},
        entries: [['sessions ended', '']],
        endSessions: true,
        note: ['logged out'],
      })),

    resetTwoFactor: (which: AccountReference, reason: string = '') =>
      change(['reset second factor', which, reason, true], () => ({
        changes: {},
        entries: [['second factor reset', '']],
        endSessions: true,
        forgetsTwoFactor: true,
        note: ['second factor reset'],
        email: ['second factor changed', { detail: 'reset by an administrator' }],
      })),
  };
}

const MAX_TITLE_LENGTH = 64;

/** Returns the details that differ from the account's present ones (C10.6). Throws `invalid`. */
function readDetails(account: Account, details: AccountDetails): AccountDetails {
  const { flags, forumTitle } = details;
  const read = {
    ...details,
    ...(flags !== undefined && { flags: aboutField('flags', () => parseFlags(flags)) }),
    ...(forumTitle !== undefined && {
      forumTitle: aboutField('title', () =>
        requirePlainLine(inputFailures.labels.forumTitle, forumTitle, MAX_TITLE_LENGTH),
      ),
    }),
  };
  const changed = Object.entries(read).filter(
    ([key, value]) => value !== undefined && account[key as keyof AccountDetails] !== value,
  );
  return Object.fromEntries(changed);
}

const PAGE = 50;

export interface AccountQuestion {
  text?: string | undefined;
  standing?: string | undefined;
  beforeId?: number | undefined;
}

export type ManagedAccount = Omit<Account, 'passwordHash' | 'email'> & {
  /** `null` if the actor may not see it. */
  email: string | null;
};

export type AccountReference = string | number;

function createAccountSearch(
  ports: { accounts: AccountStore; administration: AdministrationStore; clock: Clock },
  rightsOf: () => Promise<Rights>,
) {
  const { accounts, administration, clock } = ports;
  return {
    async findAccount(which: AccountReference) {
      const rights = await rightsOf();
      return showTo(rights, await requireAccountOf(accounts, which));
    },
    /** One page, newest first. Throws `invalid` for an unknown standing, `forbidden` for a search by address. */
    async searchAccounts({ text = '', standing, beforeId }: AccountQuestion) {
      const rights = await rightsOf();
      const now = clock.now();
      const query: AccountQuery = { now, limit: PAGE + 1 };
      const wanted = text.trim();
      if (wanted.includes('@')) {
        if (!mayDo(rights.role, 'see addresses')) {
          throw new Failure('forbidden', accountFailures.administration.emailSearch);
        }
        query.email = wanted;
      } else if (wanted !== '') query.text = wanted;
      if (standing) query.standing = requireStanding(standing);
      if (beforeId !== undefined) query.beforeId = beforeId;
      const found = await administration.searchAccounts(query);
      const page = found
        .slice(0, PAGE)
        .map((account) => showTo(rights, withoutEndedSuspension(now, account)));
      return { accounts: page, nextBeforeId: found.length > PAGE ? page.at(-1)?.id : undefined };
    },
  };
}

function requireStanding(text: string) {
  const standing = STANDINGS.find((each) => each === text);
  if (standing !== undefined) return standing;
  const { unknownFilter } = accountFailures.administration;
  throw new Failure('invalid', unknownFilter(quoteSeen(text), STANDINGS.join(', ')));
}

async function requireAccountOf(accounts: AccountStore, which: AccountReference): Promise<Account> {
  return (await findAccount(accounts, which)) ?? throwNotFound(which);
}

function throwNotFound(which: AccountReference): never {
  const { unknownId, unknownName } = accountFailures.administration;
  const sentence =
    typeof which === 'number' ? unknownId(`${which}`) : unknownName(quoteSeen(which));
  throw new Failure('not_found', sentence);
}

/** Shows the account without its password, and without its address if the actor may not see it. */
function showTo({ role }: Pick<Rights, 'role'>, account: Account): ManagedAccount {
  const { passwordHash: _secret, email, ...shown } = account;
  return { ...shown, email: mayDo(role, 'see addresses') ? email : null };
}
