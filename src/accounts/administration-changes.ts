// The acts on accounts: each reads the account, judges it, and changes it together with its log entry.

import { MusterError } from '../lib/errors.ts';
import { quoteSeen } from '../lib/text.ts';
import { aboutField, FieldError } from './about-field.ts';
import { describeDetails, readDetails } from './account-details.ts';
import { requireAccountOf, showTo, throwNotFound } from './account-lookup.ts';
import { requireAccountName } from './account-name.ts';
import type { AccountActs, AccountReference, AdministrationPorts } from './administration.ts';
import { type AccountAct, mayDo, type Rights } from './administration-rights.ts';
import type { Actor, AuditAct, AuditEntry } from './audit-ports.ts';
import { requireEmailAddress } from './email-address.ts';
import { requirePassword } from './password-rules.ts';
import { requirePlainLine } from './plain-line.ts';
import type { Account, AccountChanges } from './ports.ts';
import { parseSuspensionEnd } from './suspension-end.ts';

const LONGEST_REASON = 500;

type Changes = Omit<
  AccountActs,
  'findAccount' | 'listAccounts' | 'countAccounts' | 'searchAccounts'
>;

/** An act that is about to be done: what changes, and what the log says of it. */
interface Plan {
  changes: AccountChanges;
  entries: readonly [act: AuditAct, detail: string][];
  endSessions?: boolean;
}

/** Makes the acts of one actor. */
export function createAccountChanges(
  ports: AdministrationPorts,
  actor: Actor,
  rightsOf: () => Promise<Rights>,
): Changes {
  const { accounts, administration, clock, passwords } = ports;

  function entryOf(act: AuditAct, subject: string, reason: string, detail: string): AuditEntry {
    return { at: clock.now(), actor, act, subject, reason, detail };
  }

  /** Those who act on pages owe others an explanation for what hurts. */
  function readReason(text: string, isOwed = false): string {
    return aboutField('reason', () => {
      const reason = requirePlainLine('The reason', text.trim(), LONGEST_REASON);
      if (reason !== '' || !isOwed || actor.kind === 'command line') return reason;
      throw new MusterError(
        'invalid',
        `The reason is missing: give one of at most ${LONGEST_REASON} characters.`,
      );
    });
  }

  /** `plan` returns `undefined` where there is nothing to change. */
  async function change(
    [act, which, text, isOwed = false]: [AccountAct, AccountReference, string, boolean?],
    plan: (account: Account, rights: Rights) => Plan | undefined | Promise<Plan | undefined>,
  ) {
    const rights = await rightsOf();
    const account = await requireAccountOf(accounts, which);
    rights.demand(act, account);
    const reason = readReason(text, isOwed);
    const planned = await plan(account, rights);
    if (planned === undefined) return showTo(rights, account);
    const { changes, entries, endSessions = false } = planned;
    const changed = await administration.changeAccount(account.id, changes, {
      entries: entries.map(([name, detail]) => entryOf(name, account.name, reason, detail)),
      endSessions,
      keepsAdministrator: !rights.mayEndAdministration,
    });
    return showTo(rights, changed ?? throwNotFound(which));
  }

  return {
    async createAccount({ role = 'player', isVerified, ...request }, text = '') {
      const rights = await rightsOf();
      rights.demand('create');
      const reason = readReason(text);
      const name = aboutField('name', () => requireAccountName(request.name));
      const email = aboutField('email', () => requireEmailAddress(request.email));
      const password = aboutField('password', () => requirePassword(request.password));
      if (await accounts.findAccountByName(name)) refuseTakenName(name);
      const passwordHash = await passwords.hash(password);
      const now = clock.now();
      const account = {
        ...{ name, email, passwordHash, role, registeredAt: now },
        emailConfirmedAt: isVerified ? now : null,
        verifiedAt: isVerified ? now : null,
        ...{ suspendedAt: null, suspendedUntil: null, suspensionReason: '' },
        ...{ flags: '', forumTitle: '', isPremium: false },
      };
      const detail = `${role}, ${isVerified ? 'verified' : 'unverified'}`;
      const entry = entryOf('account created', name, reason, detail);
      return showTo(rights, await administration.addAccount(account, entry));
    },

    verifyAccount: (which, reason = '') =>
      change(['verify', which, reason], ({ verifiedAt }) =>
        verifiedAt === null
          ? { changes: { verifiedAt: clock.now() }, entries: [['account verified', '']] }
          : undefined,
      ),

    changePassword: (which, password, reason = '') =>
      change(['change password', which, reason], async () => {
        const passwordHash = await passwords.hash(requirePassword(password));
        return {
          changes: { passwordHash },
          entries: [['password changed', '']],
          endSessions: true,
        };
      }),

    suspendAccount: (which, reason, until = '') =>
      change(['suspend', which, reason, true], (account) => {
        const now = clock.now();
        const suspendedUntil = aboutField('until', () => parseSuspensionEnd(until, now));
        const suspendedAt = account.suspendedAt ?? now;
        const changes = { suspendedAt, suspendedUntil, suspensionReason: reason.trim() };
        const detail =
          suspendedUntil === null ? 'for ever' : `until ${new Date(suspendedUntil).toISOString()}`;
        return { changes, entries: [['account suspended', detail]], endSessions: true };
      }),

    restoreAccount: (which, reason = '') =>
      change(['restore', which, reason], ({ suspendedAt }) => {
        if (suspendedAt === null) return undefined;
        const changes = { suspendedAt: null, suspendedUntil: null, suspensionReason: '' };
        return { changes, entries: [['account restored', '']] };
      }),

    renameAccount: (which, text, reason = '') =>
      change(['rename', which, reason, true], async (account) => {
        const name = aboutField('name', () => requireAccountName(text.trim()));
        if (name === account.name) return undefined;
        const owner = await accounts.findAccountByName(name);
        if (owner && owner.id !== account.id) refuseTakenName(name);
        return { changes: { name }, entries: [['account renamed', `to ${name}`]] };
      }),

    setDetails: (which, details, reason = '') =>
      change(['change details', which, reason], (account, rights) => {
        const changes = readDetails(account, details);
        if (changes.role !== undefined && !mayDo(rights.role, 'change role')) {
          rights.demand('change role', account);
        }
        const entries = describeDetails(account, changes);
        return entries.length === 0 ? undefined : { changes, entries };
      }),

    endSessions: (which, reason = '') =>
      change(['end sessions', which, reason], () => ({
        ...{ changes: {}, entries: [['sessions ended', '']] as const, endSessions: true },
      })),

    async deleteAccount(which, text = '') {
      const rights = await rightsOf();
      const account = await requireAccountOf(accounts, which);
      rights.demand('delete', account);
      const reason = readReason(text, true);
      const isRemoved = await administration.removeAccount(account.id, {
        entries: [entryOf('account deleted', account.name, reason, '')],
        keepsAdministrator: !rights.mayEndAdministration,
      });
      if (!isRemoved) throwNotFound(which);
    },
  };
}

function refuseTakenName(name: string): never {
  throw new FieldError(
    'name',
    new MusterError(
      'conflict',
      `There is an account named "${quoteSeen(name)}" already: choose another name.`,
    ),
  );
}
