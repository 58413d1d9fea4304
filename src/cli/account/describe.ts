// How accounts are shown on the command line; never anything of the password.

import type { Account } from '../../accounts/ports.ts';
import { formatMoment, isoMoment, yesNo } from '../output.ts';

/** `suspended`, `unverified` or `verified`. */
export function stateOf(account: Account): string {
  if (account.suspendedAt !== null) return 'suspended';
  return account.verifiedAt === null ? 'unverified' : 'verified';
}

/** An account for scripts. */
export function accountToJson(account: Account): Record<string, unknown> {
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    state: stateOf(account),
    isAdmin: account.isAdmin,
    isPremium: account.isPremium,
    flags: account.flags,
    forumTitle: account.forumTitle,
    registeredAt: isoMoment(account.registeredAt),
    verifiedAt: isoMoment(account.verifiedAt),
    suspendedAt: isoMoment(account.suspendedAt),
    suspensionReason: account.suspensionReason,
  };
}

/** An account as names and values for people. */
export function accountToDetails(account: Account): [string, string][] {
  const details: [string, string][] = [
    ['id', String(account.id)],
    ['name', account.name],
    ['e-mail', account.email],
    ['state', stateOf(account)],
    ['admin', yesNo(account.isAdmin)],
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
    details.push(['reason', account.suspensionReason || '(none)']);
  }
  return details;
}
