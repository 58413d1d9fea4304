// The details of an account that are set by hand: flags, forum title, premium, role.

import { aboutField } from '../../lib/failure.ts';
import { requirePlainLine } from '../../lib/plain-line.ts';
import { writeDetail } from '../../messages/audit-details.ts';
import { inputFailures } from '../../messages/messages.ts';
import type { AuditAction } from '../audit-ports.ts';
import { parseFlags } from '../player.ts';
import type { Account } from '../ports.ts';
import type { AccountDetails } from './account-actions.ts';

const LONGEST_TITLE = 64;

/** What of a player's public record is set by hand (C10.6). */
type Changes = Partial<Pick<Account, 'flags' | 'forumTitle' | 'isPremium' | 'role'>>;

/** What differs from the account as it is. Throws `invalid`. */
export function readDetails(account: Account, details: AccountDetails): Changes {
  const read: Changes = {};
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
    ([key, value]) => account[key as keyof Changes] !== value,
  );
  return Object.fromEntries(changed);
}

/** The entries of the changes in the audit log; a change of the role is an action of its own. */
export function describeDetails(
  account: Account,
  { role: to, ...changes }: Changes,
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

/** The same in one detail, for the account's own log. */
export function summarizeDetails(account: Account, { role: to, ...changes }: Changes): string {
  const role = to && { from: account.role, to };
  return writeDetail({ form: 'account details', ...changes, role });
}
