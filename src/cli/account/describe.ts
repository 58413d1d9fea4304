// How accounts are shown on the command line; never anything of the password.

import type { ManagedAccount } from '../../accounts/administration.ts';
import { formatEnd, formatMoment } from '../../lib/moment.ts';
import { isoMoment, yesNo } from '../output.ts';

/** `suspended`, `unverified` or `verified`. */
export function stateOf(account: ManagedAccount): string {
  if (account.suspendedAt !== null) return 'suspended';
  return account.verifiedAt === null ? 'unverified' : 'verified';
}

/** An account for scripts. */
export function accountToJson(account: ManagedAccount): Record<string, unknown> {
  return {
    id: account.id,
    name: account.name,
    email: account.email ?? '',
    state: stateOf(account),
    role: account.role,
    isAdmin: account.role === 'administrator',
    isPremium: account.isPremium,
    flags: account.flags,
    forumTitle: account.forumTitle,
    registeredAt: isoMoment(account.registeredAt),
    verifiedAt: isoMoment(account.verifiedAt),
    suspendedAt: isoMoment(account.suspendedAt),
    suspendedUntil: isoMoment(account.suspendedUntil),
    suspensionReason: account.suspensionReason,
  };
}

/** An account as names and values for people. */
export function accountToDetails(account: ManagedAccount): [string, string][] {
  const details: [string, string][] = [
    ['id', String(account.id)],
    ['name', account.name],
    ['e-mail', account.email ?? ''],
    ['state', stateOf(account)],
    ['role', account.role],
    ['premium', yesNo(account.isPremium)],
    ['flags', account.flags || '(none)'],
    ['forum title', account.forumTitle || '(none)'],
    ['registered', `${formatMoment(account.registeredAt)} UTC`],
  ];
  if (account.verifiedAt !== null) {
    details.push(['verified', `${formatMoment(account.verifiedAt)} UTC`]);
  }
  if (account.suspendedAt !== null) {
    details.push(['suspended', `${formatMoment(account.suspendedAt)} UTC`]);
    if (account.suspendedUntil !== null) {
      details.push(['until', `${formatEnd(account.suspendedUntil)} UTC`]);
    }
    details.push(['reason', account.suspensionReason || '(none)']);
  }
  return details;
}
