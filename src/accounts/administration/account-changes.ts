// Actions on accounts: each reads the account, checks what may be done, and changes it together with its entry in the audit log.

import type { Clock } from '../../lib/clock.ts';
import { parseEnd } from '../../lib/end-time.ts';
import { aboutField } from '../../lib/failure.ts';
import { parseReason, requirePlainLine, requireReason } from '../../lib/plain-line.ts';
import { writeDetail } from '../../messages/audit-details.ts';
import { inputFailures } from '../../messages/messages.ts';
import { LOG_BOUNDS, toLogEntry } from '../account-log.ts';
import { checkName, hashSkeleton, type NameParts } from '../account-names.ts';
import type { Actor, AuditAction, AuditEntry } from '../audit-ports.ts';
import { requireEmailAddress } from '../email-address.ts';
import type { NoticeFacts, OwnerNotice } from '../email-messages.ts';
import { notifyOwner } from '../notify-owner.ts';
import { requireGoodPassword, requirePassword } from '../passwords.ts';
import { parseFlags } from '../players.ts';
import type {
  Account,
  AccountChanges,
  AccountStore,
  AdministrationStore,
  ChangeContext,
  NameReservation,
  PasswordHasher,
} from '../ports.ts';
import { blankAccount } from '../registration/sign-up.ts';
import type { Role } from '../roles.ts';
import { type AccountAction, mayDo, type Rights } from '../roles.ts';
import type { AccountEvent } from '../security-ports.ts';
import { RESTORED, suspend } from '../suspension.ts';
import {
  type AccountReference,
  requireAccountOf,
  showTo,
  throwNotFound,
} from './account-search.ts';

const DAY_MS = 24 * 60 * 60_000;

/** What is set of an account; what is left out stays. */
export interface AccountDetails {
  flags?: string;
  forumTitle?: string;
  isPremium?: boolean;
  role?: Role;
}

export interface AdministrationPorts extends NameParts {
  accounts: AccountStore;
  administration: AdministrationStore;
  /** How long names that are given up stay reserved. */
  nameReservedDays: number;
  clock: Clock;
  passwords: PasswordHasher;
}

interface Plan extends Pick<ChangeContext, 'endSessions' | 'forgetsTwoFactor'> {
  changes: AccountChanges;
  entries: readonly [act: AuditAction, detail: string][];
  note?: [event: AccountEvent, detail?: string];
  email?: [news: OwnerNotice, facts?: NoticeFacts];
  givesUpName?: boolean;
}

/**
 * What one actor does. Each action is durable when it returns, and logged in the same transaction with
 * its reason, one line, see `lib/plain-line.ts`; an action that changed nothing is not logged. `not_found`,
 * `invalid`, `conflict` and, for what the actor's role does not allow, `forbidden` are thrown as
 * sentences.
 */
