// Actions on accounts: each reads the account, checks what may be done, and changes it together with its entry in the audit log.

import { parseEnd } from '../../lib/end-time.ts';
import { aboutField } from '../../lib/failure.ts';
import { parseReason, requireReason } from '../../lib/plain-line.ts';
import { writeDetail } from '../../messages/audit-details.ts';
import { LOG_BOUNDS, toLogEntry } from '../account-log.ts';
import type { ChangeContext } from '../administration-ports.ts';
import type { Actor, AuditAction, AuditEntry } from '../audit-ports.ts';
import { requireEmailAddress } from '../email-address.ts';
import type { NoticeFacts, OwnerNotice } from '../email-messages.ts';
import { notifyOwner } from '../notify-owner.ts';
import { requirePassword } from '../password-rules.ts';
import type { Account, AccountChanges } from '../ports.ts';
import { checkName } from '../registration/name-check.ts';
import { requireGoodPassword } from '../registration/password-choice.ts';
import { hashSkeleton } from '../registration/reserved-names.ts';
import { blankAccount } from '../registration/sign-up.ts';
import type { NameReservation } from '../registration-ports.ts';
import type { AccountEvent } from '../security-ports.ts';
import type { AccountActions, AccountReference, AdministrationPorts } from './account-actions.ts';
import { describeDetails, readDetails, summarizeDetails } from './account-details.ts';
import { requireAccountOf, showTo, throwNotFound } from './account-lookup.ts';
import { type AccountAction, mayDo, type Rights } from './administration-rights.ts';

const DAY_MS = 24 * 60 * 60_000;

type Changes = Omit<
  AccountActions,
  'findAccount' | 'listAccounts' | 'countAccounts' | 'searchAccounts'
>;

/** An action that is about to be done: what changes, and its entries in the audit log. */
interface Plan extends Pick<ChangeContext, 'endSessions' | 'forgetsTwoFactor'> {
  changes: AccountChanges;
  entries: readonly [act: AuditAction, detail: string][];
  /** Its line in the account's own log, which the owner reads. */
  note?: [event: AccountEvent, detail?: string];
  /** The email to the owner. */
  email?: [news: OwnerNotice, facts?: NoticeFacts];
  givesUpName?: boolean;
}

/** Creates the actions of one actor. */
export function createAccountChanges(
  ports: AdministrationPorts,
  actor: Actor,
  rightsOf: () => Promise<Rights>,
): Changes {
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
    async createAccount(given, text = '') {
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

    verifyAccount: (which, reason = '') =>
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

    changePassword: (which, password, reason = '') =>
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

    suspendAccount: (which, reason, until = '') =>
      change(['suspend', which, reason, true], (account) => {
        const now = clock.now();
        const suspendedUntil = aboutField('until', () => parseEnd(until, now, 'suspension'));
        const suspendedAt = account.suspendedAt ?? now;
        const changes = { suspendedAt, suspendedUntil, suspensionReason: reason.trim() };
        const detail = writeDetail({ form: 'suspension', until: suspendedUntil });
        return {
          changes,
          entries: [['account suspended', detail]],
          endSessions: true,
          note: ['suspended', changes.suspensionReason],
          email: ['account suspended', { detail: changes.suspensionReason, until: suspendedUntil }],
        };
      }),

    restoreAccount: (which, reason = '') =>
      change(['restore', which, reason], ({ suspendedAt }) => {
        if (suspendedAt === null) return undefined;
        const changes = { suspendedAt: null, suspendedUntil: null, suspensionReason: '' };
        const entries: Plan['entries'] = [['account restored', '']];
        return { changes, entries, note: ['restored'], email: ['account restored'] };
      }),

    renameAccount: (which, text, reason = '') =>
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

    setDetails: (which, details, reason = '') =>
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

    endSessions: (which, reason = '') =>
      change(['end sessions', which, reason], () => ({
        changes: {},
        entries: [['sessions ended', '']],
        endSessions: true,
        note: ['logged out'],
      })),

    resetTwoFactor: (which, reason = '') =>
      change(['reset second factor', which, reason, true], () => ({
        changes: {},
        entries: [['second factor reset', '']],
        endSessions: true,
        forgetsTwoFactor: true,
        note: ['second factor reset'],
        email: ['second factor changed', { detail: 'reset by an administrator' }],
      })),

    async deleteAccount(which, text = '') {
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