export function createAccountChanges(
  ports: AdministrationPorts,
  actor: Actor,
  rightsOf: () => Promise<Rights>,
) {
  const { accounts, administration, clock, passwords, nameReservedDays } = ports;

  function entryOf(
    action: AuditAction,
    subject: string,
    reason: string,
    detail: string,
  ): AuditEntry {
    return { at: clock.now(), actor, action, subject, reason, detail };
  }

  function noteOf([event, detail = '']: NonNullable<Plan['note']>) {
    return { entry: toLogEntry(clock.now(), event, { detail }), bounds: LOG_BOUNDS };
  }

  function reservationOf(name: string): NameReservation {
    const reservedUntil = clock.now() + nameReservedDays * DAY_MS;
    return { skeletonHash: hashSkeleton(name), reservedUntil };
  }

  /** On pages, an action against somebody needs a reason; the command line may leave it out. */
  function readReason(text: string, isOwed = false): string {
    return aboutField('reason', () => {
      const isRequired = isOwed && actor.kind !== 'command line';
      return isRequired ? requireReason(text) : parseReason(text);
    });
  }

  /** `plan` returns `undefined` where there is nothing to change. */
  async function change(
    [action, which, text, isOwed = false]: [AccountAction, AccountReference, string, boolean?],
    plan: (account: Account, rights: Rights) => Plan | undefined | Promise<Plan | undefined>,
  ) {
    const rights = await rightsOf();
    const account = await requireAccountOf(accounts, which);
    rights.assertMay(action, account);
    const reason = readReason(text, isOwed);
    const planned = await plan(account, rights);
    if (planned === undefined) return showTo(rights, account);
    const { changes, entries, note, email, givesUpName = false, ...also } = planned;
    const changed = await administration.changeAccount(account, changes, {
      entries: entries.map(([name, detail]) => entryOf(name, account.name, reason, detail)),
      ...also,
      ...(note && { note: noteOf(note) }),
      ...(email && { emailJobs: notifyOwner(account, email[0], clock.now(), email[1]) }),
      ...(givesUpName && { reserves: reservationOf(account.name) }),
      keepsAdministrator: !rights.isUnlimited,
      refusesAlike: !rights.isUnlimited,
    });
    return showTo(rights, changed ?? throwNotFound(which));
  }

  return {
    /** Throws `conflict` when the name or the email address is taken. */
    async createAccount(
      given: {
        name: string;
        email: string;
        password: string;
        role?: Role;
        isVerified: boolean;
        /** Takes a password that its owner might not choose. */
        allowsWeakPassword?: boolean;
      },
      text: string = '',
    ) {
      const { role = 'player', isVerified, allowsWeakPassword, ...request } = given;
      const rights = await rightsOf();
      rights.assertMay('create');
      const reason = readReason(text);
      const now = clock.now();
      const email = aboutField('email', () => requireEmailAddress(request.email));
      const { password } = request;
      if (allowsWeakPassword) aboutField('password', () => requirePassword(password));
      else requireGoodPassword(password, { name: request.name, email });
      const name = await checkName(ports, request.name, { rights, now });
      const passwordHash = await passwords.hash(password);
      const account = {
        ...blankAccount({ name, email, passwordHash, role, isVerified, now }),
        // An administrator who verifies an account confirms its address with it.
        emailConfirmedAt: isVerified ? now : null,
      };
      const detail = writeDetail({ form: 'account', role, isVerified });
      const entry = entryOf('account created', name, reason, detail);
      const refusesAlike = !rights.isUnlimited;
      return showTo(rights, await administration.addAccount(account, entry, { refusesAlike }));
    },

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

    changePassword: (which: AccountReference, password: string, reason: string = '') =>
      change(['change password', which, reason], async (account) => {
        requireGoodPassword(password, account);
        const passwordHash = await passwords.hash(password);
        return {
          changes: { passwordHash },
          entries: [['password changed', '']],
          endSessions: true,
          note: ['password set'],
          email: ['password set'],
        };
      }),

    /**
     * Ends all sessions of the account; one that is suspended already gets the new reason and end. The
     * owner sees both at the login, and gets an email. `until` is a span such as `7d` or a time in
     * UTC, empty for no end. Accounts have to give a reason.
     */
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
      change(['restore', which, reason], ({ suspendedAt }) => {
        if (suspendedAt === null) return undefined;
        const entries: Plan['entries'] = [['account restored', '']];
        return { changes: RESTORED, entries, note: ['restored'], email: ['account restored'] };
      }),

    /**
     * Gives the account another name; its sessions stay, the old name stays reserved for some
     * time, and the owner gets an email.
     * Throws `conflict` when the name is taken or, on pages, looks like another's.
     */
    renameAccount: (which: AccountReference, text: string, reason: string = '') =>
      change(['rename', which, reason, true], async (account, rights) => {
        const now = clock.now();
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
        if (changes.role !== undefined && !mayDo(rights.role, 'change role')) {
          rights.assertMay('change role', account);
        }
        const entries = describeDetails(account, changes);
        if (entries.length === 0) return undefined;
        const note = summarizeDetails(account, changes);
        return { changes, entries, note: ['details changed', note] };
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

    async deleteAccount(which: AccountReference, text: string = '') {
      const rights = await rightsOf();
      const account = await requireAccountOf(accounts, which);
      rights.assertMay('delete', account);
      const reason = readReason(text, true);
      const isRemoved = await administration.removeAccount(account, {
        entries: [entryOf('account deleted', account.name, reason, '')],
        keepsAdministrator: !rights.isUnlimited,
        reserves: reservationOf(account.name),
        emailJobs: notifyOwner(account, 'account deleted', clock.now()).map((emailJob) => ({
          ...emailJob,
          accountId: null,
        })),
      });
      if (!isRemoved) throwNotFound(which);
    },
  };
}

const LONGEST_TITLE = 64;

/** What of a player's public record is set by hand (C10.6). */
type PublicRecord = Partial<Pick<Account, 'flags' | 'forumTitle' | 'isPremium' | 'role'>>;

/** What differs from the account as it is. Throws `invalid`. */
function readDetails(account: Account, details: AccountDetails): PublicRecord {
  const read: PublicRecord = {};
  const { flags, forumTitle, isPremium, role } = details;
  if (flags !== undefined) read.flags = aboutField('flags', () => parseFlags(flags));
  if (forumTitle !== undefined) {
    read.forumTitle = aboutField('title', () =>
      requirePlainLine(inputFailures.labels.forumTitle, forumTitle, LONGEST_TITLE),
    );
  }
  if (isPremium !== undefined) read.isPremium = isPremium;
  if (role !== undefined) read.role = role;
  const changed = Object.entries(read).filter(
    ([key, value]) => account[key as keyof PublicRecord] !== value,
  );
  return Object.fromEntries(changed);
}

function describeDetails(
  account: Account,
  { role: to, ...changes }: PublicRecord,
): [action: AuditAction, detail: string][] {
  const entries: [AuditAction, string][] = [];
  if (Object.keys(changes).length > 0) {
    entries.push(['account details changed', writeDetail({ form: 'account details', ...changes })]);
  }
  if (to !== undefined) {
    entries.push(['role changed', writeDetail({ form: 'role', from: account.role, to })]);
  }
  return entries;
}

/** The same in one line, for the account's own log. */
function summarizeDetails(account: Account, { role: to, ...changes }: PublicRecord): string {
  const role = to && { from: account.role, to };
  return writeDetail({ form: 'account details', ...changes, role });
}
